package verify_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// lockings are processes over a mutex m and n, a read-write lock rw and a Once, which run
// at once, and whether their locks are known to be taken in order.
var lockings = []struct {
	name      string
	processes []string
	want      bool
}{
	{"one lock, by several", []string{"lock m; unlock m", "lock m; unlock m"}, true},
	{"in the same order", []string{"lock m; lock n; unlock n; unlock m", "lock m; lock n; unlock m; unlock n"}, true},
	{"in both orders", []string{"lock m; lock n; unlock n; unlock m", "lock n; lock m; unlock m; unlock n"}, false},
	{"in a circle of three", []string{"lock m; rlock rw; runlock rw; unlock m", "rlock rw; lock n; unlock n; runlock rw", "lock n; lock m; unlock m; unlock n"}, false},
	{"twice", []string{"lock m; lock m; unlock m; unlock m"}, false},
	{"twice to read", []string{"rlock rw; rlock rw; runlock rw; runlock rw"}, false},
	{"to read, and then to write", []string{"rlock rw; announce rw; lock rw; unlock rw; runlock rw"}, false},
	{"to write after reading", []string{"rlock rw; runlock rw; announce rw; lock rw; unlock rw"}, true},
	{"kept at the end", []string{"lock m"}, false},
	{"kept by one that ends the program", []string{"lock m; exit"}, true},
	{"released by another one", []string{"lock m", "unlock m"}, false},
	{"released to readers", []string{"announce rw; lock rw; runlock rw"}, false},
	{"a crash", []string{"crash"}, false},
	{"a signal", []string{"lock m; signal; unlock m"}, false},
	{"a function that is run once", []string{"begin once; lock m; unlock m; end once", "lock n; begin once; end once; unlock n"}, true},
	{"one that runs itself", []string{"begin once; begin once; end once; end once"}, false},
	{"what nobody begins", []string{"skip once"}, false},
}

var lockActions = map[string]model.Kind{
	"lock": model.Lock, "unlock": model.Unlock, "rlock": model.RLock, "runlock": model.RUnlock, "announce": model.Announce,
	"begin": model.OnceBegin, "skip": model.OnceSkip, "end": model.OnceEnd, "exit": model.Exit, "crash": model.Crash, "signal": model.Signal,
}

