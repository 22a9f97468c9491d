// Package promised closes with errors that other packages make.
package promised

import "promiseddep"

// result is nothing if there is no error.
func result(err error) chan error {
	c := make(chan error, 1)
	if err != nil {
		c <- err
	}
	return c
}

// Closes has a reason.
func Closes() error { return <-result(promiseddep.Closed(7, "late", "at night")) }

// Says has a text, or another reason.
func Says(text string) error { return <-result(promiseddep.Text(text)) }

// Wraps something that is there.
func Wraps() error { return <-result(error(promiseddep.Closed(3))) }

// MayBeNone has a reason if there is a text.
func MayBeNone(text string) error {
	c := make(chan error, 1)
	if err := promiseddep.Checked(text); err != nil {
		c <- err
	}
	return <-c // want `receive from c blocks forever`
}

// behind is what it is given.
func behind[T error](err T) error { return err }

// Nothing is behind an interface.
func Nothing(find func() error) error {
	c := make(chan error, 1)
	if err := behind(find()); err != nil {
		c <- err
	}
	return <-c // want `receive from c blocks forever`
}

// NothingElse is behind one in another package.
func NothingElse(find func() error) error {
	c := make(chan error, 1)
	if err := promiseddep.Behind(find()); err != nil {
		c <- err
	}
	return <-c // want `receive from c blocks forever`
}
