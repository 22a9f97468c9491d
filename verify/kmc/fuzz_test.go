package kmc_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// decode makes a system of the class from bytes, four to a transition.
func decode(data []byte) *model.System {
	m := &maker{sys: &model.System{}, channels: map[string]int{}}
	for p := range 4 {
		a := model.Automaton{Name: string(rune('p' + p)), States: make([]model.State, 4)}
		m.sys.Processes = append(m.sys.Processes, a)
	}
	for ; len(data) >= 4; data = data[4:] {
		p, q := int(data[0]%4), int(data[1]%4)
		if p == q {
			continue
		}
		from, to, label := int(data[2]%4), int(data[2]/4%4), int(data[3]/2%2)
		if data[3]%2 == 0 {
			m.add(p, from, to, p, q, label, model.Send)
		} else {
			m.add(p, from, to, q, p, label, model.Receive)
		}
	}
	return m.sys
}

// FuzzKMC compares the properties of a system with their definitions, and its
// verdict with what is true at larger bounds. The first byte is the bound, or
// makes all channels rendezvous.
func FuzzKMC(f *testing.F) {
	f.Add([]byte{1, 0, 1, 4, 0, 1, 0, 4, 1})
	f.Add([]byte{2, 0, 1, 4, 0, 0, 1, 9, 2, 1, 0, 4, 1, 1, 2, 0, 3})
	f.Add([]byte{0, 0, 1, 4, 0, 0, 1, 6, 1, 1, 0, 4, 0, 1, 0, 6, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || len(data) > 100 {
			return
		}
		k := int(data[0] % 3)
		sys := decode(data[1:])
		bounds := uniform(sys, k)
		if !compare(t, sys, bounds, k, map[string]int{}) {
			t.Fatalf("k=%d:\n%s", k, spell(sys))
		}
		r, err := kmc.Decide(sys, kmc.Options{Bounds: bounds})
		if err != nil {
			t.Fatal(err)
		}
		for by := range 3 {
			safe, _, ok := safeAt(sys, raised(bounds, by))
			if ok && r.Verdict != kmc.Unknown && safe != (r.Verdict == kmc.Safe) {
				t.Fatalf("%v at %d (%s), but at +%d safe is %v:\n%s", r.Verdict, k, r.Reason, by, safe, spell(sys))
			}
		}
	})
}

// FuzzNotInTheClass makes sure that any system is refused or decided.
func FuzzNotInTheClass(f *testing.F) {
	f.Add("system \"\"\nobject channel \"c\" cap 0 labels { \"a\" }\nprocess \"p\"\nstate 0\n  send 0 0 -> 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		sys, err := model.Parse(text, "fuzz")
		if err != nil {
			return
		}
		r, err := kmc.Decide(sys, kmc.Options{Max: 2, States: 500})
		if (r == nil) == (err == nil) {
			t.Fatalf("%v and %v", r, err)
		}
	})
}
