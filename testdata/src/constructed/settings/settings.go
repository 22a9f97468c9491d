// Package settings has what another package is set up with.
package settings

// Settings says how large things are.
type Settings struct{ Buffer int }

// New returns what is usual.
func New() *Settings {
	s := &Settings{}
	s.Buffer = 256
	return s
}

// Of returns settings of a size.
func Of(n int) *Settings { return &Settings{Buffer: n} }
