package tokens

import "testing"

// Right: the test doesn't enter.
func TestNew(t *testing.T) {
	if g := New(); cap(g.token) != 1 {
		t.Error("not one token")
	}
}

// Right: nor does it enter again.
func TestEnter(t *testing.T) {
	g := New()
	g.enter()
	g.leave()
}
