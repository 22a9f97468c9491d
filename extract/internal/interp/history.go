package interp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who appends to a slice that goroutines share, or stores something in such a map, feeds himself
// what he has stored: he would find it there before he has done so, and store it once more, and so
// on. So slices and maps remember which operations have made them what they are. An operation that
// a goroutine comes to only once, and that still lies before it, has made nothing that it can find.
//
// So do numbers: who counts finds what others have counted, and not what he is about to count himself.
//
// This only tells executions apart that can't be. Operations in loops, and those of goroutines that
// are started again and again, aren't remembered.

// historyCell is the path of the cell of a slice or map that names the operations.
const historyCell = " history"

// A codePoint is where a frame is.
type codePoint struct{ function, block, pc int }

// An event is an operation that a goroutine comes to once: where, as its calls, outermost first.
type event struct {
	who    int
	points []codePoint
}

// remember adds the operation at which a state s is to what an object remembers in a state n, and what
// others remember that it was made of.
func (e *evaluator) remember(s, n *localState, o domain.ObjectID, from ...*domain.HeapObject) {
	events := e.historyOf(n.memory[o])
	for _, h := range from {
		events = append(events, e.historyOf(h)...)
	}
	events = e.withEvent(s, events)
	if len(events) == 0 {
		return
	}
	var text []string
	for _, i := range events {
		text = append(text, strconv.Itoa(i))
	}
	n.memory[o] = n.memory[o].With(historyCell, e.Text(strings.Join(text, " ")))
}

// withEvent adds the operation at which a state is to events, if it comes once. They are sorted.
func (e *evaluator) withEvent(s *localState, events []int) []int {
	events = slices.Clone(events)
	if !e.clients && !e.repeats(s) && e.who() <= 0 {
		events = append(events, e.eventOf(s))
	}
	slices.Sort(events)
	return slices.Compact(events)
}

// historyOf lists the events that have made an object what it is.
func (e *evaluator) historyOf(h *domain.HeapObject) (events []int) {
	v := h.Find(historyCell)
	if v == 0 || e.Of(v).Form != domain.StringForm {
		return nil
	}
	for _, field := range strings.Fields(e.Of(v).Text) {
		i, _ := strconv.Atoi(field)
		events = append(events, i)
	}
	return events
}

// eventOf numbers the current operation, from 1 on.
func (e *evaluator) eventOf(s *localState) int {
	_, calls, _ := strings.Cut(e.place(s), "|")
	key := strconv.Itoa(e.who()) + "|" + calls
	if e.eventIndex[key] == 0 {
		e.events = append(e.events, event{e.who(), e.pointsOf(s)})
		e.eventIndex[key] = len(e.events)
	}
	return e.eventIndex[key]
}

func (e *evaluator) pointsOf(s *localState) (points []codePoint) {
	for _, f := range s.frames {
		points = append(points, codePoint{e.flowOf(f.function).number, f.block, f.pc})
	}
	return points
}

// isYetToCome reports whether a label owes what it is to an operation that the goroutine hasn't come
// to yet.
func (e *evaluator) isYetToCome(s *localState, l label) bool {
	events := slices.Clone(l.events)
	for _, h := range l.memory {
		events = append(events, e.historyOf(h)...)
	}
	return slices.ContainsFunc(events, func(i int) bool {
		return e.events[i-1].who == e.who() && e.isAhead(s, e.events[i-1].points)
	})
}

// isAhead reports whether a place to which a goroutine comes once certainly lies before it, or is
// where it is: one can come there from where they part.
func (e *evaluator) isAhead(s *localState, points []codePoint) bool {
	for i, here := range e.pointsOf(s) {
		switch {
		case i == len(points) || points[i].function != here.function:
			return false
		case points[i] == here:
		case points[i].block == here.block:
			return points[i].pc > here.pc
		default:
			return leadsTo(s.frames[i].function, here.block, points[i].block)
		}
	}
	return len(points) == len(s.frames)
}

// leadsTo reports whether control can come from one block of a function to another one.
func leadsTo(f *ir.Function, from, to int) bool {
	seen, queue := map[int]bool{}, []int{from}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		for _, edge := range f.Blocks[b].Succs {
			if edge.Block == to {
				return true
			}
			if !seen[edge.Block] {
				seen[edge.Block] = true
				queue = append(queue, edge.Block)
			}
		}
	}
	return false
}
