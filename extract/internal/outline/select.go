package outline

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// selects makes the steps of a select: first it is settled which objects its cases are
// on, where that is in doubt.
func (b *summarizer) selects(place int, p point, in *ir.Instr) {
	cases := make([]selectCase, len(in.Cases))
	choices := 1
	ending := b.EndingCase(b.f, in)
	for i := range in.Cases {
		cases[i] = b.selectCase(&in.Cases[i], i == ending)
		choices *= len(cases[i].on)
	}
	if choices > mostSelects {
		b.giveUp("a select may be on too many objects")
		return
	}
	b.settleSelect(place, p, in, cases, nil, choices > 1)
}

// A selectCase is a case of a select: on which of the objects it may be, by their numbers,
// or by what it is on instead.
type selectCase struct {
	sends bool
	on    []int
	// free says that it is on something else, which the world makes ready.
	free bool
	// closed are the objects that a send is on which the world receives from, if somebody closes them: who sends then panics.
	closed []int
}

// What a case is on if it is on none of the objects.
const (
	somethingElse = -1 - iota
	nothingEver   // nil, or what nobody ever ends
)

// mostSelects limits the combinations of objects that a select may be on.
const mostSelects = 32

// selectCase finds out what a case of a select may be on. If it is the one that ends the
// waiting, and on none of the objects, it is ready sooner or later.
func (b *summarizer) selectCase(from *ir.SelectCase, ends bool) selectCase {
	bound := b.resolve(b.f, b.at, from.Chan)
	if from.Chan.Kind == ir.NilConst || b.NeverEnd(bound.Locations) {
		return selectCase{on: []int{nothingEver}}
	}
	isElse := len(b.objectsOf(bound.Locations)) == 0
	if isElse && b.NeverServes(b.f, from) {
		return selectCase{on: []int{nothingEver}}
	}
	ends = ends && isElse
	c := selectCase{sends: from.Send, free: ends || b.isFreeCase(b.f, from, bound.Locations)}
	if !c.free {
		c.on = b.objectsOf(bound.Locations)
	} else if from.Send {
		c.closed = b.objectsOf(slices.DeleteFunc(slices.Clone(bound.Locations), func(l pointsto.Location) bool { return !b.Transferred().Ended[l] }))
	}
	if !bound.Exact || len(c.on) == 0 {
		c.on = append(c.on, somethingElse)
	}
	if bound.Nilable {
		c.on = append(c.on, nothingEver)
	}
	return c
}

// isFreeCase reports whether the world makes a case ready, sooner or later. What is
// passed by callers who aren't known may never be.
func (x *Outlines) isFreeCase(f *supergraph.Function, c *ir.SelectCase, locations []pointsto.Location) bool {
	if len(locations) == 0 {
		return !x.isPassed(f, c.Chan, supergraph.Registers{})
	}
	return x.IsServedByWorld(c, locations)
}

// isPassed reports whether an operand is what a function is given, or of a context that
// it is given what says that it is over.
func (x *Outlines) isPassed(f *supergraph.Function, o ir.Operand, seen supergraph.Registers) bool {
	switch o = f.Original(o); {
	case o.Kind != ir.Register || !seen.Add(f, o.Reg):
		return false
	case o.Reg < f.Params:
		return true
	case o.Reg < f.Params+f.FreeVars:
		return !x.AreCaptured(f, o.Reg, func(g *supergraph.Function, v ir.Operand) bool { return !x.isPassed(g, v, seen) })
	}
	in := f.Definition(o)
	return in != nil && in.Method == "Done" && x.isPassed(f, in.Args[0], seen)
}

// settleSelect decides case by case.
func (b *summarizer) settleSelect(place int, p point, in *ir.Instr, cases []selectCase, settled []int, fork bool) {
	if len(settled) == len(cases) {
		to := place
		if fork {
			to = b.fresh()
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: to})
		}
		b.settledSelect(to, p, in, cases, settled)
		return
	}
	for _, n := range cases[len(settled)].on {
		b.settleSelect(place, p, in, cases, append(slices.Clone(settled), n), fork)
	}
}

