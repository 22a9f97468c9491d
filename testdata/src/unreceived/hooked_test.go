package unreceived

import "testing"

func TestStep(t *testing.T) {
	h := newTold()
	go h.Step()
	if <-h.hook != 1 {
		t.Error("no step")
	}
}
