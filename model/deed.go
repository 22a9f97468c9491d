package model

// A Deed is what somebody does to an object, at some time. Raises is set where the counter of a
// wait group is raised, which serves nobody who waits for it.
type Deed struct {
	Kind   Kind
	Object int
	Raises bool
}

// DeedOf is the deed of an action with a label.
func DeedOf(kind Kind, object, label int) Deed {
	return Deed{kind, object, kind == Add && label > 0}
}

// Deeds is a set of deeds.
type Deeds map[Deed]bool

// MayPass reports whether one of the deeds is what an action on an object waits for, as far as
// that is to send or receive, or to wait for a counter that is raised. Other actions, and those on
// no object, may pass whatever is done.
func (d Deeds) MayPass(kind Kind, object int) bool {
	does := func(kind Kind) bool { return d[Deed{Kind: kind, Object: object}] }
	if object < 0 {
		return true
	}
	switch kind {
	case Send:
		return does(Receive)
	case Receive:
		return does(Send)
	case ReceiveClosed:
		return does(Close) || does(Cancel)
	case Wait:
		return does(Add) || !d[Deed{Add, object, true}]
	}
	return true
}
