package chancheck

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// TestWhatIsFoundBeyondTheLimitIsPatient has a goroutine that is left behind if time is up before it has sent, and more configurations than
// are explored.
func TestWhatIsFoundBeyondTheLimitIsPatient(t *testing.T) {
	const text = "system \"s\"\nobject channel \"c\" cap 0 labels { \"v\" }\nobject waitgroup \"w\"\nfamily \"f\" { 1 }\nfamily \"g\" { 2 }\nprocess \"main\"\nstate 0\nspawn 0 0 -> 1\nstate 1\n" +
		"spawn 1 0 -> 2\nstate 2\nreceive 0 0 -> 3\ntau -1 0 -> 3 timer\nstate 3\nprocess \"other\"\nstate 0\nsend 0 0 -> 1\nstate 1\nprocess \"many\"\nstate 0\nadd 1 1 -> 0\n"
	sys, err := model.ParseText(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	v := verdict{system: sys, result: verify.Check(sys, verify.Options{States: 100})}
	if len(v.result.Findings) != 1 || v.result.Inconclusive == "" {
		t.Fatalf("%+v at first", v.result)
	}
	budget := 100
	if v.dropHasty(100, &budget); len(v.result.Findings) != 0 || v.doubtful != tooLongToWait {
		t.Errorf("%d findings, in doubt as %q", len(v.result.Findings), v.doubtful)
	}
}

// TestWhatTakesATimerIsInDoubtIfItIsNotFoundOut has a goroutine that is left behind if time is up before it has sent, or in any case,
// with more and fewer configurations to find out whether it comes to that.
func TestWhatTakesATimerIsInDoubtIfItIsNotFoundOut(t *testing.T) {
	const (
		start    = "system \"s\"\nobject channel \"c\" cap 0 labels { \"v\" }\nfamily \"f\" { 1 }\nprocess \"main\"\nstate 0\nspawn 0 0 -> 1\nstate 1\n"
		waits    = "receive 0 0 -> 2\ntau -1 0 -> 2 timer\n"
		declines = "tau -1 0 -> 2 timer\n"
		end      = "state 2\nprocess \"other\"\nstate 0\nsend 0 0 -> 1\nstate 1\n"
		unused   = "state 2\nstate 3\ntau -1 0 -> 2 timer\nprocess \"other\"\nstate 0\nsend 0 0 -> 1\nstate 1\n"
	)
	for _, test := range []struct {
		name, system     string
		budget, findings int
		doubt            string
	}{
		{"it would have to be early", start + waits + end, 100, 0, ""},
		{"perhaps it would", start + waits + end, 1, 0, tooLongToWait},
		{"it comes in any case", start + declines + end, 100, 1, ""},
		{"it does, as is seen in one configuration", start + declines + end, 1, 1, ""},
		{"it has nothing to do with it", start + unused, 1, 1, ""},
	} {
		sys, err := model.ParseText(strings.NewReader(test.system), "test")
		if err != nil {
			t.Fatal(err)
		}
		v := verdict{system: sys, result: verify.Check(sys, verify.Options{})}
		if len(v.result.Findings) != 1 {
			t.Fatalf("%s: %d findings at first", test.name, len(v.result.Findings))
		}
		v.dropHasty(100, &test.budget)
		if len(v.result.Findings) != test.findings || v.doubtful != test.doubt {
			t.Errorf("%s: %d findings, in doubt as %q", test.name, len(v.result.Findings), v.doubtful)
		}
	}
}
