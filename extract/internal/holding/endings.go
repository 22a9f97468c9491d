package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Ending is where a goroutine returns as others than the package want it to.
type Ending struct {
	// Looks is a select with a case, or a branch with a side, for that; Out is the block to which the goroutine comes then.
	Looks supergraph.Instruction
	Out   int
	// Quit is closed, or cancelled, or a flag is set, at Set, by a function that By runs, which others call. There are none if it is
	// a context of theirs that has ended. Context is the call of a method of that, or of one that is cancelled; Text names it.
	Quit    pointsto.Location
	Set     supergraph.Instruction
	By      *supergraph.Function
	Context *ir.Instr
	Text    string
}

// endingsOf lists where a goroutine returns as others want it to.
func (a *Analysis) endingsOf(f *supergraph.Function) (list []Ending) {
	for i := range f.Instructions() {
		for n := range i.Instr().Cases {
			if e, ok := a.endingCase(i, n); ok {
				list = append(list, e)
			}
		}
		if e, ok := a.endingBranch(i); ok {
			list = append(list, e)
		}
	}
	return list
}

// endingCase is the ending that a case of a select is.
func (a *Analysis) endingCase(looks supergraph.Instruction, n int) (e Ending, ok bool) {
	f, c := looks.Parent, &looks.Instr().Cases[n]
	e.Looks = looks
	if done := f.Definition(f.Original(c.Chan)); done != nil && done.Op == ir.OpCall {
		e.Context, e.Text = done, contextText(done)
	}
	if !a.isContextOfWorld(f, c) {
		e.Quit, e.Set, ok = a.toldBy(looks, n)
		if !ok || !a.findEnder(&e) || a.runs(f, e.Set.Parent) {
			return e, false
		}
	}
	e.Out, ok = f.AfterCase(looks, n)
	return e, ok && e.isWayOut()
}

// toldBy is the channel, or the context that the package has made to be cancelled, for which a case of a select is, and where
// the one is closed or the other cancelled.
func (a *Analysis) toldBy(looks supergraph.Instruction, n int) (quit pointsto.Location, set supergraph.Instruction, ok bool) {
	locations := a.Points.Operand(looks.Parent.Function, looks.Instr().Cases[n].Chan)
	if len(locations) == 1 && a.Points.Objects[locations[0]].Kind == pointsto.Context {
		set, ok = a.closeOf(locations[0])
		return locations[0], set, ok
	}
	return a.endOf(looks, n)
}

// endingBranch is the ending that a side of a branch is: on a flag that stays as others set it, or on whether a context has ended.
func (a *Analysis) endingBranch(branch supergraph.Instruction) (e Ending, ok bool) {
	if branch.Instr().Op != ir.OpIf {
		return e, false
	}
	e, isFirst, ok := a.flagged(branch)
	if !ok {
		e = Ending{}
		if e.Context, isFirst, ok = a.contextOf(branch); ok {
			e.Text = contextText(e.Context)
		} else {
			e.Context = nil
			e.Text, isFirst, ok = a.contextBehind(branch)
		}
	}
	leaves := 0
	if !isFirst {
		leaves = 1
	}
	e.Looks, e.Out = branch, branch.Parent.SuccessorsOf(branch.At.Block)[leaves]
	return e, ok && e.isWayOut() && (e.Set.Parent == nil || a.findEnder(&e))
}

// flagged is the ending that a flag is which others set, and whether the branch takes its first side then.
func (a *Analysis) flagged(branch supergraph.Instruction) (e Ending, isFirst, ok bool) {
	flag, first, ok := a.flagOf(branch)
	if !ok {
		return e, false, false
	}
	e.Set = a.settingOf(flag)
	return e, (e.Set.Instr().Args[1].Int != 0) == first, true
}