// settledSelect makes the steps of a select of whose cases the objects are known. One on
// something else may be ready at any time; of another object of the package it is in
// doubt whether it ever is. If none is on one of the objects, it passes as operations on others do.
func (b *summarizer) settledSelect(place int, p point, in *ir.Instr, cases []selectCase, settled []int) {
	doubtful := false
	for i, n := range settled {
		doubtful = doubtful || n == somethingElse && !cases[i].free
	}
	if doubtful && !slices.ContainsFunc(settled, func(n int) bool { return n >= 0 }) {
		b.passSelect(place, p, in, settled)
		return
	}
	rest := place
	if doubtful {
		rest = b.fresh()
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: rest})
	}
	for i, n := range settled {
		if n == nothingEver {
			continue
		}
		taken := step{object: n, site: in.Site, to: b.place(b.selected(p, in, i, true))}
		switch {
		case n == somethingElse && !cases[i].free:
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: taken.to})
			continue
		case n == somethingElse:
			for _, object := range cases[i].closed {
				b.step(rest, step{kind: model.Send, object: object, site: in.Site, to: taken.to})
			}
			taken.kind, taken.object = model.Tau, -1
		case cases[i].sends:
			taken.kind = model.Send
		default:
			taken.kind, taken.label = model.Receive, model.AnyLabel
			b.step(rest, taken)
			taken.kind, taken.label, taken.to = model.ReceiveClosed, 0, b.place(b.selected(p, in, i, false))
		}
		b.step(rest, taken)
	}
	if in.Default {
		b.step(rest, step{kind: model.Default, object: -1, site: in.Site, to: b.place(b.selected(p, in, -1, false))})
	}
	if len(b.places[rest].steps) == 0 && len(in.Cases) > 0 {
		b.step(rest, step{kind: model.Receive, object: -1, site: in.Site, to: stops})
	}
}

// passSelect takes one of the cases of a select that is on none of the objects.
func (b *summarizer) passSelect(place int, p point, in *ir.Instr, settled []int) {
	for i, n := range settled {
		if n == somethingElse {
			b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: b.place(b.selected(p, in, i, true))})
		}
	}
	if in.Default {
		b.step(place, step{kind: model.Tau, object: -1, doubt: true, to: b.place(b.selected(p, in, -1, false))})
	}
}

// selected is the point after a select has taken a case.
func (b *summarizer) selected(p point, in *ir.Instr, index int, ok bool) point {
	outcome := strconv.Itoa(index) + " closed"
	if ok {
		outcome = strconv.Itoa(index) + " ok"
	}
	if in.Dst >= 0 {
		p.outcomes = b.noted(p.outcomes, in.Dst, outcome, p.block)
	}
	p.index++
	return p
}

// How operations ended is all the data that an outline has: "register=index ok" for
// each whose end may still be asked about, in increasing order.

// noted adds an outcome, if somebody asks.
func (b *summarizer) noted(outcomes string, register int, outcome string, block int) string {
	list := strings.Split(outcomes, ";")
	prefix := strconv.Itoa(register) + "="
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" || strings.HasPrefix(s, prefix) })
	if uses := b.uses[register]; uses != nil && uses[block] {
		list = append(list, prefix+outcome)
	}
	slices.Sort(list)
	return strings.Join(list, ";")
}

// stillAsked drops the outcomes about which nobody asks from a block on.
func (b *summarizer) stillAsked(outcomes string, block int) string {
	if outcomes == "" {
		return ""
	}
	list := slices.DeleteFunc(strings.Split(outcomes, ";"), func(s string) bool {
		register, _, _ := strings.Cut(s, "=")
		n, _ := strconv.Atoi(register)
		return !b.uses[n][block]
	})
	return strings.Join(list, ";")
}

func outcomeOf(outcomes string, register int) (outcome string, ok bool) {
	prefix := strconv.Itoa(register) + "="
	for _, s := range strings.Split(outcomes, ";") {
		if rest, found := strings.CutPrefix(s, prefix); found {
			return rest, true
		}
	}
	return "", false
}

