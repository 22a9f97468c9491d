package scope_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A statement is one of a random function about a box b, of which the channel may be one that a package-level variable kept leads to.
type statement struct {
	kind   string // send, receive, trySend, tryReceive, close, keep, call, go, later, if
	onKept bool   // it is about what is kept, if something is
	callee int    // of a call, start, or timer: a function with a greater number
	then   []statement
}

// A drawing draws random packages of some functions, two tests that call them, and what runs before.
type drawing struct{ *rand.Rand }

const functionsOfDrawing = 4

func (d drawing) statements(caller, depth int) (list []statement) {
	for range 1 + d.IntN(3) {
		kinds := []string{"trySend", "tryReceive", "trySend", "tryReceive", "send", "receive", "close", "keep"}
		if caller < functionsOfDrawing-1 {
			kinds = append(kinds, "call", "call", "go", "go", "later")
		}
		if depth < 2 {
			kinds = append(kinds, "if")
		}
		s := statement{kind: kinds[d.IntN(len(kinds))], onKept: d.IntN(5) == 0}
		switch s.kind {
		case "call", "go", "later":
			s.callee = caller + 1 + d.IntN(functionsOfDrawing-1-caller)
		case "if":
			s.then = d.statements(caller, depth+1)
		}
		list = append(list, s)
	}
	return list
}

// print writes statements down.
func (s *statement) print(b *strings.Builder) {
	box := "b"
	if s.onKept {
		box = "kept"
		b.WriteString("if kept != nil {\n")
	}
	switch s.kind {
	case "send":
		fmt.Fprintf(b, "%s.c <- 1\n", box)
	case "receive":
		fmt.Fprintf(b, "<-%s.c\n", box)
	case "trySend":
		fmt.Fprintf(b, "select { case %s.c <- 1: default: }\n", box)
	case "tryReceive":
		fmt.Fprintf(b, "select { case <-%s.c: default: }\n", box)
	case "close":
		fmt.Fprintf(b, "close(%s.c)\n", box)
	case "keep":
		fmt.Fprintf(b, "kept = %s\n", box)
	case "call":
		fmt.Fprintf(b, "f%d(%s)\n", s.callee, box)
	case "go":
		fmt.Fprintf(b, "go f%d(%s)\n", s.callee, box)
	case "later":
		fmt.Fprintf(b, "{ b := %s; time.AfterFunc(1, func() { f%d(b) }) }\n", box, s.callee)
	case "if":
		b.WriteString("if time.Now().Unix() > 7 {\n")
		printAll(b, s.then)
		b.WriteString("}\n")
	}
	if s.onKept {
		b.WriteString("}\n")
	}
}

func printAll(b *strings.Builder, list []statement) {
	for n := range list {
		list[n].print(b)
	}
}

// An execution explores what a test may do whose box has some slots, with what an initializer has started.
type execution struct {
	functions [][]statement
	slots     int
	seen      map[string]bool
	// isStuck says that somebody waits for ever, panics that a channel is closed twice, or sent on when it is closed.
	isStuck, panics bool
	// steps numbers what is left to be done by a goroutine, so that states can be told apart.
	steps map[*statement]int
}

// A situation is where all goroutines are, each with the statements that are left for it.
type situation struct {
	left             [][]*statement
	messages         int
	isClosed, isKept bool
}

func pointers(list []statement) (all []*statement) {
	for n := range list {
		all = append(all, &list[n])
	}
	return all
}

func (x *execution) key(s situation) string {
	var goroutines []string
	for _, left := range s.left {
		var b strings.Builder
		for _, statement := range left {
			if x.steps[statement] == 0 {
				x.steps[statement] = len(x.steps) + 1
			}
			fmt.Fprint(&b, x.steps[statement], " ")
		}
		goroutines = append(goroutines, b.String())
	}
	slices.Sort(goroutines)
	return fmt.Sprint(goroutines, s.messages, s.isClosed, s.isKept)
}

// mostSituations limits what is explored.
const mostSituations = 20_000

// explore visits all that may follow. It reports whether that was all.
func (x *execution) explore(s situation) bool {
	s.left = slices.DeleteFunc(s.left, func(left []*statement) bool { return len(left) == 0 })
	key := x.key(s)
	if x.seen[key] {
		return true
	}
	x.seen[key] = true
	if len(x.seen) > mostSituations {
		return false
	}
	moved := false
	for g := range s.left {
		for _, next := range x.moves(s, g) {
			moved = true
			if !x.explore(next) {
				return false
			}
		}
	}
	x.isStuck = x.isStuck || !moved && len(s.left) > 0 && !x.hasEnded(s)
	return true
}

// hasEnded reports whether the program has panicked.
func (x *execution) hasEnded(s situation) bool { return s.messages < 0 }