// contextOf is the call by which a branch asks whether a context has ended that others may end, and whether it takes its first side
// then.
func (a *Analysis) contextOf(branch supergraph.Instruction) (call *ir.Instr, isFirst, ok bool) {
	f := branch.Parent
	asked := f.Definition(branch.Instr().Args[0])
	if asked == nil || asked.Op != ir.OpBinary || asked.Kind != ir.ErrorKind {
		return nil, false, false
	}
	call = f.Definition(f.Original(asked.Args[0]))
	if call == nil || call.Op != ir.OpCall || call.Method != "Err" || call.TypeName != ir.ContextType {
		return nil, false, false
	}
	return call, asked.Name == "!=", a.isOfWorld(f, call.Args[0])
}

// contextText is the text of the context of which a call is that of a method.
func contextText(call *ir.Instr) string { return strings.TrimSuffix(call.Text, "."+call.Method+"()") }

// contextBehind is the context that callers have given a function, with which that has got something that a branch out of a loop asks
// whether there is more, and whether that ends on its first side. Such answers come to an end when the context does.
func (a *Analysis) contextBehind(branch supergraph.Instruction) (name string, isFirst, ok bool) {
	f := branch.Parent
	o, negated := f.Negated(branch.Instr().Args[0])
	if !isInLoop(branch) || !a.asksOutside(f, o) {
		return "", false, false
	}
	if asked := f.Definition(o); asked.Op == ir.OpBinary {
		negated = asked.Name == "!="
	}
	name, ok = a.contextAmong(f, o, longestOrigin)
	return name, negated, ok
}

// longestOrigin limits through how many calls, parts and functions it is asked where a value comes from.
const longestOrigin = 12

// contextAmong is the context of callers from which a value comes: it is that, or a child of it, or what calls that aren't seen have
// answered that were given it.
func (a *Analysis) contextAmong(f *supergraph.Function, o ir.Operand, depth int) (name string, ok bool) {
	o = f.Original(o)
	if o.Kind != ir.Register || depth == 0 {
		return "", false
	}
	if o.Reg < f.Params+f.FreeVars {
		if f.ParamType(o.Reg) == ir.ContextType && a.isChosenByCallers(f, o) {
			return f.ParamNames[o.Reg], true
		}
		return a.contextPassed(f, o, depth)
	}
	i, ok := f.DefinedAt(o)
	if !ok {
		return "", false
	}
	name = i.Instr().Name
	isChild := strings.HasPrefix(name, "context.With")
	switch i.Instr().Op {
	case ir.OpLoad:
		return a.contextStored(f, i.Instr().Args[0], depth)
	case ir.OpCall, ir.OpExtract, ir.OpBinary:
		if name != "context.WithoutCancel" && (isChild || len(a.CalleesAt(i)) == 0) {
			return a.contextIn(f, i.Instr().Args, depth)
		}
	}
	return "", false
}

func (a *Analysis) contextIn(f *supergraph.Function, list []ir.Operand, depth int) (name string, ok bool) {
	for _, o := range list {
		if name, ok = a.contextAmong(f, o, depth-1); ok {
			return name, true
		}
	}
	return "", false
}

// contextStored is contextAmong for what is stored at an address.
func (a *Analysis) contextStored(f *supergraph.Function, address ir.Operand, depth int) (name string, ok bool) {
	for _, l := range a.Memory(f, address) {
		for _, store := range a.Stores[l] {
			if store.Instr().Op != ir.OpStore {
				continue
			}
			if name, ok = a.contextAmong(store.Parent, store.Instr().Args[1], depth-1); ok {
				return name, true
			}
		}
	}
	return "", false
}

// contextPassed is contextAmong for what a call of a function passes, or what a closure captures.
func (a *Analysis) contextPassed(f *supergraph.Function, o ir.Operand, depth int) (name string, ok bool) {
	if o.Reg >= f.Params {
		for _, made := range a.Closures[f] {
			if name, ok = a.contextAmong(made.Parent, made.Instr().Args[o.Reg-f.Params], depth-1); ok {
				return name, true
			}
		}
		return "", false
	}
	for _, call := range f.Callers {
		given, isGiven := supergraph.Argument(call.Instr(), f, o.Reg)
		if !isGiven {
			continue
		}
		if name, ok = a.contextAmong(call.Parent, given, depth-1); ok {
			return name, true
		}
	}
	return "", false
}

