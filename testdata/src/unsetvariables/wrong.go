package unsetvariables

import (
	"errors"

	"unsetvariables/causes"
)

// Wrong: who waits for a failure waits in vain, as there is none.
func failsFine() {
	failed := make(chan error)
	go func() {
		if err := check(); err != nil {
			failed <- err
		}
	}()
	<-failed // want `receive from failed blocks forever`
}

// last is what was wrong before.
var last error

func set(err error) { last = err }

func ask() error { return last }

// Wrong: nothing may have been wrong, or something.
func failsLast(find func() error) {
	set(find())
	failed, fine := make(chan error), make(chan bool, 1)
	go func() {
		if err := ask(); err != nil {
			failed <- err
		} else {
			fine <- true
		}
	}()
	<-failed // want `receive from failed blocks forever`
}

func unset() error { return Unset }

// Wrong: others may have set it, or not.
func failsUnset() {
	failed := make(chan error)
	go func() {
		if err := unset(); err != nil {
			failed <- err
		}
	}()
	<-failed // want `receive from failed blocks forever`
}

func joinsNothing() error { return errors.Join(fine, nil) }

// Wrong: nothing is joined.
func failsJoined() {
	failed := make(chan error)
	go func() {
		if err := joinsNothing(); err != nil {
			failed <- err
		}
	}()
	<-failed // want `receive from failed blocks forever`
}

// Wrong: an error that is nil in another package.
func failsOthers() {
	failed := make(chan error)
	go func() {
		if err := causes.Nothing(); err != nil {
			failed <- err
		}
	}()
	<-failed // want `receive from failed blocks forever`
}

// Wrong: one that is always there keeps the other side from going on.
func staysOthers() {
	done := make(chan bool)
	go func() {
		if err := causes.Hidden(); err != nil {
			return
		}
		done <- true
	}()
	<-done // want `receive from done blocks forever`
}

// Wrong: it depends.
func answersEither(text string, again bool) {
	answers := make(chan int)
	go func() {
		n, err := checkOf(text, again)
		if err != nil {
			return
		}
		answers <- n
	}()
	<-answers // want `receive from answers blocks forever`
}
