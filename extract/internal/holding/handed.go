package holding

import (
	"slices"
	"strings"

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

// handlesOf lists where a function makes the handles, such as transactions, by which others release what it has taken and
// returns with. It isn't known if others release that who haven't taken it, but for goroutines that are handed the lock
// by somebody else.
func (a *Analysis) handlesOf(t Taking) (handles []supergraph.Instruction, known bool) {
	for _, l := range t.Locks {
		r := a.releasersOfOthers(l)
		if !r.known {
			return nil, false
		}
		for _, f := range r.list {
			if a.isHandedOver(l, f, t.Parent) {
				continue
			}
			made, ok := a.handlesFor(f, t)
			if !ok {
				return nil, false
			}
			handles = append(handles, made...)
		}
	}
	return handles, true
}

// handlesFor lists where a function makes the structs of whose type somebody needs one to release what it has taken. It
// is not ok if there may be others, or one that was made before.
func (a *Analysis) handlesFor(releaser *supergraph.Function, t Taking) (handles []supergraph.Instruction, ok bool) {
	typeName, ok := a.releasedBy(releaser, t)
	if !ok {
		return nil, false
	}
	for l := range a.Points.Objects {
		o := &a.Points.Objects[l]
		if o.Kind != pointsto.Variable || o.Type != typeName || o.Function == nil || a.Functions[o.Function] == nil {
			continue
		}
		made := a.Functions[o.Function].At(o.At)
		if f := made.Parent; f != t.Parent && len(f.Callers) == 1 && !a.isOpen(f) {
			made = f.Callers[0]
		}
		if made.Parent != t.Parent || !t.AlwaysComesBefore(made) {
			return nil, false
		}
		handles = append(handles, made)
	}
	return handles, len(handles) > 0
}

// releasedBy is the type of the handle of which a function releases what another one has taken: a struct that has
// no such lock itself.
func (a *Analysis) releasedBy(releaser *supergraph.Function, t Taking) (typeName string, ok bool) {
	if releaser.FreeVars > 0 || releaser.Params == 0 {
		return "", false
	}
	typeName = releaser.ParamType(0)
	for i := range releaser.Instructions() {
		if !a.Releases(i, t) {
			continue
		}
		p := path{}
		if in := i.Instr(); len(in.Args) > 0 {
			p = a.pathOf(releaser, in.Args[0])
		}
		if !p.known || p.root != (ir.Operand{Kind: ir.Register}) || !strings.Contains(p.steps, "*") {
			return "", false
		}
		ok = true
	}
	return typeName, ok && typeName != ""
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
