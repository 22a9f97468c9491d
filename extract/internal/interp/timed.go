package interp

import (
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// In what starts in a test it is told apart what comes with time, and where a goroutine may have been held up: see
// verify.Options.Patient. Elsewhere timers run out when they like.

// byTime is the number of a context that ends with time, or by what the program does: in other contexts a number other than 0 says that
// the world outside may end it.
const byTime = 2

// timed marks those of some alternatives that come with time: all but such as others of the program take part in.
func (e *evaluator) timed(list []alternative) []alternative {
	if !e.staged {
		return list
	}
	for i := range list {
		if t := &list[i].transition; t.Object < 0 && (t.Kind == model.Tau || t.Kind == model.Default) {
			t.Event = model.Timeout
			e.noteTimer()
		}
	}
	return list
}

// atOnce says of alternatives that nobody waits for them, though what others do decides what comes of them.
func atOnce(list []alternative) []alternative {
	for i := range list {
		list[i].transition.Event = model.NoEvent
	}
	return list
}

// noteTimer notes that there are timers, so that it matters where goroutines are held up.
func (e *evaluator) noteTimer() {
	if !e.hasTimers {
		e.hasTimers, e.changed = true, true
	}
}

// sleeps is a call that sleeps.
func sleeps(e *evaluator, s *localState, c *invocation) []alternative {
	if !e.staged {
		c.finish(e, s, e.Opaque)
		return nil
	}
	return e.timed(e.outside(s, c.site, func(n *localState) { c.finish(e, n, e.Opaque) }))
}

// holdUp notes that a goroutine may have been held up since its last step, by a call of a function that isn't followed, which is nil
// if nothing is known of it.
func (e *evaluator) holdUp(s *localState, name string, function *ir.Function) {
	isPrompt := library.IsPrompt(name) || function != nil && !function.Slow
	s.heldUp = s.heldUp || e.hasTimers && !isPrompt
}
