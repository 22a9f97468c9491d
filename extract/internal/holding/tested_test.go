package holding

import "testing"

// What a text has may say what else it has, but not what it hasn't.
func TestQuestionsAboutTexts(t *testing.T) {
	has, hasMore := test{what: "pee", isText: true}, test{what: "peer", isText: true}
	toldNo := [2]bool{false, true}
	if has.leavesOpen(hasMore, toldNo, hasMore.yes) || !has.leavesOpen(hasMore, toldNo, 1-hasMore.yes) {
		t.Error("who hasn't \"pee\" has no \"peer\"")
	}
}
