package interp

import (
	"fmt"
	"math"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// In what starts in a test it is told apart what comes with time, and where a goroutine may have been held up: see
// verify.Options.Patient. Elsewhere timers run out when they like.

// byTime is the number of a context that ends with time, or by what the program does; a larger one says after how many nanoseconds
// at most. In other contexts a number other than 0 says that the world outside may end it, a negative one that time does after as many
// nanoseconds at most.
const byTime = 2

// timed marks those of some alternatives that come with time: all but such as others of the program take part in. Of the timer is known what it says.
func (e *evaluator) timed(list []alternative, timer model.Timer) []alternative {
	if !e.staged {
		return list
	}
	for i := range list {
		if t := &list[i].transition; t.Object < 0 && (t.Kind == model.Tau || t.Kind == model.Default) {
			t.Event, t.Timer = model.Timeout, timer
			e.noteTimer()
		}
	}
	return list
}

// ended marks the alternatives of the wait for a context that come with time, if nothing in the world ends it before, and says by
// when they come.
func (e *evaluator) ended(list []alternative, context *domain.Description) []alternative {
	limit := model.Timer{Most: limitOf(context)}
	if context.Number >= byTime {
		return e.timed(list, limit)
	}
	for i := range list {
		if t := &list[i].transition; t.Event == model.WorldEvent && limit.Most > 0 {
			t.Timer = limit
		}
	}
	return list
}

// timerOf is what is known of the timer for which an instruction waits that says when it was started; duration is how long it takes.
func (e *evaluator) timerOf(s *localState, started int, duration domain.Value) model.Timer {
	d := e.Of(duration)
	switch {
	case started < ir.JustStarted || d.Form != domain.IntForm:
		return model.Timer{}
	case started == ir.JustStarted:
		return model.Timer{Least: max(0, d.Number), Most: max(1, d.Number)}
	case d.Number <= 0:
		return model.Timer{}
	}
	return model.Timer{Least: d.Number, Number: e.timerNumber(s, started)}
}

// timerNumber numbers a timer of the function that runs, in this call.
func (e *evaluator) timerNumber(s *localState, started int) int {
	_, via := s.source(model.Site{})
	key := fmt.Sprintf("%s %d %v", s.top().function.Name, started, via)
	if e.timers == nil {
		e.timers = map[string]int{}
	}
	if e.timers[key] == 0 {
		e.timers[key] = len(e.timers) + 1
	}
	return e.timers[key]
}

// limitOf is how long it takes at most until a context has ended, 0 if that isn't known.
func limitOf(context *domain.Description) int64 {
	if context.Number < 0 {
		return -context.Number
	}
	return max(0, context.Number-byTime)
}

// endsWithin says of a context that it ends after a while, as does maybe its parent.
func (e *evaluator) endsWithin(context *domain.Description, while domain.Value) {
	limit := limitOf(context)
	if d := e.Of(while); d.Form == domain.IntForm && (limit == 0 || d.Number < limit) {
		limit = min(max(1, d.Number), math.MaxInt64-byTime)
	}
	switch isWorlds := context.Number == 1 || context.Number < 0; {
	case !isWorlds:
		context.Number = byTime + limit
	case limit > 0:
		context.Number = -limit
	}
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
	return e.timed(e.outside(s, c.site, func(n *localState) { c.finish(e, n, e.Opaque) }), e.timerOf(s, ir.JustStarted, c.callee.args[0]))
}

// holdUp notes that a goroutine may have been held up since its last step, by a call of a function that isn't followed, which is nil
// if nothing is known of it.
func (e *evaluator) holdUp(s *localState, name string, function *ir.Function) {
	isPrompt := library.IsPrompt(name) || function != nil && !function.Slow
	s.heldUp = s.heldUp || e.hasTimers && !isPrompt
}
