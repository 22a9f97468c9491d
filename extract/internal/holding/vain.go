package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Vain lists the channels that a function closes again when it is called again, although it asks first whether it was called:
// nobody ever sets that flag. It sets one that is called the same, of something else.
func (a *Analysis) Vain(f *supergraph.Function) (list []Late) {
	if !a.isOpen(f) || !hasExportedName(f) || a.UnderRecover()[f] {
		return nil
	}
	for i := range f.Instructions() {
		closed, of, ok := a.closedAt(i)
		if !ok {
			continue
		}
		root, ok := lastingRoot(f, of)
		if !ok || root.Kind == ir.Register && root.Reg >= f.Params {
			continue
		}
		l := Late{Channel: closed.channel, Sent: i, Closed: closed.Instruction, Sides: a.decide(i)}
		n := slices.IndexFunc(l.Sides, a.asksInVain)
		if n < 0 || slices.ContainsFunc(l.Sides, func(s Side) bool { return s != l.Sides[n] && !a.mayBeTakenAgain(s) }) {
			continue
		}
		l.Sides = slices.Delete(l.Sides, n, n+1)
		list = append(list, l)
	}
	return list
}

// asksInVain reports whether a side is taken in any case, as a branch asks for a flag that nobody sets, while the function, when it
// has asked, sets one with that name in another struct.
func (a *Analysis) asksInVain(s Side) bool {
	f := s.Branch.Parent
	o, negated := f.Negated(s.Branch.Instr().Args[0])
	load := f.Definition(o)
	if load == nil || load.Op != ir.OpLoad || load.Kind != ir.BoolKind || negated != (s.Edge == 0) {
		return false
	}
	flag := f.Definition(f.Original(load.Args[0]))
	fields := a.Memory(f, load.Args[0])
	if flag == nil || flag.Op != ir.OpFieldAddr || len(fields) != 1 || !a.isHidden(fields[0]) || a.isOfConverted(fields[0]) || len(a.Stores[fields[0]]) > 0 {
		return false
	}
	for i := range f.Instructions() {
		in := i.Instr()
		if in.Op != ir.OpStore || in.Args[1].Kind != ir.BoolConst || in.Args[1].Int == 0 || !ComesBefore(s.Branch, i) {
			continue
		}
		other := f.Definition(f.Original(in.Args[0]))
		if other != nil && other.Op == ir.OpFieldAddr && other.Name == flag.Name && other.TypeName != flag.TypeName {
			return true
		}
	}
	return false
}

// mayBeTakenAgain reports whether a side may be taken in each of two calls: it hangs on nothing that anybody sets, be it in a method
// that is asked.
func (a *Analysis) mayBeTakenAgain(s Side) bool {
	_, _, isCase := askedCase(s.Branch)
	isSet := false
	a.askedBy(s.Branch).Each(func(n int) { isSet = isSet || len(a.Stores[locationOf(n)]) > 0 })
	return !isCase && !isSet && a.mayTake(s.Branch, s.Edge)
}
