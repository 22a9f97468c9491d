package leap_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/leap"
)

// numbers is a source of what bytes say; when they are used up, it says 0.
type numbers struct{ data []byte }

func (n *numbers) IntN(limit int) int {
	if len(n.data) == 0 {
		return 0
	}
	next := int(n.data[0]) % limit
	n.data = n.data[1:]
	return next
}

// FuzzLeap compares the searches with full exploration.
func FuzzLeap(f *testing.F) {
	f.Add([]byte{1, 3, 0, 0, 1, 2, 1, 0, 0, 1, 1, 2, 2, 1, 3, 1, 0, 0, 1, 2, 2, 1, 0, 1, 1, 0, 0, 0, 2, 1})
	f.Add([]byte{2, 5, 1, 1, 1, 0, 2, 0, 1, 4, 0, 0, 1, 0, 1, 1, 2, 6, 3, 1, 5, 0, 4, 2, 1, 1, 1, 3, 6, 2, 0, 1, 4, 3, 1, 2})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 200 {
			return
		}
		source := &numbers{data}
		sys, bounds := draw(source)
		compare(t, source, sys, bounds, map[string]int{})
	})
}

// FuzzNotInTheClass makes sure that any system is refused or searched, whatever the search and the
// bounds.
func FuzzNotInTheClass(f *testing.F) {
	f.Add("object channel \"c\" cap 0 labels { \"a\" }\nprocess \"p\"\nstate 0\n  send 0 0 -> 0\n", uint8(1), uint8(3))
	f.Add(sample, uint8(0), uint8(9))
	f.Fuzz(func(t *testing.T, text string, search, bound uint8) {
		sys, err := model.ParseMixed(text, "fuzz")
		if err != nil {
			return
		}
		options := leap.Options{Search: leap.Search(search % 5), States: 500}
		if bound%2 == 1 {
			options.Bounds = uniform(sys, []int{leap.Unlimited, 0, 1, 2}[bound/2%4])
			options.J, options.K = channels(sys, "all"), channels(sys, "all")
		}
		r, err := leap.Explore(sys, options)
		if (r == nil) == (err == nil) {
			t.Fatalf("%v and %v", r, err)
		}
		if err == nil {
			replayAll(t, sys, r)
		}
	})
}
