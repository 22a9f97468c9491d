package interp

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// An unknown number has every value that the code can tell apart. What it is compared with
// divides the numbers into regions, and each comparison narrows them down on its path: an
// assumption, which is told (intervals, Cousot and Cousot 1976; the order of two unknowns is
// an unknown itself, see derived.go).
//
// Where a number is needed, as a capacity or in arithmetic, or a loop counts up to it, it is
// tried: from zero to two, and on as far as the code counts, that is beyond the constants that
// it, or what counts up to it, is compared with. Families of goroutines that nobody counts are
// seen by two of them (cutoffs, Emerson and Namjoshi 1995). What comes after that isn't
// tried; the system is bounded. A number that the program itself decides may well be larger:
// from there on nothing is known.
//
// That there is nothing at all, so that a loop isn't entered, is an assumption like others of
// what anybody may pass. Of other numbers, that is what functions return, structs hold and the
// program passes to itself, it isn't known whether they can be zero. Who compares one with a
// constant thinks that it can be either.

// mayBeNone is why it is in doubt that a number is zero which the program decides.
const mayBeNone = "whether there is nothing at all is asked"

// largestCount limits how far numbers are tried, and on which goroutines agree.
const largestCount = 8

// A counting has what is compared with constants: unknown numbers, and registers that count up
// to them.
type counting struct {
	// constants are those with which an unknown is compared: where a region begins.
	constants map[domain.SymbolID][]int64
	// counters are the numbers up to which a register is told apart, upTo the registers that count
	// up to an unknown, counts those that count up to any, tried the unknowns that were tried.
	counters map[registerID]int64
	upTo     map[domain.SymbolID][]registerID
	counts   map[registerID]bool
	tried    map[domain.SymbolID]bool
}

func newCounting() *counting {
	return &counting{
		constants: map[domain.SymbolID][]int64{}, counters: map[registerID]int64{},
		upTo: map[domain.SymbolID][]registerID{}, counts: map[registerID]bool{}, tried: map[domain.SymbolID]bool{},
	}
}

// noteComparison notes where the code tells numbers apart, and which registers count up to what.
func (e *evaluator) noteComparison(f *frame, in *ir.Instr) {
	x, y := in.Args[0], in.Args[1]
	switch {
	case !isComparison(in.Name):
	case x.Kind == ir.Register && y.Kind == ir.IntConst:
		e.noteConstant(f, x.Reg, regionAfter(in.Name, y.Int))
	case x.Kind == ir.IntConst && y.Kind == ir.Register:
		e.noteConstant(f, y.Reg, regionAfter(mirrored(in.Name), x.Int))
	case x.Kind == ir.Register && y.Kind == ir.Register:
		e.noteCounter(f, x.Reg, y.Reg)
		e.noteCounter(f, y.Reg, x.Reg)
	}
}

// regionAfter is the number from which on a comparison with a constant has the same answer.
func regionAfter(operator string, constant int64) int64 {
	if operator == "<" || operator == ">=" {
		return constant
	}
	return constant + 1
}

