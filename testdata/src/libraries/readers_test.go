package libraries

import "testing"

var theFeed feed

// Right: a test knows what the feed sends, which it has written for that.
func TestHeadline(t *testing.T) {
	f := theFeed
	got := make(chan headline)
	go func() {
		var h headline
		_ = f.ReadInto(&h)
		if h.Title == "" {
			return
		}
		got <- h
	}()
	<-got
}
