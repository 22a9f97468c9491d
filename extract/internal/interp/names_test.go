package interp

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

func TestOfATestThereIsOneProcess(t *testing.T) {
	for _, test := range []struct {
		display string
		process int
		barrier bool // of a subtest
		want    bool
	}{
		{"TestX", 0, false, true},
		{"BenchmarkX", 0, false, true},
		{"FuzzX", 0, false, true},
		{"(s).TestX", 0, false, true},
		{"(*suite).TestX", 0, false, true},
		{"(*TestSuite).run", 0, false, false},
		{"run", 0, false, false},
		{"TestX$1", 0, false, false},
		{"TestX", 1, false, false},
		{"TestX", 0, true, false},
	} {
		e := newEvaluator()
		e.process = test.process
		s := &localState{frames: []*frame{{function: &ir.Function{Display: test.display}}, {barrier: test.barrier}}}
		if got := e.inTest(s); got != test.want {
			t.Errorf("%s as process %d, in a subtest %t: %t", test.display, test.process, test.barrier, got)
		}
	}
}

func TestResultsAreCalledAsInTheSource(t *testing.T) {
	long := strings.Repeat("x", 40)
	for text, want := range map[string]string{"": "", "f": "f", long: long, long + "y": ""} {
		if got := resultText(&invocation{text: text}); got != want {
			t.Errorf("the result of %q is called %q", text, got)
		}
	}
}
