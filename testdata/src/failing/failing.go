// Package failing has tests that fail, and go on.
package failing

var do func() error
