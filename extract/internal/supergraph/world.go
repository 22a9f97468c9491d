package supergraph

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/ir"
)

// What others than the program do to what is waited for: contexts end by themselves, or
// never, and of some channels code that isn't seen has the other end.

// IsOfWorld reports whether a location is a context that only the world ends, or nobody.
func (x *Graph) IsOfWorld(l pointsto.Location) bool {
	object := &x.Points.Objects[l]
	return object.Kind == pointsto.Context && library.Find(object.Name).Meaning != library.WithCancel
}

// endsByWorld reports whether the world may end what is waited for.
func (x *Graph) endsByWorld(l pointsto.Location) bool {
	object := &x.Points.Objects[l]
	return l == pointsto.Outside || object.Kind == pointsto.Context && library.Find(object.Name).Meaning == library.WithTimeout
}

// IsEndless reports whether a location is a context that nobody ends.
func (x *Graph) IsEndless(l pointsto.Location) bool { return x.Points.Objects[l].NeverEnds() }

// IsEndedByWorld reports whether what is waited for are contexts, which the world may end, whoever has made them.
func (x *Graph) IsEndedByWorld(locations []pointsto.Location) bool {
	isOther := func(l pointsto.Location) bool {
		return l != pointsto.Outside && x.Points.Objects[l].Kind != pointsto.Context
	}
	return slices.ContainsFunc(locations, x.endsByWorld) && !slices.ContainsFunc(locations, isOther) && !slices.ContainsFunc(locations, x.mayLast)
}

// mayLast reports whether a location may be a context that nobody ends, or that the world doesn't always.
func (x *Graph) mayLast(l pointsto.Location) bool { return x.IsEndless(l) || x.Points.MayLast(l) }

// NeverEnd reports whether what is waited for are contexts that nobody ends.
func (x *Graph) NeverEnd(locations []pointsto.Location) bool {
	return len(locations) > 0 && !slices.ContainsFunc(locations, func(l pointsto.Location) bool { return !x.IsEndless(l) })
}

// IsConfined reports whether an operand may be a channel that nobody outside serves
// who sends on it, or receives from it.
func (x *Graph) IsConfined(f *Function, o ir.Operand, sends bool) bool {
	return slices.ContainsFunc(x.Points.Operand(f.Function, o), func(l pointsto.Location) bool { return !x.Points.CanServe(l, sends) })
}

// IsServedByWorld reports whether the world serves a case of a select, which may be on some
// locations, or code of which nothing is known may serve it. What functions do that the
// world may call isn't meant: they may have to wait before that.
func (x *Graph) IsServedByWorld(c *ir.SelectCase, locations []pointsto.Location) bool {
	isOthers := func(l pointsto.Location) bool {
		return !c.Send && !x.Points.SendsItself(l) || c.Send && !x.Points.ReceivesItself(l)
	}
	return !slices.ContainsFunc(locations, x.IsEndless) && (!slices.ContainsFunc(locations, isOthers) || x.IsEndedByWorld(locations))
}

// NeverCloses reports whether nobody ever closes what a receive may be from: whoever asks how
// it ended gets to know that something came. A loop that ends with the channel doesn't end.
func (x *Graph) NeverCloses(i Instruction) bool {
	in := i.Instr()
	return in.Op == ir.OpReceive && in.CommaOk && x.areAll(i.Parent, in.Args[0], func(l pointsto.Location) bool {
		return !x.Transferred().Ended[l] && !x.Points.CanSend(l)
	})
}

// IsOneSided reports whether an instruction never goes on in one of the ways in which it might:
// where that is the way out of a loop, the loop doesn't end.
func (x *Graph) IsOneSided(i Instruction) bool {
	in := i.Instr()
	return x.NeverCloses(i) || in.Op == ir.OpSelect && slices.ContainsFunc(in.Cases, func(c ir.SelectCase) bool { return x.NeverServes(i.Parent, &c) })
}

