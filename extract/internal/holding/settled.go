package holding

import (
	"math"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// What callers say of a branch, and what the package says of how much there can be of something.

// isSettledByCallers reports whether only the package calls a function, and on each way to it somebody has asked
// or set before what a branch hangs on: what is true then the one who wrote the branch needn't have known.
func (a *Analysis) isSettledByCallers(f *supergraph.Function, g *grounds, seen map[*supergraph.Function]bool) bool {
	if a.isOpen(f) || len(f.Callers) == 0 {
		return false
	}
	seen[f] = true
	return !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		return !seen[call.Parent] && !a.isSaidBefore(call, g) && !a.isSettledByCallers(call.Parent, g, seen)
	})
}

// asksOfNew reports whether a branch asks only for what is in a struct that was made for the function, or the literal, by one that
// hasn't asked for that, or set it, before: nor has who has called that one, however often.
func (a *Analysis) asksOfNew(branch supergraph.Instruction, g *grounds) bool {
	f := branch.Parent
	o, _ := f.Negated(branch.Instr().Args[0])
	loaded := f.Definition(o)
	if loaded == nil || loaded.Op != ir.OpLoad || len(g.callees)+len(g.others) > 0 || g.keyed {
		return false
	}
	return a.isMadeFor(f, f.BaseOfPart(loaded.Args[0]), g, maxCalls)
}

// isMadeFor reports whether what a function is given, or has captured, was just made by the one who gives it.
func (a *Analysis) isMadeFor(f *supergraph.Function, o ir.Operand, g *grounds, depth int) bool {
	if o.Kind != ir.Register || o.Reg >= f.Params+f.FreeVars || depth == 0 {
		return false
	}
	isNewAt := func(i supergraph.Instruction, o ir.Operand) bool {
		o = i.Parent.Original(o)
		return !a.isSaidBefore(i, g) && (isNew(i.Parent, o) || a.isMadeFor(i.Parent, o, g, depth-1))
	}
	if o.Reg >= f.Params {
		return len(a.Closures[f]) > 0 && !slices.ContainsFunc(a.Closures[f], func(made supergraph.Instruction) bool {
			return !isNewAt(made, made.Instr().Args[o.Reg-f.Params])
		})
	}
	return !a.isOpen(f) && len(f.Callers) > 0 && !slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool {
		given, ok := supergraph.Argument(call.Instr(), f, o.Reg)
		return !ok || !isNewAt(call, given)
	})
}

// isSaidBefore reports whether a function may have asked, or set, before a call what a branch of who is called
// hangs on. What a goroutine sets may as well come later, and which map it is doesn't say what is in it. Before the first call nothing has been
// said that comes after each.
func (a *Analysis) isSaidBefore(call supergraph.Instruction, g *grounds) bool {
	for i := range comingBefore(call) {
		switch op := i.Instr().Op; {
		case i == call || call.AlwaysComesBefore(i):
		case op == ir.OpIf && g.sharesMemory(a.groundsOf(i)):
			return true
		case op == ir.OpGo || op == ir.OpStore && (g.keyed || a.isGivenAnything(i)):
		case a.sets(i, g.cells):
			return true
		}
	}
	return false
}

// isGivenAnything reports whether a function stores what others give it, as they like, and it doesn't ask about, as it does with a parameter that
// a literal captures.
func (a *Analysis) isGivenAnything(store supergraph.Instruction) bool {
	f := store.Parent
	value := f.Original(store.Instr().Args[1])
	return a.isOpen(f) && value.Kind == ir.Register && value.Reg < f.Params && !a.asksAbout(f, value.Reg)
}

// A quantity is what a branch compares with a number: the entries of something, or a counter. Of its grounds
// those cells are left that anybody sets.
type quantity struct {
	branch supergraph.Instruction
	*grounds
	// most is how much of it a function may have added itself for the branch to go either way all the same,
	// as it isn't known how much there was before; more is the edge on which there is more than that.
	most int
	more int
}

// quantityOf is what a branch compares; it is not ok if that is something else.
func (a *Analysis) quantityOf(branch supergraph.Instruction, g *grounds) (q quantity, ok bool) {
	f := branch.Parent
	compared := f.Definition(branch.Instr().Args[0])
	if compared == nil || compared.Op != ir.OpBinary {
		return quantity{}, false
	}
	limit, cells, ok := a.limitOf(f, compared.Args[1])
	if !ok {
		return quantity{}, false
	}
	asked := f.Definition(compared.Args[0])
	if asked != nil && asked.Op == ir.OpLen {
		asked = f.Definition(asked.Args[0])
	}
	if asked == nil || asked.Op != ir.OpLoad || a.isMadeIn(f, asked.Args[0]) {
		return quantity{}, false
	}
	of := *g
	of.cells = slices.Clone(g.cells)
	for _, l := range cells {
		of.cells.Remove(int(l))
	}
	q = quantity{branch, &of, limit, 0}
	switch compared.Name {
	case ">":
	case ">=":
		q.most--
	case "<=":
		q.more = 1
	case "<":
		q.most, q.more = q.most-1, 1
	default:
		return quantity{}, false
	}
	return q, true
}