// moves are the situations to which the next statement of a goroutine leads, none if it waits.
func (x *execution) moves(s situation, g int) []situation {
	if x.hasEnded(s) {
		return nil
	}
	done := s.left[g][0]
	next := s
	next.left = slices.Clone(s.left)
	next.left[g] = s.left[g][1:]
	if done.onKept && !s.isKept {
		return []situation{next}
	}
	switch done.kind {
	case "keep":
		next.isKept = true
	case "call":
		next.left[g] = slices.Concat(pointers(x.functions[done.callee]), next.left[g])
	case "go", "later":
		next.left = append(next.left, pointers(x.functions[done.callee]))
	case "if":
		other := next
		other.left = slices.Clone(next.left)
		other.left[g] = slices.Concat(pointers(done.then), next.left[g])
		return []situation{next, other}
	default:
		return x.operate(s, next, g)
	}
	return []situation{next}
}

// operate carries out an operation on the channel.
func (x *execution) operate(s, next situation, g int) []situation {
	kind := s.left[g][0].kind
	isSend := kind == "send" || kind == "trySend"
	switch {
	case s.isClosed && (isSend || kind == "close"):
		x.panics = true
		next.messages = -1
		return []situation{next}
	case kind == "close":
		next.isClosed = true
		return []situation{next}
	case isSend && s.messages < x.slots:
		next.messages++
		return []situation{next}
	case !isSend && s.messages > 0:
		next.messages--
		return []situation{next}
	case !isSend && s.isClosed:
		return []situation{next}
	}
	if x.slots == 0 && isSend {
		if met := x.meetings(s, next, g); len(met) > 0 {
			return met
		}
	}
	if strings.HasPrefix(kind, "try") {
		return []situation{next}
	}
	return nil
}

// meetings are where somebody receives what is sent without a buffer: one who waits, or asks just then.
func (x *execution) meetings(s, next situation, g int) (list []situation) {
	isTry := s.left[g][0].kind == "trySend"
	for other, left := range s.left {
		isOnChannel := len(left) > 0 && (!left[0].onKept || s.isKept)
		if other != g && isOnChannel && (left[0].kind == "receive" || left[0].kind == "tryReceive" && !isTry) {
			met := next
			met.left = slices.Clone(next.left)
			met.left[other] = left[1:]
			list = append(list, met)
		}
	}
	return list
}

// checkAlone compares what is said of the tests of a random package with all that they can do. It returns for how many
// of their channels nobody waits, and for how many somebody does.
func checkAlone(t *testing.T, seed uint64) (free, waited int) {
	t.Helper()
	d := drawing{rand.New(rand.NewPCG(seed, 2))}
	var functions [][]statement
	var b strings.Builder
	b.WriteString("import \"time\"\nvar _ = time.Now\ntype box struct { c chan int }\nvar kept *box\n")
	for n := range functionsOfDrawing {
		functions = append(functions, d.statements(n, 0))
		fmt.Fprintf(&b, "func f%d(b *box) {\n", n)
		printAll(&b, functions[n])
		b.WriteString("}\n")
	}
	var before []statement
	if d.IntN(4) == 0 {
		before = d.statements(functionsOfDrawing, 2)
		for n := range before {
			before[n].onKept = true
		}
		b.WriteString("func init() { go func() {\n")
		printAll(&b, before)
		b.WriteString("}() }\n")
	}
	shipped := b.String()
	b.Reset()
	slots, own := [2]int{d.IntN(3), d.IntN(3)}, [2][]statement{}
	for n := range slots {
		own[n] = d.statements(-1, 0)
		fmt.Fprintf(&b, "func Test%d(t *testing.T) {\nb := &box{make(chan int, %d)}\n_ = b\n", n, slots[n])
		printAll(&b, own[n])
		b.WriteString("}\n")
	}
	alone := testsAloneOf(t, shipped, b.String())
	for n := range slots {
		list := alone.Unwaited(fmt.Sprintf("p.Test%d", n))
		x := &execution{functions: functions, slots: slots[n], seen: map[string]bool{}, steps: map[*statement]int{}}
		isAll := x.explore(situation{left: [][]*statement{pointers(own[n]), pointers(before)}})
		if len(list) == 0 {
			if x.isStuck {
				waited++
			}
			continue
		}
		free++
		if isPanic := x.panics && len(list[0].Panics) == 0; isPanic || x.isStuck {
			t.Errorf("seed %d: somebody waits in Test%d: %v, or something panics: %v, in\n%s\n%s", seed, n, x.isStuck, isPanic, shipped, &b)
		}
		if !isAll {
			t.Logf("seed %d: not all was explored", seed)
		}
	}
	return free, waited
}

// TestWhomNobodyWaitsForAgreesWithAllExecutions of random tests.
func TestWhomNobodyWaitsForAgreesWithAllExecutions(t *testing.T) {
	packages := 600
	if testing.Short() {
		packages = 100
	}
	free, waited := 0, 0
	for seed := range packages {
		f, w := checkAlone(t, uint64(seed))
		free, waited = free+f, waited+w
	}
	if t.Logf("in %d tests nobody waits, in %d somebody is stuck", free, waited); free < packages/10 || waited < packages/10 {
		t.Error("tests of a kind are missing")
	}
}
