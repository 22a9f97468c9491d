package scope

import "testing"

// TestWhatCallsAreCalledOn: the method is the last name before the arguments.
func TestWhatCallsAreCalledOn(t *testing.T) {
	for text, want := range map[string][2]string{
		"s.wg.Add(1)":              {"s.wg", "1"},
		"s.wg.Add(len(s.jobs))":    {"s.wg", "len(s.jobs)"},
		"get(a, b).wg.Add(f(a.b))": {"get(a, b).wg", "f(a.b)"},
		"mu.Lock()":                {"mu", ""},
		"Lock()":                   {"", ""},
		"":                         {"", ""},
	} {
		if receiver, arguments := spelled(text); receiver != want[0] || arguments != want[1] {
			t.Errorf("%s is called on %q with %q", text, receiver, arguments)
		}
	}
}
