package callbacks

import "fmt"

type ticket struct{ printed chan struct{} }

func (t *ticket) String() string {
	close(t.printed)
	return "ticket"
}

// Right: Sprint calls String.
func stringer() string {
	t := &ticket{printed: make(chan struct{})}
	s := fmt.Sprint(t)
	<-t.printed
	return s
}
