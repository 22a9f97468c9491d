package report_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// TestTellCapacity has what is told of one place: a least capacity, and without one whether the capacity of
// the program is safe, what is wrong below, and what is known of larger ones.
func TestTellCapacity(t *testing.T) {
	fails := func(n int) *kmc.Failure {
		return &kmc.Failure{Capacity: n, System: &model.System{}, Finding: verify.Finding{Category: verify.Deadlock}}
	}
	const unknown = "; larger ones are not known to be safe (not k-exhaustive)"
	for _, test := range []struct {
		c    kmc.Capacity
		from int
		want string
	}{
		{kmc.Capacity{Capacity: 0, Least: 0, Safe: kmc.Holds}, 0, "has capacity 0, least safe 0: does not depend on its capacity"},
		{kmc.Capacity{Capacity: 3, Least: 2, AtMost: true, Safe: kmc.Holds}, 0, "has capacity 3, least safe at most 2: safe from 2, and nothing is known below"},
		{kmc.Capacity{Capacity: 2, Least: 1, Safe: kmc.Holds, Failure: fails(0)}, 0, "has capacity 2, least safe 1: depends on its capacity, deadlocks with 0, safe from 1"},
		{kmc.Capacity{Capacity: 2, Largest: 2, Least: 0, Safe: kmc.Holds, Needs: []kmc.Need{{Name: "b", AtLeast: 1}, {AtLeast: 2}}}, 0,
			"has capacity 2, least safe 0 as long as b has at least 1 and another channel has at least 2: does not depend on its capacity alone"},
		{kmc.Capacity{Capacity: 2, Least: 1, Stay: true, Safe: kmc.Holds, Failure: fails(0)}, 0,
			"has capacity 2, least safe 1 as long as all others stay as they are: depends on its capacity, deadlocks with 0, safe from 1"},
		{kmc.Capacity{Capacity: 1, Least: 2, Others: 2, Safe: kmc.Fails, Failure: fails(1)}, 2,
			"has capacity 1, least safe 2 if all others have at least 2: deadlocks with 1, safe from 2"},
		{kmc.Capacity{Capacity: 0, Least: -1, Safe: kmc.Holds}, 0, "has capacity 0, safe as it is" + unknown},
		{kmc.Capacity{Capacity: 1, Largest: 4, Least: -1, Safe: kmc.Holds, Left: true}, 0, "has capacity 1 to 4, safe as it is; a message can be left behind" + unknown},
		{kmc.Capacity{Capacity: 2, Least: -1, Safe: kmc.Holds, Failure: fails(1)}, 0, "has capacity 2, safe as it is, and depends on it: deadlocks with 1" + unknown},
		{kmc.Capacity{Capacity: 2, Least: -1, Safe: kmc.Fails, Failure: fails(2)}, 3, "has capacity 2, not safe: deadlocks with 2; safe if all channels have at least 3"},
		{kmc.Capacity{Capacity: 1, Largest: 2, Least: -1, Safe: kmc.Fails}, 0, "has capacity 1 to 2, not safe" + unknown},
		{kmc.Capacity{Capacity: 2, Least: -1}, 0, "has capacity 2, and whether that is safe isn't known: the exploration was cut short" + unknown},
	} {
		all := &kmc.Capacities{From: test.from, Reason: "not k-exhaustive"}
		if got := report.TellCapacity(all, &test.c); got != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s", test.c, got, test.want)
		}
	}
}
