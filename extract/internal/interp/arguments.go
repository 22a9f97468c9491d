package interp

import (
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// A root is called by somebody: if its package makes all calls, what they have in
// common is known of its parameters. If the answer hangs on more, the root is judged
// for each of the calls.

// mostContexts is for how many calls a root is judged, each for itself.
const mostContexts = 8

// ForAll is the root with what all calls have in common, if they are known. Functions
// that they pass are entered only if the answer hangs on them: there is much in them
// that doesn't matter. Others who may call are taken to pass positive numbers where the package always does: that
// there are no workers at all, say, is nobody's intention.
func (r *Root) ForAll() *Root {
	callers := r.program.callers[r.Function.Name]
	switch {
	case callers == nil:
		return r
	case !callers.All:
		if positive := callers.Positive(); positive != nil {
			return r.in(positive)
		}
		return r
	}
	if len(callers.Calls) == 1 {
		only := r.in(callers.Calls[0].WithoutFunctions())
		only.passed = r.spell(only.arguments, func(i int) bool {
			a := &only.arguments.Values[i]
			return a.Value.Kind != ir.Unknown || len(a.Fields) > 0
		})
		return only
	}
	common := callers.Join()
	return r.in(common.WithoutFunctions())
}

func (r *Root) in(arguments *ir.Arguments) *Root {
	return &Root{Function: r.Function, program: r.program, reach: r.reach, walk: r.walk, arguments: arguments}
}

// Arguments is what the root is called with, nil if nothing is known.
func (r *Root) Arguments() *ir.Arguments { return r.arguments }

// EachCall is the root for each of its calls of which more is known than what it was
// evaluated with. Calls are one if they differ only in what nobody has asked about. It
// is all if there are no others, or more than the first of them if they are too many.
func (r *Root) EachCall() (list []*Root, all, more bool) {
	callers := r.program.callers[r.Function.Name]
	if callers == nil || r.learnt == nil {
		return nil, false, false
	}
	matters := r.learnt.hasAskedAbout
	if r.learnt.stop != "" || r.asksFunctions() {
		matters = func(int) bool { return true } // there is more to ask
	}
	calls, whole, ok := r.differentCalls(callers, matters)
	if all = callers.All && !whole; !ok {
		return nil, false, false
	}
	if more = len(calls) > mostContexts; more {
		if !all {
			return nil, false, true
		}
		calls = calls[:mostContexts]
	}
	for _, call := range calls {
		one := r.in(call)
		one.passed, one.isOneCall = r.spell(call, matters), true
		list = append(list, one)
	}
	return list, all, more
}

// differentCalls are the calls that differ in what matters. It is whole if one of them
// passes no more than what the root was evaluated with.
func (r *Root) differentCalls(callers *ir.Callers, matters func(parameter int) bool) (list []*ir.Arguments, whole, ok bool) {
	known := ir.Arguments{Values: make([]ir.Argument, r.Function.Params)}
	if r.arguments != nil {
		known = *r.arguments
	}
	same := known.Key(matters)
	seen := map[string]bool{same: true}
	for i := range callers.Calls {
		call := &callers.Calls[i]
		if len(call.Values) != r.Function.Params {
			return nil, false, false
		}
		key := call.Key(matters)
		whole = whole || key == same
		if !seen[key] {
			seen[key] = true
			list = append(list, call)
		}
	}
	return list, whole, true
}

// Passed spells what a call passes that matters, as conditions on the parameters.
func (r *Root) Passed() []string { return r.passed }

// spell is what a call passes as code, but for what all calls do.
func (r *Root) spell(call *ir.Arguments, matters func(parameter int) bool) (list []string) {
	for i := range call.Values {
		if !matters(i) || i >= len(r.Function.ParamNames) {
			continue
		}
		var common []string
		if r.arguments != nil {
			common = r.arguments.Values[i].Spell(r.Function.ParamNames[i])
		}
		for _, text := range call.Values[i].Spell(r.Function.ParamNames[i]) {
			if !slices.Contains(common, text) {
				list = append(list, text)
			}
		}
	}
	return list
}

// asksFunctions reports whether a parameter was called that isn't known.
func (r *Root) asksFunctions() bool {
	for i := range r.Function.Params {
		switch r.Function.ParamKinds[i] {
		case ir.FuncKind, ir.InterfaceKind, ir.GenericKind:
			if r.learnt.hasAskedAbout(i) {
				return true
			}
		}
	}
	return false
}

// AsksCallers reports whether the answer may be another one for what a call passes,
// though nothing was found: a size was tried only, a channel or function was used of
// which nothing is known.
func (r *Root) AsksCallers() bool {
	if r.learnt == nil {
		return false
	}
	for i := range r.Function.Params {
		if !r.learnt.hasAskedAbout(i) {
			continue
		}
		switch r.Function.ParamKinds[i] {
		case ir.FuncKind, ir.InterfaceKind, ir.GenericKind, ir.ChanKind:
			return true
		}
		if r.learnt.bounded || r.learnt.presumed[i] {
			return true
		}
	}
	return false
}

// Presumes reports whether it was taken for granted that a parameter is what all callers
// have in common.
func (r *Root) Presumes() bool { return r.learnt != nil && len(r.learnt.presumed) > 0 }

// AsksCallerAt reports whether it is decided by a parameter what a process of the last
// system does in a state.
func (r *Root) AsksCallerAt(process, state int) bool {
	nodes := r.last.processes[r.last.order[process]].nodes
	return state < len(nodes) && nodes[state].asksCaller
}

func (k *knowledge) hasAskedAbout(parameter int) bool { return k.consulted[parameter] }

// consult notes that somebody wants to know what a symbol is, and returns the number
// of the parameter of the root that it comes from, or -1.
func (k *knowledge) consult(sym domain.SymbolID) int {
	for ; sym != 0; sym = k.SymbolTable[sym].Whole {
		if i, ok := k.parameters[sym]; ok {
			k.consulted[i] = true
			return i
		}
	}
	return -1
}

// presume notes that a question about a parameter was answered from what all callers pass,
// and nothing else.
func (k *knowledge) presume(s *localState, question domain.Value) {
	k.Walk(question, func(_ domain.Value, d *domain.Description) {
		if d.Form != domain.TestForm {
			return
		}
		sym := domain.SymbolID(k.Of(d.Parts[0]).Number)
		if k.presumes(s, d, sym) {
			if i := k.consult(sym); i >= 0 {
				k.presumed[i] = true
			}
		}
	})
}

// presumes reports whether the answer to a question about a symbol is owed to what was
// known before anybody asked.
func (k *knowledge) presumes(s *localState, test *domain.Description, sym domain.SymbolID) bool {
	now, first := k.DecisionOf(s.decisions, sym), k.DecisionOf(k.passed, sym)
	_, isPassed := k.passed[sym]
	switch {
	case !isPassed:
		return false
	case test.Text != "<":
		return now.Low == first.Low && now.High == first.High
	case now.High < k.Of(test.Parts[1]).Number:
		return now.High == first.High
	}
	return now.Low == first.Low
}

// pass sets what is known of an argument. v is a symbol that stands for it, or an
// aggregate of one.
func (r *Root) pass(s *localState, i int, v domain.Value) domain.Value {
	known := r.knownOf(i)
	if known == nil {
		return v
	}
	k := r.learnt
	switch d := k.Of(v); {
	case known.Value.Kind == ir.ZeroConst && d.Form == domain.StructForm:
		return k.Zero(r.Function.ParamKinds[i])
	case d.Form == domain.StructForm:
		return k.withFields(v, known.Fields)
	case known.Background:
		return k.Intern(domain.Description{Form: domain.ContextForm})
	case len(known.Captured) > 0:
		return k.literal(i, known)
	case known.Value.Kind != ir.Unknown:
		if c := k.constant(known.Value); c != 0 {
			return c
		}
	case d.Form == domain.SymbolForm:
		k.limit(s, domain.SymbolID(d.Number), v, known)
		k.passed = s.decisions
	}
	return v
}

// knownOf is what is known of a parameter, or of a variable that the root has captured; nil if nothing is.
func (r *Root) knownOf(i int) *ir.Argument {
	captured := r.program.captured[r.Function.Name]
	switch n := i - r.Function.Params; {
	case n < 0 && r.arguments != nil && i < len(r.arguments.Values):
		return &r.arguments.Values[i]
	case n >= 0 && n < len(captured):
		return &captured[n]
	}
	return nil
}

// constant is the value of a constant operand.
func (k *knowledge) constant(o ir.Operand) domain.Value {
	switch o.Kind {
	case ir.IntConst:
		return k.Integer(o.Int)
	case ir.BoolConst:
		return k.Boolean(o.Int != 0)
	case ir.StringConst:
		return k.Text(o.Text)
	case ir.NilConst:
		return k.Nil
	case ir.FunctionConst:
		return k.Closure(o.Text)
	}
	return 0
}

// literal is a function with what it has captured: variables of the caller, of which
// nothing is known here that the caller wouldn't know better.
func (k *knowledge) literal(parameter int, known *ir.Argument) domain.Value {
	var captured []domain.Value
	for i, kind := range known.Captured {
		v := k.Opaque
		if kind != ir.OtherKind {
			key := "captured " + strconv.Itoa(parameter) + " " + strconv.Itoa(i)
			v = k.SymbolValue(k.Symbol(key, domain.SymbolInfo{Kind: kind, Process: -1, Taint: ofCaller}))
		}
		if kind.IsAggregate() {
			v = k.Aggregate(v, "", nil, nil)
		}
		captured = append(captured, v)
	}
	return k.Closure(known.Value.Text, captured...)
}

// ofCaller is why something is in doubt that the caller knows.
const ofCaller = "a variable of the caller is asked for"

// mayBeNil is why it is in doubt that something is nil which the caller passes: programs hardly ever
// pass nil to themselves. That it isn't is in no doubt.
const mayBeNil = "whether a variable of the caller is nil is asked"

// withFields is a struct of which some fields are known.
func (k *knowledge) withFields(v domain.Value, fields []ir.FieldValue) domain.Value {
	var paths []string
	var values []domain.Value
	for _, f := range fields {
		if c := k.constant(f.Value); c != 0 {
			paths, values = append(paths, fieldPath(f.Index)), append(values, c)
		}
	}
	if len(paths) == 0 {
		return v
	}
	sortTogether(paths, values)
	d := k.Of(v)
	if whole := k.Of(d.Parts[0]); whole.Form == domain.SymbolForm {
		k.SymbolTable[whole.Number].Written = true
	}
	return k.Aggregate(d.Parts[0], d.Text, paths, values)
}

// sortTogether brings paths into the order that aggregates have, and values with them.
func sortTogether(paths []string, values []domain.Value) {
	for i := 1; i < len(paths); i++ {
		for j := i; j > 0 && paths[j] < paths[j-1]; j-- {
			paths[j], paths[j-1] = paths[j-1], paths[j]
			values[j], values[j-1] = values[j-1], values[j]
		}
	}
}

// fill sets fields of the struct that an unknown pointer leads to.
func (k *knowledge) fill(s *localState, sym domain.SymbolID, fields []ir.FieldValue) {
	object, _, _ := k.deref(k.SymbolValue(sym))
	for _, f := range fields {
		if c := k.constant(f.Value); c != 0 {
			s.memory[object] = s.memory[object].With(fieldPath(f.Index), c)
		}
	}
}

// limit decides what is known of an unknown argument.
func (k *knowledge) limit(s *localState, sym domain.SymbolID, v domain.Value, known *ir.Argument) {
	if known.NonNil {
		d := k.DecisionOf(s.decisions, sym)
		d.Truth = domain.IsTrue
		s.decide(sym, d)
	}
	if known.Bounded {
		d := k.DecisionOf(s.decisions, sym)
		d.Low, d.High = max(d.Low, known.Least), known.Most
		if d.High < d.Low {
			d.Low = known.Least
		}
		s.decide(sym, d)
		k.related.choose(sym) // what hangs on it isn't free any more
	}
	k.SymbolTable[sym].Written = known.HasLength || known.Computed || len(known.Fields) > 0
	if len(known.Fields) > 0 {
		k.fill(s, sym, known.Fields)
	}
	if known.HasLength && known.Length <= largestSlice {
		length := k.Symbol(lengthKey(v), domain.SymbolInfo{
			Kind: ir.IntKind, Process: -1, Whole: sym, Length: true,
		})
		k.lasting[length] = true // it is known, however often it is asked for
		s.decide(length, domain.Decision{Low: known.Length, High: known.Length})
	}
}

// Settled says that the root could be judged for each of its calls.
func (r *Root) Settled() { r.reach.tooLarge = "" }

// passesConstants reports whether each call of a function in the root passes a constant
// for some of its parameters.
func (r *Root) passesConstants(callee string, parameters map[int]bool) bool {
	calls := 0
	for b := range r.Function.Blocks {
		for i := range r.Function.Blocks[b].Instrs {
			in := &r.Function.Blocks[b].Instrs[i]
			if in.Name != callee || in.Op != ir.OpCall && in.Op != ir.OpGo && in.Op != ir.OpDefer {
				continue
			}
			constant := false
			for p := range in.Args {
				constant = constant || parameters[p] && in.Args[p].Kind != ir.Unknown && in.Args[p].Kind != ir.Register
			}
			if !constant {
				return false
			}
			calls++
		}
	}
	return calls > 0
}