// isWayOut reports whether a goroutine returns in any case then.
func (e *Ending) isWayOut() bool {
	f := e.Looks.Parent
	return f.ReturnsWithout([]int{e.Out}, nowhere) && !reachedFrom(f, e.Out)[e.Looks.At.Block]
}

// flagOf is the flag for which a branch asks, itself or by a function that returns it, and the value with which it takes its first side.
func (a *Analysis) flagOf(branch supergraph.Instruction) (flag pointsto.Location, value, ok bool) {
	f := branch.Parent
	o, negated := f.Negated(branch.Instr().Args[0])
	if call, isDefined := f.DefinedAt(o); isDefined && call.Instr().Op == ir.OpCall {
		callees := a.CalleesAt(call)
		if len(callees) != 1 {
			return 0, false, false
		}
		f = callees[0]
		if o, ok = answerOf(f); !ok {
			return 0, false, false
		}
	}
	cells := a.Memory(f, loadedFrom(f, o))
	if len(cells) != 1 {
		return 0, false, false
	}
	return cells[0], !negated, a.isFlag(cells[0])
}

// answerOf is what a function returns that does so in one place, but for what it returns if it has recovered from a panic. One that
// defers something keeps it in a variable until that is done.
func answerOf(f *supergraph.Function) (answer ir.Operand, ok bool) {
	for b := range f.Blocks {
		if end := f.Blocks[b].Terminator(); end.Op == ir.OpReturn && b != f.Recover {
			if ok || len(end.Args) != 1 {
				return answer, false
			}
			answer, ok = end.Args[0], true
		}
	}
	results := resultsIn(f, answer)
	if !ok || len(results) != 1 {
		return answer, false
	}
	return results[0], true
}

// isFlag reports whether all that is ever stored in a field is the same constant, but when its struct is made.
func (a *Analysis) isFlag(l pointsto.Location) bool {
	values := [2]bool{}
	for _, store := range a.Stores[l] {
		in := store.Instr()
		switch {
		case in.Op != ir.OpStore:
			return false
		case isNew(store.Parent, store.Parent.BaseOfPart(in.Args[0])):
		case in.Args[1].Kind != ir.BoolConst:
			return false
		default:
			values[in.Args[1].Int&1] = true
		}
	}
	return a.Points.Objects[l].Kind == pointsto.Field && values[0] != values[1]
}

// settingOf is where a flag is set, as isFlag says.
func (a *Analysis) settingOf(flag pointsto.Location) (set supergraph.Instruction) {
	for _, store := range a.Stores[flag] {
		if in := store.Instr(); in.Args[1].Kind == ir.BoolConst && !isNew(store.Parent, store.Parent.BaseOfPart(in.Args[0])) {
			return store
		}
	}
	return set
}

// findEnder finds a function that others call, by an exported name, and that runs what ends a goroutine: that itself, or another one.
func (a *Analysis) findEnder(e *Ending) bool {
	isEnder := func(f *supergraph.Function) bool { return a.mayEndBy(f, e) && !a.runs(f, e.Looks.Parent) }
	e.By = e.Set.Parent
	if isEnder(e.By) {
		return true
	}
	n := slices.IndexFunc(a.Order, isEnder)
	if n < 0 {
		return false
	}
	e.By = a.Order[n]
	return true
}

// mayEndBy reports whether others may call a function by an exported name that runs what ends a goroutine.
func (a *Analysis) mayEndBy(f *supergraph.Function, e *Ending) bool {
	return a.isOpen(f) && hasExportedName(f) && a.runs(f, e.Set.Parent)
}