func TestLocksAreTakenInOrder(t *testing.T) {
	for _, test := range lockings {
		sys := lockSystem()
		for _, text := range test.processes {
			add(sys, sequence(t, sys, text))
		}
		if got := verify.InOrder(sys); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// circles are processes as above, and how many locks may be in a circle.
var circles = []struct {
	name      string
	processes []string
	want      int
}{
	{"in the same order", []string{"lock m; lock n; unlock n; unlock m", "lock m; lock n; unlock m; unlock n"}, 0},
	{"in both orders", []string{"lock m; lock n; unlock n; unlock m", "lock n; lock m; unlock m; unlock n"}, 2},
	{"in a circle of three", []string{"lock m; rlock rw; runlock rw; unlock m", "rlock rw; lock n; unlock n; runlock rw", "lock n; lock m; unlock m; unlock n"}, 3},
	{"by one process", []string{"lock m; rlock rw; unlock m; lock n; runlock rw; lock m; unlock n; unlock m"}, 3},
	{"after something else", []string{"signal; lock m; lock n; signal; unlock n; unlock m", "lock n; signal; lock m; unlock m; unlock n"}, 2},
	{"twice", []string{"lock m; lock m; unlock m; unlock m"}, 0},
}

func TestLocksMayBeInACircle(t *testing.T) {
	for _, test := range circles {
		sys := lockSystem()
		for _, text := range test.processes {
			add(sys, sequence(t, sys, text))
		}
		if got := verify.LockCircle(sys, 1000); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
		if got := verify.LockCircle(sys, 1); got != 4 {
			t.Errorf("%s: %d if that is too much, want all 4", test.name, got)
		}
	}
}

// sequence is a goroutine that does one thing after the other.
func sequence(t *testing.T, sys *model.System, text string) (states []model.State) {
	t.Helper()
	actions := strings.Split(text, "; ")
	for i, action := range actions {
		word, name, _ := strings.Cut(action, " ")
		kind, ok := lockActions[word]
		if !ok {
			t.Fatalf("no action %s", word)
		}
		object := slices.IndexFunc(sys.Objects, func(o model.Object) bool { return o.Name == name })
		step := model.Transition{Kind: kind, Object: object, To: i + 1}
		states = append(states, model.State{Transitions: []model.Transition{step}})
		if kind == model.OnceBegin {
			step.Kind, step.To = model.OnceSkip, slices.Index(actions, "end "+name)+1
			states[i].Transitions = append(states[i].Transitions, step)
		}
	}
	return append(states, model.State{})
}

// lockSystem has locks, and a process that starts one goroutine of each family.
func lockSystem() *model.System {
	sys := &model.System{Processes: make([]model.Automaton, 1)}
	for _, o := range []model.Object{{Kind: model.Mutex, Name: "m"}, {Kind: model.Mutex, Name: "n"}, {Kind: model.RWMutex, Name: "rw"}, {Kind: model.Once, Name: "once"}} {
		o.Owner = -1
		sys.Objects = append(sys.Objects, o)
	}
	return sys
}

// add adds a goroutine, each of whose steps has a place of its own.
func add(sys *model.System, states []model.State) {
	for i := range states {
		for j := range states[i].Transitions {
			states[i].Transitions[j].Site = model.Site{File: "f", Line: 100*len(sys.Processes) + i, Column: j + 1}
		}
	}
	sys.Families = append(sys.Families, model.Family{Members: []int{len(sys.Processes)}})
	sys.Processes = append(sys.Processes, model.Automaton{States: states})
	start := &sys.Processes[0].States
	*start = nil
	for family := range sys.Families {
		*start = append(*start, model.State{Transitions: []model.Transition{{Kind: model.Spawn, Object: family, To: family + 1}}})
	}
	*start = append(*start, model.State{})
}

// TestTryingWhatOneHasIsNoWait: who tries to lock what he has locked goes on.
func TestTryingWhatOneHasIsNoWait(t *testing.T) {
	sys := lockSystem()
	add(sys, []model.State{
		{Transitions: []model.Transition{{Kind: model.Lock, To: 1}}},
		{Transitions: []model.Transition{{Kind: model.Lock, To: 3}, {Kind: model.Default, Object: -1, To: 2}}},
		{Transitions: []model.Transition{{Kind: model.Unlock, To: 3}}},
		{},
	})
	if clean := checked(t, sys, verify.Options{Plain: true}).Answer == verify.Clean; !verify.InOrder(sys) || !clean {
		t.Errorf("in order: %v, clean: %v", verify.InOrder(sys), clean)
	}
}

// TestALoopMayKeepALock looks at loops in a section, which are left on some condition.
func TestALoopMayKeepALock(t *testing.T) {
	for name, test := range map[string]struct {
		loop, leave string // why it is in doubt
		want        bool
	}{
		"the world decides":       {"", "", true},
		"the program decides":     {"unknown", "unknown", false},
		"it is never left":        {"", "none", false},
		"it may not be left, too": {"", "unknown", false},
	} {
		section := []model.State{
			{Transitions: []model.Transition{{Kind: model.Lock, To: 1}}},
			{Transitions: []model.Transition{{Kind: model.Tau, Object: -1, To: 1, Doubt: test.loop}, {Kind: model.Tau, Object: -1, To: 2, Doubt: test.leave}}},
			{Transitions: []model.Transition{{Kind: model.Unlock, To: 3}}},
			{},
		}
		if test.leave == "none" {
			section[1].Transitions = section[1].Transitions[:1]
		}
		sys := lockSystem()
		add(sys, section)
		if got := verify.InOrder(sys); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		if clean := checked(t, sys, verify.Options{Plain: true}).Answer == verify.Clean; test.want && !clean {
			t.Errorf("%s: something goes wrong", name)
		}
	}
}

// TestALoopIsLeftByWhatRecurs looks at loops in a section of m that other steps lead out of
// than those which the world decides.
func TestALoopIsLeftByWhatRecurs(t *testing.T) {
	const m, n, rw, once = 0, 1, 2, 3
	step := func(kind model.Kind, object, to int) model.Transition {
		return model.Transition{Kind: kind, Object: object, To: to}
	}
	for name, test := range map[string]struct {
		loop [][]model.Transition // from state 1 on; state 4 releases m
		want bool
	}{
		"until it was run once, by itself": {[][]model.Transition{
			{step(model.OnceBegin, once, 2), step(model.OnceSkip, once, 4)},
			{step(model.OnceEnd, once, 1)},
		}, true},
		"until it runs it itself": {[][]model.Transition{
			{step(model.OnceBegin, once, 2), step(model.OnceSkip, once, 1)},
			{step(model.OnceEnd, once, 4)},
		}, false},
		"until an attempt has success": {[][]model.Transition{
			{step(model.Lock, n, 2), step(model.Default, -1, 1)},
			{step(model.Unlock, n, 4)},
		}, true},
		"until an attempt fails": {[][]model.Transition{
			{step(model.Lock, n, 2), step(model.Default, -1, 4)},
			{step(model.Unlock, n, 1)},
		}, false},
		"until an attempt to have what it has fails": {[][]model.Transition{
			{step(model.Lock, m, 1), step(model.Tau, -1, 1), step(model.Default, -1, 4)},
		}, true},
		"until one who reads fails to read": {[][]model.Transition{
			{step(model.RLock, rw, 2)},
			{step(model.RLock, rw, 2), step(model.Default, -1, 3)},
			{step(model.RUnlock, rw, 4)},
		}, false},
	} {
		sys := lockSystem()
		states := [][]model.Transition{{step(model.Lock, m, 1)}}
		states = append(states, append(test.loop, make([][]model.Transition, 3-len(test.loop))...)...)
		var section []model.State
		for _, transitions := range append(states, []model.Transition{step(model.Unlock, m, 5)}, nil) {
			section = append(section, model.State{Transitions: transitions})
		}
		add(sys, section)
		add(sys, sequence(t, sys, "begin once; end once; lock m; unlock m"))
		if got := verify.InOrder(sys); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		if clean := checked(t, sys, verify.Options{Plain: true}).Answer == verify.Clean; clean != test.want {
			t.Errorf("%s: clean: %v", name, clean)
		}
	}
}

// randomLocking is a goroutine that takes locks, most of the time as it should.
func randomLocking(r *rand.Rand, sys *model.System) []model.State {
	b := &lockWriter{r: r, sys: sys}
	for range 1 + r.IntN(2) {
		b.section(2)
	}
	b.states = append(b.states, model.State{})
	if r.IntN(3) == 0 {
		s := &b.states[r.IntN(len(b.states)-1)]
		s.Transitions[r.IntN(len(s.Transitions))].To = r.IntN(len(b.states))
	}
	return b.states
}

// A lockWriter writes a goroutine.
type lockWriter struct {
	r      *rand.Rand
	sys    *model.System
	states []model.State
}

func (b *lockWriter) act(kinds ...model.Kind) {
	var state model.State
	for _, k := range kinds {
		state.Transitions = append(state.Transitions, model.Transition{Kind: k, Object: -1, To: len(b.states) + 1})
	}
	b.states = append(b.states, state)
}

func (b *lockWriter) on(object int, kinds ...model.Kind) {
	b.act(kinds...)
	last := &b.states[len(b.states)-1]
	for i := range last.Transitions {
		last.Transitions[i].Object = object
	}
}

// section takes a lock, and in it others.
func (b *lockWriter) section(depth int) {
	object := b.r.IntN(len(b.sys.Objects))
	first := len(b.states)
	var release model.Kind
	switch b.sys.Objects[object].Kind {
	case model.Mutex:
		b.on(object, model.Lock)
		release = model.Unlock
	case model.RWMutex:
		b.on(object, model.RLock)
		release = model.RUnlock
		if b.r.IntN(2) == 0 {
			b.states = b.states[:first]
			b.on(object, model.Announce)
			b.on(object, model.Lock)
			release = model.Unlock
		}
	case model.Once:
		b.on(object, model.OnceBegin, model.OnceSkip)
		release = model.OnceEnd
	}
	tries := len(b.states) == first+1 && release != model.OnceEnd && b.r.IntN(4) == 0
	if tries {
		s := &b.states[first]
		s.Transitions = append(s.Transitions, model.Transition{Kind: model.Default, Object: -1})
	}
	for range b.r.IntN(2) {
		if depth > 0 {
			b.section(depth - 1)
		}
	}
	if b.r.IntN(3) == 0 {
		b.act(model.Tau, model.Tau)
		b.branch()
	}
	b.on(object, release)
	if tries || release == model.OnceEnd { // those who fail, or come later, do none of this
		b.states[first].Transitions[1].To = len(b.states)
		if b.r.IntN(4) == 0 {
			b.states[first].Transitions[1].To = b.r.IntN(len(b.states))
		}
	}
}

// branch lets the last state lead to one before, or to where it leads.
func (b *lockWriter) branch() {
	t := b.states[len(b.states)-1].Transitions
	t[1].To = b.r.IntN(len(b.states))
	if b.r.IntN(2) == 0 {
		t[0].Doubt, t[1].Doubt = "unknown", "unknown"
	}
}

// TestLocksInOrderAreNeverStuck compares random systems with a plain exploration.
func TestLocksInOrderAreNeverStuck(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	proved, clean := 0, 0
	for range sample(24_000) {
		isProved, isClean := lockOrderAgrees(t, r)
		if isProved {
			proved++
		}
		if isClean {
			clean++
		}
	}
	t.Logf("%d of %d clean systems are in order", proved, clean)
	if proved < clean/2 || clean < sample(2000) {
		t.Errorf("only %d of %d clean systems are in order", proved, clean)
	}
}

func lockOrderAgrees(t *testing.T, r *rand.Rand) (proved, clean bool) {
	t.Helper()
	sys := lockSystem()
	for range 1 + r.IntN(3) {
		add(sys, randomLocking(r, sys))
	}
	plain := checked(t, sys, verify.Options{States: 3000, Plain: true})
	proved, clean = verify.InOrder(sys), plain.Answer == verify.Clean
	if proved && !clean && plain.Inconclusive == "" {
		t.Fatalf("in order, but something goes wrong: %+v\n%s", plain, textOf(t, sys))
	}
	return proved, clean
}

func FuzzLocksInOrderAreNeverStuck(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { lockOrderAgrees(t, rand.New(rand.NewPCG(a, b))) })
}
