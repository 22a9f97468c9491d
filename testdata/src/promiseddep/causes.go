// Package promiseddep makes errors for others.
package promiseddep

import "errors"

// A Cause says what has happened.
type Cause interface {
	error
	Code() int
}

type cause struct {
	error
	code int
}

func (c *cause) Code() int { return c.code }

// Closed is why something was closed.
func Closed(code int, details ...string) Cause {
	if code == 0 {
		code = len(details)
	}
	return &cause{errors.New("closed"), code}
}

// Text is an error with a text.
func Text(text string) error {
	if text == "" {
		return Closed(1)
	}
	return errors.New(text)
}

// Checked is an error if there is a text.
func Checked(text string) error {
	if text == "" {
		return nil
	}
	return errors.New(text)
}

// Behind is what it is given, which may be nothing.
func Behind[T error](err T) error { return err }
