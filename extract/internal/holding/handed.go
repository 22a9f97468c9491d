package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Releasers are the functions that may release a lock which they haven't taken, as far as they are known.
type releasers struct {
	list  []*supergraph.Function
	known bool
}

func (a *Analysis) releasersOfOthers(lock pointsto.Location) *releasers {
	r := a.foreign[lock]
	if r == nil {
		r = &releasers{}
		r.list, r.known = a.ReleasersOfOthers(lock)
		a.foreign[lock] = r
	}
	return r
}

// releasesOthers reports whether somebody may release one of some locks who hasn't taken it.
func (a *Analysis) releasesOthers(locks []pointsto.Location) bool {
	return slices.ContainsFunc(locks, func(l pointsto.Location) bool {
		r := a.releasersOfOthers(l)
		return !r.known || len(r.list) > 0
	})
}

// mayBeReleasedFor reports whether others may release what a function has taken and returns with: those who release
// locks that they haven't taken, but for goroutines that are handed the lock by somebody else.
func (a *Analysis) mayBeReleasedFor(t Taking) bool {
	return slices.ContainsFunc(t.Locks, func(l pointsto.Location) bool {
		r := a.releasersOfOthers(l)
		return !r.known || slices.ContainsFunc(r.list, func(f *supergraph.Function) bool { return !a.isHandedOver(l, f, t.Parent) })
	})
}

// isHandedOver reports whether a goroutine releases a lock only when it has received something over a channel that the
// one who has started it made, and that nobody else has: then the lock was handed over to it with the message, and it
// isn't that of another function.
func (a *Analysis) isHandedOver(lock pointsto.Location, g, other *supergraph.Function) bool {
	if !a.isGoroutine(g) {
		return false
	}
	for i := range g.Instructions() {
		if i.Instr().Op != ir.OpReceive || i.At.Block != 0 {
			continue
		}
		channels := a.Points.Operand(g.Function, i.Instr().Args[0])
		if len(channels) == 1 && a.isAmongGoroutinesOf(channels[0], g) && !a.usesAny(other, channels) && !a.mayReleaseBefore(i, lock) {
			return true
		}
	}
	return false
}

// isAmongGoroutinesOf reports whether the function that starts a goroutine, or one around it, makes a channel that nobody
// has but that and its literals.
func (a *Analysis) isAmongGoroutinesOf(channel pointsto.Location, g *supergraph.Function) bool {
	o := &a.Points.Objects[channel]
	maker := a.Functions[o.Function]
	isWithin := func(f *supergraph.Function) bool {
		for range maxDepth {
			if f == maker {
				return true
			}
			if len(a.Closures[f]) != 1 {
				return false
			}
			f = a.Closures[f][0].Parent
		}
		return false
	}
	return o.Kind == pointsto.Channel && maker != nil && g != maker && !a.Points.Escapes(channel) &&
		!slices.ContainsFunc(a.Users[channel], func(f *supergraph.Function) bool { return !isWithin(f) })
}

// usesAny reports whether a function has one of some objects.
func (a *Analysis) usesAny(f *supergraph.Function, objects []pointsto.Location) bool {
	return slices.ContainsFunc(objects, func(l pointsto.Location) bool { return slices.Contains(a.Users[l], f) })
}

// mayReleaseBefore reports whether a function may release a lock before it comes to an instruction.
func (a *Analysis) mayReleaseBefore(i supergraph.Instruction, lock pointsto.Location) bool {
	for before := range comingBefore(i) {
		isRelease := supergraph.Releases(supergraph.LockingBy(before.Instr().Name)) != model.Tau
		if before.Calls() && (isRelease || slices.ContainsFunc(a.CalleesAt(before), func(callee *supergraph.Function) bool { return a.Touches(callee, lock) })) {
			return true
		}
	}
	return false
}