// mirrored is the operator with its operands exchanged.
func mirrored(operator string) string {
	switch operator {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return operator
}

// countsTo marks a question about a number that a loop asks of one that it changes, or whether it is
// entered at all: it counts up to it. Other constants are compared to tell numbers apart.
func (e *evaluator) countsTo(f *frame, in *ir.Instr, question domain.Value) domain.Value {
	d := *e.Of(question)
	switch {
	case d.Form == domain.NotForm:
		return e.not(e.countsTo(f, in, d.Parts[0]))
	case d.Form != domain.TestForm || d.Text != "<" || !e.isCounter(f, in.Args[0]) || in.Args[1].Kind != ir.Register:
		return question
	}
	d.Number = 1
	return e.Intern(d)
}

// isCounter reports whether an operand of a comparison changes in a loop, or is where a loop over a
// number begins.
func (e *evaluator) isCounter(f *frame, o ir.Operand) bool {
	cyclic := e.flowOf(f.function).cyclic
	if o.Kind == ir.IntConst && o.Int == 0 && !cyclic[f.block] {
		succs := f.function.Blocks[f.block].Succs
		return len(succs) > 0 && cyclic[succs[0].Block]
	}
	return o.Kind == ir.Register && cyclic[f.block]
}

// noteConstant notes that a region begins at a number, for what a register holds.
func (e *evaluator) noteConstant(f *frame, register int, begins int64) {
	if begins > largestCount {
		return
	}
	if d := e.Of(f.registers[register]); d.Form == domain.SymbolForm {
		sym := domain.SymbolID(d.Number)
		list := e.counting.constants[sym]
		if i, known := slices.BinarySearch(list, begins); !known {
			e.counting.constants[sym] = slices.Insert(list, i, begins)
			e.changed = e.changed || e.counting.tried[sym]
		}
		return
	}
	id := registerID{f.function, register}
	if begins > max(e.counting.counters[id], domain.LargestSize-1) {
		e.counting.counters[id] = begins
		e.changed = true
	}
}

// noteCounter notes that a register with a number is compared with an unknown in a loop.
func (e *evaluator) noteCounter(f *frame, counter, bound int) {
	d := e.Of(f.registers[bound])
	if d.Form != domain.SymbolForm || e.Of(f.registers[counter]).Form != domain.IntForm || !e.flowOf(f.function).cyclic[f.block] {
		return
	}
	sym, id := domain.SymbolID(d.Number), registerID{f.function, counter}
	if !slices.Contains(e.counting.upTo[sym], id) {
		e.counting.upTo[sym] = append(e.counting.upTo[sym], id)
		e.counting.counts[id] = true
	}
}

// largestSize is how far a number is tried.
func (e *evaluator) largestSize(sym domain.SymbolID) int64 {
	largest := int64(domain.LargestSize)
	for _, counter := range e.counting.upTo[sym] {
		if begins := e.counting.counters[counter]; begins > 0 {
			largest = max(largest, begins+1) // the counter stays below
		}
	}
	if list := e.counting.constants[sym]; len(list) > 0 {
		largest = max(largest, list[len(list)-1])
	}
	return min(largest, largestCount)
}

// countedOutcomes are those of the question of a loop whether it has come to an unknown number. It
// climbs, step by step; where it has come as far as is tried it is left.
func (e *evaluator) countedOutcomes(sym domain.SymbolID, known, yes, no domain.Decision) []outcome {
	there := outcome{truth: true, decide: true, symbol: sym, decision: yes, counted: true, text: e.spellNumber(sym, yes, yes.High, " <= ")}
	largest := e.largestSize(sym)
	if known.Low != no.Low-1 || known.Low < largest || known.High-known.Low <= domain.LargestSize {
		further := outcome{decide: true, symbol: sym, decision: no, counted: true, text: e.spellNumber(sym, no, no.Low, " >= ")}
		return []outcome{there, further}
	}
	e.bounded = true
	if e.doubtOf(sym) != "" {
		return []outcome{there, {symbol: sym, beyond: true}}
	}
	return []outcome{there}
}

// spellNumber words what is known of a number.
func (e *evaluator) spellNumber(sym domain.SymbolID, d domain.Decision, bound int64, operator string) string {
	text := e.SymbolTable[sym].Text
	if text == "" {
		return ""
	}
	if d.Low == d.High {
		operator = " == "
	}
	return text + operator + strconv.FormatInt(bound, 10)
}

// noteSign notes what a type says of the sign of an unknown number.
func (e *evaluator) noteSign(v domain.Value, sign domain.Sign) {
	if !e.isSymbol(v) {
		return
	}
	if info := &e.SymbolTable[e.Of(v).Number]; info.Kind == ir.IntKind && info.Sign < sign {
		info.Sign, e.changed = sign, true
	}
}

// drawn is a number from zero up to another one, without that.
func (e *evaluator) drawn(s *localState, in *ir.Instr, below domain.Value) domain.Value {
	v := e.freshAs(s, in.Text+" below "+strconv.Itoa(int(below)), in.Kind, in.Text, "")
	if !e.isSymbol(v) {
		return v
	}
	info := &e.SymbolTable[e.Of(v).Number]
	info.Sign = domain.Unsigned
	if d := e.Of(below); d.Form == domain.IntForm && d.Number > 0 {
		info.Below = d.Number
	} else {
		e.examine(v, []domain.Value{below})
	}
	return v
}

func lengthKey(v domain.Value) string { return "length " + strconv.Itoa(int(v)) }

// knownLength is the length of an unknown, if anybody asks for it; else absent.
func (e *evaluator) knownLength(v domain.Value) domain.Value {
	if sym, ok := e.Symbols[lengthKey(v)]; ok {
		return e.SymbolValue(sym)
	}
	return 0
}

// hasOtherLength reports whether one of two values is an unknown string, and the other one a text of another length. That
// the string is empty is asked of its length anyway, where that matters: see equal.
func (e *evaluator) hasOtherLength(s *localState, x, y domain.Value) bool {
	if e.Of(x).Form == domain.StringForm {
		x, y = y, x
	}
	text := e.Of(y)
	if text.Form != domain.StringForm || !e.isSymbol(x) || e.knownLength(x) == 0 {
		return false
	}
	length := e.equal(e.knownLength(x), e.Integer(int64(len(text.Text))))
	return e.settled(s, length) == e.No
}

// isSupplied reports whether a number is what the program passes to the root.
func (e *evaluator) isSupplied(sym domain.SymbolID) bool {
	supplier := e.supplier(sym)
	return supplier != 0 && supplier == e.theSupplied()
}

// doubtAboutNone is why it is in doubt that a number is zero or less; "" if anybody may pass that,
// or it isn't.
func (e *evaluator) doubtAboutNone(sym domain.SymbolID, d domain.Decision) string {
	whole := e.measured(sym)
	info := &e.SymbolTable[whole]
	if e.SymbolTable[sym].Kind != ir.IntKind || d.High > 0 || info.Whole == 0 && info.Process < 0 && e.supplier(sym) == 0 {
		return ""
	}
	return mayBeNone
}

func isExtreme(operator string) bool { return operator == "min" || operator == "max" }

// executeExtreme is min(x, y) or max(x, y): a branch, if it isn't known which is less.
func (e *evaluator) executeExtreme(s *localState, f *frame, in *ir.Instr) []alternative {
	x, y := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
	then := func(n *localState, isLess bool) {
		v := y
		if isLess == (in.Name == "min") {
			v = x
		}
		e.set(n.top(), in.Dst, v)
		n.top().pc++
	}
	question := e.settled(s, e.binary("<", x, y))
	switch e.Of(question).Form {
	case domain.BoolForm:
		then(s, question == e.Yes)
		return nil
	case domain.OpaqueForm:
		v := e.hanging(s, in.Kind, in.Text, e.computedFrom([]domain.Value{x, y}), x, y)
		e.examine(v, []domain.Value{x, y})
		e.set(f, in.Dst, v)
		f.pc++
		return nil
	}
	return e.branch(s, question, e.spellLess(x, y), in.Site, then)
}

// spellLess words x < y, of which one is a number.
func (e *evaluator) spellLess(x, y domain.Value) string {
	spell := func(v domain.Value) string {
		if d := e.Of(v); d.Form == domain.SymbolForm {
			return e.SymbolTable[d.Number].Text
		}
		return strconv.FormatInt(e.Of(v).Number, 10)
	}
	switch {
	case spell(x) == "" || spell(y) == "":
		return ""
	case e.isSymbol(x):
		return spell(x) + " < " + spell(y)
	}
	return spell(y) + " > " + spell(x)
}

// sizes makes one alternative for each size that a number can have. It is how
// an unknown number becomes a capacity or takes part in arithmetic.
func (e *evaluator) sizes(s *localState, sym domain.SymbolID, site model.Site) []alternative {
	if e.looking {
		return somethingVisible
	}
	d := e.DecisionOf(s.decisions, sym)
	candidates, cut := e.candidates(sym, d)
	e.bounded = e.bounded || !e.SymbolTable[sym].Order
	var list []alternative
	for _, n := range candidates {
		next := s.clone()
		settled := d
		settled.Low, settled.High = n, n
		next.decide(sym, settled)
		t := e.transition(s, model.Tau, -1, site)
		if text := e.SymbolTable[sym].Text; text != "" {
			t.Text = text + " == " + strconv.FormatInt(n, 10)
		}
		t.Doubt = cmp.Or(e.noteDecision(s, sym), e.doubtOfMaker(sym), e.doubtAboutNone(sym, settled))
		if e.sharedSymbols[sym] {
			if t.Doubt == mayBeNone && len(candidates) > 1 {
				continue // what goroutines agree on isn't in doubt; this isn't tried
			}
			t = e.agreeOn(t, sym, n)
		}
		list = append(list, alternative{t, next})
	}
	if cut {
		list = append(list, e.beyondSizes(s, sym, site))
	}
	return list
}

// agreeOn makes the choice of a number one of several goroutines.
func (e *evaluator) agreeOn(t model.Transition, sym domain.SymbolID, n int64) model.Transition {
	t.Kind = model.Assume
	if t.Doubt == mayBeNone {
		t.Doubt = "" // nothing else is left
	}
	t.Object = e.entity(model.Cell, 0, "symbol "+strconv.Itoa(int(sym)))
	t.Label = int(n) + 1
	if n < 0 || n > largestCount {
		e.giveUp("an unknown number is asked about by two goroutines")
	}
	e.agreed[sym] = max(e.agreed[sym], n)
	return t
}

// candidates are the numbers that are tried of those that an unknown can be: the first, and one on
// each side of where the code tells them apart. It is cut if the program may have decided on
// another one.
func (e *evaluator) candidates(sym domain.SymbolID, d domain.Decision) (list []int64, cut bool) {
	e.counting.tried[sym] = true
	if d.Low == math.MinInt64 {
		d.Low = min(0, d.High)
	}
	last := d.High
	if d.High > d.Low+domain.LargestSize {
		last = max(d.Low, e.largestSize(sym))
		last = min(last, d.High)
		cut = last < d.High && cmp.Or(e.doubtOf(sym), e.doubtOfMaker(sym)) != ""
	}
	for n := d.Low; n <= last; n++ {
		if !slices.Contains(d.Unequal, e.Integer(n)) {
			list = append(list, n)
		}
	}
	return list, cut
}

// beyondSizes is the alternative that a number which the program decides is larger than
// what is tried. Nothing is known of how it goes on, nor of anybody for whom it may do
// something then: as if it ended the program.
func (e *evaluator) beyondSizes(s *localState, sym domain.SymbolID, site model.Site) alternative {
	t := e.transition(s, model.Tau, -1, site)
	t.Doubt = e.noteDecision(s, sym)
	n := s.clone()
	n.frames, n.private, n.renewals, n.leaving = n.frames[:1], min(n.private, 1), nil, stays
	outermost := n.own(0)
	outermost.deferred, outermost.unwinding = nil, true
	n.panic = &panicking{site: t.Site, via: t.Via, text: "a size that isn't tried"}
	return alternative{t, n}
}
