// Package causes has errors that others can't get at but by its functions.
package causes

import "errors"

var (
	errHidden  = errors.New("hidden")
	ErrShown   = errors.New("shown")
	errNothing error
)

// Hidden is an error that isn't exported.
func Hidden() error { return errHidden }

// Shown is one of two errors.
func Shown(n int) error {
	if n == 0 {
		return errHidden
	}
	return ErrShown
}

// Joined is one of several errors.
func Joined() error { return errors.Join(nil, errHidden) }

// Nothing is no error.
func Nothing() error { return errNothing }
