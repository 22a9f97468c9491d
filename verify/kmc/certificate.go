package kmc

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
)

// This file asks of a program what exploration of it doesn't say: whether it is also safe with
// larger capacities.

// A Certificate is what k-MC says about a program from its own capacities on.
type Certificate struct {
	// Verdict is about these capacities and all larger ones. Unsafe doesn't say more than
	// exploration; it may say less, of who needn't be started.
	Verdict Verdict
	// Reason is what it rests on, or the premise that fails.
	Reason string
	States int // configurations that were explored
}

// Certify runs the k-MC check with each channel's own capacity as its bound, 0 a rendezvous. The
// channels that stand for choices and starts have one place; they are never in the way. The
// error is that of Absorb. States limits each exploration.
func Certify(sys *model.System, states int) (*Certificate, error) {
	absorbed, err := Absorb(sys)
	if err != nil {
		return nil, err
	}
	m, err := Communicating(absorbed)
	if err != nil {
		return nil, err
	}
	bounds := make([]int, len(absorbed.Objects))
	for i := range bounds {
		bounds[i] = absorbed.Objects[i].Capacity
		if bounds[i] > mostBound {
			return nil, fmt.Errorf("the capacity of %s is more than %d", absorbed.Objects[i].Name, mostBound)
		}
	}
	d := decide(m, 0, bounds, Options{States: states})
	a := d.answer()
	return &Certificate{Verdict: a.verdict, Reason: a.reason, States: d.spent.states}, nil
}
