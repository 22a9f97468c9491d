package verify_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// hastySystems are systems with a process 1 that sends on an unbuffered channel 0, unless process 0 has given up when time was up. In each
// somebody may be left behind if timers run out when they like; those that are patient are where they wait for others.
var hastySystems = []struct {
	name      string
	objects   string
	processes []string
	patient   string
}{
	{
		"it has only to send", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0\nsend 0 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"it has been held up", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0 busy\nsend 0 0 -> 1\nstate 1"},
		"found",
	},
	{
		"who receives has been held up", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1 busy\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0\nsend 0 0 -> 1\nstate 1"},
		"found",
	},
	{
		"the world comes first", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0\ntau -1 0 -> 1 world\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"found",
	},
	{
		"an assumption comes first", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0\ntau -1 0 -> 1 \"x\"\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"it waits for time as well", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0\ntau -1 0 -> 1 timer\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"found",
	},
	{
		"it goes round before", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer\nstate 2", "state 0\ntau -1 0 -> 0 \"x\"\ntau -1 0 -> 1 \"!x\"\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"found",
	},
	{
		"it sends again and again to one who receives once", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 3 timer\nstate 2\nclose 0 0 -> 3\nstate 3", "state 0\nsend 0 0 -> 0"},
		"found",
	},
	{
		"a default gives way", "object channel \"d\" cap 1 labels { \"v\" }\n",
		[]string{"state 0\nsend 1 0 -> 1\nstate 1\nspawn 0 0 -> 2\nstate 2\nreceive 0 0 -> 3\ntau -1 0 -> 3 timer\nstate 3", "state 0\nreceive 1 0 -> 1\ndefault -1 0 -> 2\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"a fault is taken at once", "object channel \"d\" cap 1 labels { \"v\" }\n",
		[]string{"state 0\nclose 1 0 -> 1\nstate 1\nspawn 0 0 -> 2\nstate 2\nreceive 0 0 -> 3\ntau -1 0 -> 3 timer\nstate 3", "state 0\nclose 1 0 -> 2\nfault 1 0 -> 1\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"its timer is a default", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ndefault -1 0 -> 2 \"time is up\" timer\nstate 2", "state 0\nsend 0 0 -> 1\nstate 1"},
		"clean",
	},
	{
		"it waits for less time", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 3000000\nstate 2", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"it waits for hardly less time", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 2999999\nstate 2", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"found",
	},
	{
		"it may take longer", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 3000000\nstate 2", "state 0\ntau -1 0 -> 1 timer least 1000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"found",
	},
	{
		"the shorter of two", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 3000000\nstate 2", "state 0\ntau -1 0 -> 1 timer most 9000000\ntau -1 0 -> 1 timer most 2000000\ntau -1 0 -> 1 timer most 9000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"it waits for less time after it has waited for more", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 3000000\nstate 2", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\ntau -1 0 -> 2 timer most 2000000\nstate 2\nsend 0 0 -> 3\nstate 3"},
		"found",
	},
	{
		"the longer of two of one", "object channel \"d\" cap 0 labels { \"v\" }\n",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 3000000\nreceive 1 0 -> 3\nstate 2\nstate 3\ntau -1 0 -> 2 timer least 1000000", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"it waits once more with the same timer", "object channel \"d\" cap 1 labels { \"v\" }\n",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\ntau -1 0 -> 2 world most 500000\ntau -1 0 -> 3 timer least 3000000 number 1\nstate 2\nreceive 0 0 -> 3\ntau -1 0 -> 3 timer least 3000000 number 1\nstate 3", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
	{
		"it waits once more with another timer", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\ntau -1 0 -> 2 timer least 3000000 number 1\nstate 2\nreceive 0 0 -> 3\ntau -1 0 -> 3 timer least 3000000 number 1\nstate 3", "state 0\ntau -1 0 -> 1 timer most 9000000\nstate 1\ntau -1 0 -> 2 timer most 2000000\nstate 2\nsend 0 0 -> 3\nstate 3"},
		"found",
	},
	{
		"it waits for the next timer with the same number", "object channel \"d\" cap 0 labels { \"v\" }\n",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\ntau -1 0 -> 2 timer least 3000000 number 1\nstate 2\nsend 1 0 -> 3\nstate 3\nreceive 0 0 -> 4\ntau -1 0 -> 4 timer least 3000000 number 1\nstate 4", "state 0\nreceive 1 0 -> 1\nstate 1\ntau -1 0 -> 2 timer most 2000000\nstate 2\nsend 0 0 -> 3\nstate 3"},
		"clean",
	},
	{
		"it waits for the same timer after it has received something", "object channel \"d\" cap 0 labels { \"v\" }\n",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 1 0 -> 2\ntau -1 0 -> 3 timer least 3000000 number 1\nstate 2\nreceive 0 0 -> 5\ntau -1 0 -> 5 timer least 3000000 number 1\nstate 3\nreceive 1 0 -> 4\nstate 4\nreceive 0 0 -> 5\nstate 5", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 1 0 -> 2\nstate 2\ntau -1 0 -> 3 timer most 2000000\nstate 3\nsend 0 0 -> 4\nstate 4"},
		"found",
	},
	{
		"its other timer comes later", "object channel \"d\" cap 0 labels { \"v\" }\n",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 1 0 -> 2\ntau -1 0 -> 3 timer least 3000000 number 1\nstate 2\nreceive 0 0 -> 5\ntau -1 0 -> 5 timer least 3000000 number 1\ntau -1 0 -> 4 timer least 5000000\nstate 3\nreceive 1 0 -> 4\nstate 4\nreceive 0 0 -> 5\nstate 5", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 1 0 -> 2\nstate 2\ntau -1 0 -> 3 timer most 2000000\nstate 3\nsend 0 0 -> 4\nstate 4"},
		"found",
	},
	{
		"it waits for less time in another state", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\nreceive 0 0 -> 2\ntau -1 0 -> 2 timer least 3000000\nstate 2", "state 0\ntau -1 0 -> 2\nstate 1\ntau -1 0 -> 2 timer most 9000000\nstate 2\ntau -1 0 -> 3 timer most 2000000\nstate 3\nsend 0 0 -> 4\nstate 4"},
		"clean",
	},
	{
		"it waits for less time, and does so already", "",
		[]string{"state 0\nspawn 0 0 -> 1\nstate 1\ntau -1 0 -> 2 timer\nstate 2\nreceive 0 0 -> 3\ntau -1 0 -> 3 timer least 3000000\nstate 3", "state 0\ntau -1 0 -> 1 timer most 2000000\nstate 1\nsend 0 0 -> 2\nstate 2"},
		"clean",
	},
}

func TestPatience(t *testing.T) {
	for _, test := range hastySystems {
		t.Run(test.name, func(t *testing.T) {
			text := "system \"s\"\nobject channel \"c\" cap 0 labels { \"v\" }\n" + test.objects + "family \"f\" { 1 }\n"
			for _, p := range test.processes {
				text += "process \"p\"\n" + p + "\n"
			}
			sys, err := model.ParseText(strings.NewReader(text), "s")
			if err != nil || !sys.HasTimers() {
				t.Fatalf("%v, or no timers in\n%s", err, text)
			}
			for patient, want := range map[bool]string{false: "found", true: test.patient} {
				if result := verify.Check(sys, verify.Options{Patient: patient}); result.Answer.String() != want || result.Inconclusive != "" {
					t.Errorf("patient %v: %v %s, want %s", patient, result.Answer, result.Inconclusive, want)
				}
			}
		})
	}
}
