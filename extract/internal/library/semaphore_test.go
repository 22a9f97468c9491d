package library

import "testing"

func TestMethodsOfSemaphoresAreAboutOneSlotOrMore(t *testing.T) {
	for _, test := range []struct {
		name   string
		amount int
		known  bool
	}{
		{"(*golang.org/x/sync/semaphore.Weighted).Acquire", 2, true},
		{"(*golang.org/x/sync/semaphore.Weighted).TryAcquire", 1, true},
		{"(*golang.org/x/sync/semaphore.Weighted).Release", 1, true},
		{"golang.org/x/sync/semaphore.NewWeighted", 0, false},
		{"(*sync.Mutex).Lock", 0, false},
	} {
		one := OneSlot(test.name)
		if known := one != ""; known != test.known {
			t.Errorf("%s is about one slot: %v", test.name, known)
			continue
		}
		if !test.known {
			continue
		}
		if got := AmountOf(test.name); got != test.amount {
			t.Errorf("%s has its number of slots in argument %d, want %d", test.name, got, test.amount)
		}
		if f, whole := StandIn(one), StandIn(test.name); f == nil || f.Params != test.amount || whole == nil || whole.Params != test.amount+1 {
			t.Errorf("%s: %v, of one slot %v", test.name, whole, f)
		}
	}
}