// holds answers a condition that asks how an operation ended: 1 if it holds.
func (b *summarizer) holds(p point, o ir.Operand) (int, bool) {
	if o.Kind == ir.BoolConst {
		return int(o.Int), true
	}
	in := b.f.Definition(o)
	if in == nil {
		return 0, false
	}
	switch in.Op {
	case ir.OpNot:
		n, ok := b.holds(p, in.Args[0])
		return 1 - n, ok
	case ir.OpCopy:
		return b.holds(p, in.Args[0])
	case ir.OpBinary:
		return b.compares(p, in)
	case ir.OpExtract:
		outcome, ok := outcomeOf(p.outcomes, in.Args[0].Reg)
		return truth(strings.HasSuffix(outcome, "ok")), ok && in.Index == 1
	case ir.OpCall:
		if library.Find(in.Name).Meaning == library.Fires {
			return 1, true
		}
		outcome, ok := outcomeOf(p.outcomes, in.Dst)
		return truth(outcome == "ok"), ok
	}
	return 0, false
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compares answers whether a select took a case.
func (b *summarizer) compares(p point, in *ir.Instr) (int, bool) {
	if in.Name != "==" && in.Name != "!=" || in.Args[1].Kind != ir.IntConst {
		return 0, false
	}
	from := b.f.Definition(in.Args[0])
	if from == nil || from.Op != ir.OpExtract || from.Index != 0 || from.Args[0].Kind != ir.Register {
		return 0, false
	}
	outcome, ok := outcomeOf(p.outcomes, from.Args[0].Reg)
	index, _, _ := strings.Cut(outcome, " ")
	n, err := strconv.Atoi(index)
	return truth((int64(n) == in.Args[1].Int) == (in.Name == "==")), ok && err == nil
}

// outcomeUses tells, for each register that says how an operation ended, in which blocks
// somebody may still ask: from which a branch that does is reached, but not by way of
// the operation itself.
func outcomeUses(f *supergraph.Function) map[int][]bool {
	uses := map[int][]bool{}
	for block := range f.Blocks {
		if t := f.Blocks[block].Terminator(); t.Op == ir.OpIf {
			noteUses(f, uses, t.Args[0], block)
		}
	}
	for register := range uses {
		spread(f, uses[register], register)
	}
	return uses
}

// noteUses marks a block for the operations about whose end a condition asks.
func noteUses(f *supergraph.Function, uses map[int][]bool, o ir.Operand, block int) {
	in := f.Definition(o)
	if in == nil {
		return
	}
	register := -1
	switch in.Op {
	case ir.OpNot, ir.OpCopy, ir.OpBinary:
		noteUses(f, uses, in.Args[0], block)
	case ir.OpExtract:
		if from := f.Definition(in.Args[0]); from != nil && (from.Op == ir.OpSelect || from.Op == ir.OpReceive) {
			register = in.Args[0].Reg
		}
	case ir.OpCall:
		if isLibrary(in.Name) {
			register = in.Dst
		}
	}
	if register >= 0 {
		if uses[register] == nil {
			uses[register] = make([]bool, len(f.Blocks))
		}
		uses[register][block] = true
	}
}

// spread marks the blocks from which a marked one is reached.
func spread(f *supergraph.Function, marked []bool, register int) {
	set := f.Defined[register][0].At.Block
	for grew := true; grew; {
		grew = false
		for block := range f.Blocks {
			asked := slices.ContainsFunc(f.Blocks[block].Succs, func(e ir.Edge) bool { return marked[e.Block] && e.Block != set })
			if asked && !marked[block] {
				marked[block], grew = true, true
			}
		}
	}
}

// isFreeAt reports whether the world alone decides a branch, or it is one that counts.
func (b *summarizer) isFreeAt(block int) bool {
	in := b.f.Blocks[block].Terminator()
	return b.IsFree(b.f, in.Args[0], b.f.Loops[block]) && !b.AsksAgain(b.f, block) || b.IsCounted(b.f, block)
}
