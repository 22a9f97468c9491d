package waitfor

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Whoever waits for a wait group goes on if all who add to it then do, or start, what counts down as much, on all ways;
// whoever waits for the first call of a sync.Once, if that comes to its end. If none of those waits in turn for somebody
// who waits for that object, be it by way of others, nobody is stuck because of it, however many there are of
// its place.

// settled finds those of some objects that are wait groups which are counted down in any case, or run what comes to its
// end, and what is passed before.
func (x *Analysis) settled(objects []pointsto.Location, into *Served) {
	for l, u := range x.usesOf(objects) {
		if passed, ok := x.settles(l, u); ok && !x.Points.Escapes(l) {
			into.enter(l, passed, u.instructions)
		}
	}
}

// An objectUse is all that is done to an object of a kind.
type objectUse struct {
	kind         model.ObjectKind
	instructions []supergraph.Instruction
	// isHidden says that it is used in what stands for library code, other than what it is told apart of.
	isHidden bool
}

// usesOf finds what is done to those of some objects that are of the two types.
func (x *Analysis) usesOf(objects []pointsto.Location) map[pointsto.Location]*objectUse {
	uses := map[pointsto.Location]*objectUse{}
	for _, l := range objects {
		if o := &x.Points.Objects[l]; o.Kind == pointsto.Variable || o.Kind == pointsto.Field {
			uses[l] = &objectUse{}
		}
	}
	for _, f := range x.Order {
		for _, i := range f.Running() {
			x.addUse(uses, i)
		}
	}
	for l, u := range uses {
		if u.kind != model.WaitGroup && u.kind != model.Once || u.isHidden {
			delete(uses, l)
		}
	}
	return uses
}

// addUse notes what an instruction does to objects of the two types.
func (x *Analysis) addUse(uses map[pointsto.Location]*objectUse, i supergraph.Instruction) {
	isOfLibrary := !i.Parent.Site.IsValid()
	if isOfLibrary && slices.Contains([]string{library.OnceDo, groupGo, groupGo + "$1"}, i.Parent.Name) {
		return
	}
	kind := model.WaitGroup
	switch name := i.Instr().Name; {
	case name == library.OnceDo:
		kind = model.Once
	case name == groupGo:
	default:
		o, ok := supergraph.KnownOperation(name)
		if !ok || o.Kind != model.WaitGroup && o.Kind != model.Once {
			return
		}
		kind = o.Kind
	}
	for _, l := range x.Points.Receivers(i.Parent.Function, i.Instr()) {
		if u := uses[l]; u != nil {
			u.kind, u.isHidden = kind, u.isHidden || isOfLibrary
			u.instructions = append(u.instructions, i)
		}
	}
}

// settles reports whether those who wait for an object go on if nobody else is stuck, and for what these may wait.
func (x *Analysis) settles(l pointsto.Location, u *objectUse) (passed kindSet, ok bool) {
	known := map[string]*answer{}
	for _, i := range u.instructions {
		switch name := i.Instr().Name; {
		case name == library.OnceDo, name == groupGo:
			given := x.GivenTo(i)
			for _, f := range given {
				passed.addAll(x.inside[f.Number])
			}
			if len(given) == 0 || slices.ContainsFunc(given, func(f *supergraph.Function) bool { return x.MayStay[f] || x.staying()[f] }) {
				return passed, false
			}
		case library.Find(name).Meaning == library.Add && !countsDown(i.Instr()):
			d := &duty{Analysis: x, object: l, isPart: true, does: countsDown, adds: added, known: known}
			if !d.isCountedDown(i) {
				return passed, false
			}
			passed.addAll(d.passed)
		}
	}
	return passed, true
}

// countsDown reports whether an instruction takes one off a wait group.
func countsDown(in *ir.Instr) bool {
	return library.Find(in.Name).Meaning == library.Done || added(in) == -1
}

// added is the number that an instruction adds to a wait group; more than is followed, if it isn't known.
func added(in *ir.Instr) int {
	switch {
	case library.Find(in.Name).Meaning != library.Add || len(in.Args) < 2:
		return 0
	case in.Args[1].Kind != ir.IntConst:
		return mostOwed + 1
	}
	return int(in.Args[1].Int)
}

// isCountedDown reports whether what an instruction adds to a wait group is taken off on all ways.
func (d *duty) isCountedDown(add supergraph.Instruction) bool {
	if add.Instr().Op != ir.OpCall || len(add.Instr().Args) < 2 {
		return false
	}
	s := newShare()
	base, steps := add.Parent.StepsTo(add.Instr().Args[0])
	s.bases[base] = steps
	if n := added(add.Instr()); n > 0 && n <= mostOwed && (&ways{duty: d, f: add.Parent, share: s}).areAll(add.At, n) {
		return true
	}
	return d.isPaid(add, s)
}

// isPaid reports whether what an instruction adds is taken off in parts: each number of which it is the sum in the turns of a
// loop, and what is left beside these loops. It may be more than was added: that panics.
func (d *duty) isPaid(add supergraph.Instruction, s share) bool {
	terms, fixed := add.Parent.Terms(add.Instr().Args[1])
	if len(terms) == 0 { // a constant, be it that of the turns
		terms, fixed = add.Instr().Args[1:2], 0
	}
	var paying []*supergraph.CountedLoop
	apart := map[int]bool{}
	for _, term := range terms {
		isPaying := func(c *supergraph.CountedLoop) bool {
			isApart := !slices.ContainsFunc(paying, func(other *supergraph.CountedLoop) bool { return other.Overlaps(c) })
			return isApart && d.isCountedDownIn(c, add, term, s)
		}
		n := slices.IndexFunc(add.Parent.CountedLoops(), isPaying)
		if n < 0 {
			return false
		}
		paying = append(paying, add.Parent.CountedLoops()[n])
		maps.Copy(apart, paying[len(paying)-1].Blocks)
	}
	return fixed <= 0 || fixed <= mostOwed && (&ways{duty: d, f: add.Parent, share: s, apart: apart}).areAll(add.At, int(fixed))
}

// isCountedDownIn reports whether each turn of a loop takes off its part of a number that an instruction has added before.
func (d *duty) isCountedDownIn(c *supergraph.CountedLoop, add supergraph.Instruction, number ir.Operand, s share) bool {
	f := add.Parent
	each := f.Share(number, c)
	isKept := f.IsKept(number, add.At, c) && f.IsKept(c.Turns(), add.At, c)
	if each == 0 || each > mostOwed || !isKept || c.Blocks[add.At.Block] || !(&ways{duty: d, f: f, share: s, until: c.Tests[:1]}).areAll(add.At, 0) {
		return false
	}
	return !slices.ContainsFunc(c.Tests, func(test int) bool {
		turn := pointsto.At{Block: f.SuccessorsOf(test)[0], Index: -1}
		return !(&ways{duty: d, f: f, share: s, until: c.Tests}).areAll(turn, each)
	})
}