// limitOf is the largest number with which a function may compare a quantity: a constant, what callers give as they like, or
// what is in a field that is set where structs are made, to one of these. The field is what the cells are.
func (a *Analysis) limitOf(f *supergraph.Function, o ir.Operand) (limit int, cells []pointsto.Location, ok bool) {
	switch {
	case o.Kind == ir.IntConst:
		return int(o.Int), nil, true
	case a.isChosenByCallers(f, f.Original(o)):
		return math.MaxInt32, nil, true
	}
	loaded := f.Definition(f.Original(o))
	if loaded == nil || loaded.Op != ir.OpLoad || a.isMadeIn(f, loaded.Args[0]) {
		return 0, nil, false
	}
	cells = a.Memory(f, loaded.Args[0])
	for _, l := range cells {
		if l <= pointsto.Beside || len(a.Stores[l]) == 0 || a.Points.Escapes(l) || pointsto.IsExportedField(a.Points.Objects[l].Name) {
			return 0, nil, false
		}
		for _, store := range a.Stores[l] {
			set, ok := a.limitSetAt(store)
			if !ok {
				return 0, nil, false
			}
			limit = max(limit, set)
		}
	}
	return limit, cells, true
}

// limitSetAt is the limit that a store sets in a new struct.
func (a *Analysis) limitSetAt(store supergraph.Instruction) (limit int, ok bool) {
	f, in := store.Parent, store.Instr()
	if in.Op != ir.OpStore || !isNew(f, f.BaseOfPart(in.Args[0])) {
		return 0, false
	}
	switch given := f.Original(in.Args[1]); {
	case given.Kind == ir.IntConst:
		return int(given.Int), true
	case a.isPassedOn(f, given, 1):
		return math.MaxInt32, true
	}
	return 0, false
}

// isChosenByCallers reports whether a value is what anybody gives who calls a function.
func (a *Analysis) isChosenByCallers(f *supergraph.Function, o ir.Operand) bool {
	return o.Kind == ir.Register && o.Reg < f.Params && a.isOpen(f)
}

// isMadeIn reports whether a function may itself have made what is at an address.
func (a *Analysis) isMadeIn(f *supergraph.Function, address ir.Operand) bool {
	base := f.BaseOfPart(address)
	return base.Kind == ir.Register && base.Reg >= f.Params+f.FreeVars
}

// growsFreely reports whether there may be more of a quantity than a number says: some function makes it more
// without having asked how much there is, and takes nothing away in the same call, but if there is too much.
func (a *Analysis) growsFreely(q *quantity) (is bool) {
	q.cells.Each(func(n int) {
		is = is || slices.ContainsFunc(a.Stores[locationOf(n)], func(store supergraph.Instruction) bool {
			return isGrowth(store) && a.isOf(store, q) && !a.isAskedBefore(store, q) && !a.isTakenAwayAfter(store, q)
		})
	})
	return is
}

// isOf reports whether a store is to the variable that a branch asks for, or to the map in it: of maps that come
// from elsewhere all are one.
func (a *Analysis) isOf(store supergraph.Instruction, q *quantity) bool {
	in := store.Instr()
	if in.Op != ir.OpMapUpdate {
		return true
	}
	from, asked := store.Parent.Definition(in.Args[0]), a.groundsOf(q.branch).cells
	return from != nil && from.Op == ir.OpLoad && slices.ContainsFunc(a.Memory(store.Parent, from.Args[0]), func(l pointsto.Location) bool { return asked.Has(int(l)) })
}

// isGrowth reports whether a store may make a quantity more: by one, by an entry, or as it is given.
func isGrowth(store supergraph.Instruction) bool {
	in := store.Instr()
	switch in.Op {
	case ir.OpMapUpdate, ir.OpAppend, ir.OpUpdate:
		return true
	case ir.OpStore:
		f, value := store.Parent, in.Args[1]
		made := f.Definition(value)
		if made == nil {
			return value.Kind == ir.Register
		}
		return made.Op != ir.OpBinary && made.Op != ir.OpMakeMap && made.Op != ir.OpMakeSlice && made.Op != ir.OpSlice || made.Name == "+"
	}
	return false
}

func (a *Analysis) isAskedBefore(store supergraph.Instruction, q *quantity) bool {
	for i := range store.Parent.Instructions() {
		if i.Instr().Op == ir.OpIf && i != q.branch && ComesBefore(i, store) && q.sharesMemory(a.groundsOf(i)) {
			return true
		}
	}
	return false
}

// isTakenAwayAfter reports whether a function may take away of a quantity after a store, itself or by what it calls. A
// goroutine may come to that later.
func (a *Analysis) isTakenAwayAfter(store supergraph.Instruction, q *quantity) bool {
	for i := range store.Parent.Instructions() {
		if i.Instr().Op != ir.OpGo && ComesBefore(store, i) && !isGrowth(i) && !q.comesOnlyOf(i) && a.sets(i, q.cells) {
			return true
		}
	}
	return false
}

// comesOnlyOf reports whether an instruction is executed only where the branch found more.
func (q *quantity) comesOnlyOf(i supergraph.Instruction) bool {
	f := q.branch.Parent
	if i.Parent != f {
		return false
	}
	next := f.SuccessorsOf(q.branch.At.Block)
	reaches := func(block int) bool { return block == i.At.Block || f.Leads(block, i.At.Block) }
	return reaches(next[q.more]) && !reaches(next[1-q.more]) && !ComesBefore(i, q.branch)
}
