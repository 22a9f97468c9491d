package main

import (
	"path/filepath"
	"slices"
)

// A driver that shows one package at a time has what goes wrong in a callee told twice: in the package of the callee, if
// it goes wrong there whoever calls, and at the call in another one.

// tellOnce drops what goes wrong in another package that tells of it itself, at the same operation.
func (o *outcome) tellOnce() {
	told := map[string]bool{}
	for i := range o.diagnostics {
		if d := &o.diagnostics[i]; d.details != nil && d.details.Suppression == nil && d.isAtHome() {
			told[d.operation()] = true
		}
	}
	o.diagnostics = slices.DeleteFunc(o.diagnostics, func(d diagnostic) bool { return d.details != nil && !d.isAtHome() && told[d.operation()] })
}

// isAtHome reports whether a finding is told in the package where the operation is.
func (d *diagnostic) isAtHome() bool {
	return filepath.Dir(parseSite(d.Posn, "").File) == filepath.Dir(d.details.At.File)
}