// hasOneSided reports whether a function has an instruction that never goes on in one of the ways.
func (x *Graph) hasOneSided(f *Function) bool {
	for i := range f.Instructions() {
		if x.IsOneSided(i) {
			return true
		}
	}
	return false
}

// NeverServes reports whether nobody ever does what a case of a select waits for.
func (x *Graph) NeverServes(f *Function, c *ir.SelectCase) bool {
	if x.neverCancelled(f, c.Chan) {
		return true
	}
	t := x.Transferred()
	served := t.Sent
	if c.Send {
		served = t.Received
	}
	return x.areAll(f, c.Chan, func(l pointsto.Location) bool {
		return !served[l] && !t.Ended[l] && !x.Points.CanServe(l, c.Send)
	})
}

// neverCancelled reports whether all that an operand may be are contexts that the program makes to cancel them, and doesn't: it calls
// what would nowhere, and hands it to nobody.
func (x *Graph) neverCancelled(f *Function, o ir.Operand) bool {
	locations, ended := x.Points.Operand(f.Function, o), x.Transferred().Ended
	return len(locations) > 0 && !slices.ContainsFunc(locations, func(l pointsto.Location) bool {
		object := &x.Points.Objects[l]
		return object.Kind != pointsto.Context || library.Find(object.Name).Meaning != library.WithCancel || ended[l] || x.Points.GivesCancel(l)
	})
}

// areAll reports whether all channels that an operand may be, one at least, are some of those
// that the program makes, and that its package keeps for itself.
func (x *Graph) areAll(f *Function, o ir.Operand, are func(pointsto.Location) bool) bool {
	locations := x.Points.Operand(f.Function, o)
	return len(locations) > 0 && !slices.ContainsFunc(locations, func(l pointsto.Location) bool {
		return x.Points.Objects[l].Kind != pointsto.Channel || !are(l) || !x.isKept(l)
	})
}

// isKept reports whether a channel is held by what the package that makes it has declared or made,
// and given to no function that isn't followed: what another package does with one that it holds, in
// a goroutine of its own for example, may not be part of the program.
func (x *Graph) isKept(l pointsto.Location) bool {
	if kept, known := x.kept[l]; known {
		return kept
	}
	home := PackageOf(x.Points.Objects[l].Function.Name)
	isElsewhere := func(holder pointsto.Location) bool {
		object := &x.Points.Objects[holder]
		switch {
		case object.Kind == pointsto.Field:
			return PackageOf(pointsto.TypeOfField(object.Name)) != home
		case object.Function != nil:
			return PackageOf(object.Function.Name) != home
		}
		return object.IsGlobal() && PackageOf(object.Name) != home
	}
	kept := !x.passedOn()[l]
	for holder := range x.Leads(map[pointsto.Location]bool{l: true}) {
		kept = kept && !isElsewhere(holder)
	}
	x.kept[l] = kept
	return kept
}

// passedOn has the channels that are arguments of functions that aren't followed.
func (x *Graph) passedOn() map[pointsto.Location]bool {
	if x.passed != nil {
		return x.passed
	}
	x.passed = map[pointsto.Location]bool{}
	isUnknown := func(name string) bool { return x.Callee(name) == nil && library.Find(name).Meaning == library.None }
	for _, f := range x.Order {
		for i := range f.Instructions() {
			if !i.Calls() || !slices.ContainsFunc(x.Points.Callees(f.Function, i.At), isUnknown) {
				continue
			}
			for _, arg := range i.Instr().Args {
				for _, l := range x.Points.Operand(f.Function, arg) {
					x.passed[l] = true
				}
			}
		}
	}
	return x.passed
}

// PackageOf is the path of the package in the name of a function, type or variable.
func PackageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(name, '/') + 1
	if bracket := strings.IndexByte(name, '['); bracket >= 0 && bracket < slash { // of type arguments
		slash = strings.LastIndexByte(name[:bracket], '/') + 1
	}
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}
