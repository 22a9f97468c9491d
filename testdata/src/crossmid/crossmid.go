// Package crossmid hands on what package crossdep makes.
package crossmid

import "crossdep"

// NewGate makes a gate.
func NewGate() *crossdep.Gate { return crossdep.NewGate() }
