package holding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Branches that compare what others have compared before can't rule each other out wherever some values take all of them as they
// have to be taken: after `if a < b { return }` there is still a > b. Such values are looked for among a few small numbers (a small
// scope, as Jackson 2006 has it, where all that is asked is how sums of a few values compare): those that are found are a proof.

// A comparison is what a branch compares: two sums of values that are the same wherever they have the same names.
type comparison struct {
	left, right sum
	operator    string
	negated     bool
	// below says that it is asked whether a number is less than zero, which it may be.
	below bool
	kind  ir.ValueKind
}

// A sum adds the values with some names to a number, and takes others away.
type sum struct {
	more, less []string
	number     int64
}

// comparisonOf is what a branch compares, if that is all that it asks.
func (a *Analysis) comparisonOf(branch supergraph.Instruction) (c comparison, ok bool) {
	f := branch.Parent
	of, negated := f.Negated(branch.Instr().Args[0])
	in := f.Definition(of)
	c.negated = negated
	if isPlain(f, of, in) { // it is asked whether something is true
		c.left, ok = a.sumOf(branch, of)
		c.operator, c.kind = "!=", ir.BoolKind
		return c, ok
	}
	if in == nil || in.Op != ir.OpBinary || flipped[in.Name] == "" {
		return c, false
	}
	c.operator, c.kind = in.Name, in.Kind
	left, right := firstOf(f, in.Args[0]), firstOf(f, in.Args[1])
	if left.Kind == ir.IntConst {
		left, right, c.operator = right, left, flipped[c.operator]
	}
	var areKnown [2]bool
	c.left, areKnown[0] = a.sumOf(branch, left)
	c.right, areKnown[1] = a.sumOf(branch, right)
	c.below = c.isWithZero() && (c.operator == "<" || c.operator == ">=") && a.mayBeNegative(f, left)
	return c, areKnown == [2]bool{true, true} && len(c.left.more) > 0 && !isLess(right)
}

// isPlain reports whether a value, which an instruction sets, is what a function is given, what was in memory, or whether there was something in a
// map.
func isPlain(f *supergraph.Function, o ir.Operand, set *ir.Instr) bool {
	return o.Kind == ir.Register && (o.Reg < f.Params+f.FreeVars || set != nil && (set.Op == ir.OpLoad || lookedUp(f, set) != nil))
}

// lookedUp is what looks up in a map whether there is something, if an instruction says so.
func lookedUp(f *supergraph.Function, set *ir.Instr) *ir.Instr {
	if set.Op != ir.OpExtract || set.Index != 1 {
		return nil
	}
	if in := f.Definition(set.Args[0]); in != nil && in.Op == ir.OpMapLookup {
		return in
	}
	return nil
}

// sumOf is a value as a sum, if all that is added has a name.
func (a *Analysis) sumOf(branch supergraph.Instruction, o ir.Operand) (s sum, ok bool) {
	f := branch.Parent
	switch o = f.Original(o); o.Kind {
	case ir.IntConst:
		return sum{number: o.Int}, true
	case ir.NilConst: // which is one of its values, as 0 is
		return sum{}, true
	}
	in := f.Definition(o)
	if in == nil || in.Op != ir.OpBinary || in.Kind != ir.IntKind || in.Name != "+" && in.Name != "-" {
		name := a.valueOf(branch, o)
		return sum{more: []string{name}}, name != ""
	}
	s, ok = a.sumOf(branch, in.Args[0])
	other, isKnown := a.sumOf(branch, in.Args[1])
	if in.Name == "-" {
		other = sum{other.less, other.more, -other.number}
	}
	return sum{slices.Concat(s.more, other.more), slices.Concat(s.less, other.less), s.number + other.number}, ok && isKnown
}

// isWithNumber reports whether a single value is compared with a number, isWithZero whether that is zero.
func (c comparison) isWithNumber() bool {
	return len(c.left.more) == 1 && len(c.left.less)+len(c.right.more)+len(c.right.less) == 0 && c.left.number == 0
}

func (c comparison) isWithZero() bool { return c.isWithNumber() && c.right.number == 0 }

// names are those of the values that are compared.
func (c comparison) names() []string {
	return slices.Concat(c.left.more, c.left.less, c.right.more, c.right.less)
}

// mayBeNegative reports whether a value that is compared with zero may be less, for all that is known: what callers give, a difference, what is
// in a variable or comes from a function of the package only if somebody has written such a number there, and of what comes from others only
// where something is, which may be nowhere. What else one gets is a count, for the most part.
func (a *Analysis) mayBeNegative(f *supergraph.Function, o ir.Operand) bool {
	i, ok := f.DefinedAt(f.Original(o))
	if !ok {
		return true
	}
	switch in := i.Instr(); in.Op {
	case ir.OpLoad:
		isNegative := func(store supergraph.Instruction) bool {
			value, ok := setBy(store)
			return ok && isLess(value)
		}
		return slices.ContainsFunc(a.Memory(f, in.Args[0]), func(l pointsto.Location) bool { return slices.ContainsFunc(a.Stores[l], isNegative) })
	case ir.OpBinary:
		return in.Name == "-"
	case ir.OpCall:
		return slices.ContainsFunc(a.CalleesAt(i), func(callee *supergraph.Function) bool { return slices.ContainsFunc(callee.Returned(), isLess) })
	}
	return strings.Contains(i.Instr().Text, "Index")
}

func isLess(o ir.Operand) bool { return o.Kind == ir.IntConst && o.Int < 0 }

// firstOf is what a register holds first that counts the turns of a loop; others are themselves. Later turns ask again,
// but a function that comes past the first one has come there.
func firstOf(f *supergraph.Function, o ir.Operand) ir.Operand {
	if o.Kind != ir.Register {
		return o
	}
	if in := f.Definition(o); in != nil && in.Op == ir.OpBinary && in.Name == "+" && in.Args[1].Kind == ir.IntConst {
		if first := firstOf(f, in.Args[0]); first.Kind == ir.IntConst {
			return ir.Operand{Kind: ir.IntConst, Int: first.Int + in.Args[1].Int}
		}
		return o
	}
	first := o
	for _, d := range f.Defined[o.Reg] {
		switch {
		case d.At.Index >= 0 || d.From.Kind != ir.IntConst:
		case first != o:
			return o
		default:
			first = d.From
		}
	}
	if !isCounter(f, o.Reg) {
		return o
	}
	return first
}

// flipped are the operators for operands in the other order.
var flipped = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// valueOf is a name of a value, the same for all loads of one address, and for all counts of what isn't changed before a branch; "" if it has
// none. It is derived if it may be computed of other values.
func (a *Analysis) valueOf(branch supergraph.Instruction, o ir.Operand) string {
	f := branch.Parent
	o = f.Original(o)
	i, isSetOnce := f.DefinedAt(o)
	switch {
	case o.Kind != ir.Register:
		return ""
	case o.Reg < f.Params+f.FreeVars:
		return strconv.Itoa(o.Reg)
	case !isSetOnce:
		return ""
	}
	switch in := i.Instr(); {
	case lookedUp(f, in) != nil:
		return a.entryNamed(branch, lookedUp(f, in))
	case in.Op == ir.OpLoad:
		return a.loaded(f, in.Args[0])
	case in.Op == ir.OpLen:
		return lengthOf(a.valueOf(branch, in.Args[0]))
	case in.Op == ir.OpCall && library.IsCount(in.Name):
		if of := a.pathOf(f, in.Args[0]); of.known && !a.mayHaveChanged(of, branch) {
			return in.Name + " " + of.name()
		}
	case isLasting(f, o):
		return derived + strconv.Itoa(o.Reg)
	}
	return ""
}

// derived begins the name of a value that may be computed of others, or be one of several results: what is known of these may say something of it.
const derived = "?"

// loaded is a name of what is at an address. A variable of the function may have been set to what others hold.
func (a *Analysis) loaded(f *supergraph.Function, address ir.Operand) string {
	p := a.pathOf(f, address)
	root := f.Definition(p.root)
	switch {
	case !p.known:
		return ""
	case root != nil && root.Op == ir.OpAlloc:
		return derived + "*" + p.name()
	}
	return "*" + p.name()
}

// lengthOf is a name of the length of what has a name.
func lengthOf(of string) string {
	if of == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(of, derived); ok {
		return derived + "len " + rest
	}
	return "len " + of
}

// inMap begins the name of whether there is something in a map, which is one then that has elements: before the map and the key.
const inMap = "in "

// entryNamed is a name of whether there is something in a map.
func (a *Analysis) entryNamed(branch supergraph.Instruction, lookup *ir.Instr) string {
	of, key := a.valueOf(branch, lookup.Args[0]), a.valueOf(branch, lookup.Args[1])
	if of == "" || key == "" || strings.HasPrefix(of, derived) || strings.HasPrefix(key, derived) {
		return ""
	}
	return inMap + of + "[" + key + "]"
}

// comparesWithGiven reports whether a branch asks whether what another one asks for is what a caller gives, as he likes, of which the function
// asks nothing else before that: he may give that, or something else.
func (a *Analysis) comparesWithGiven(i, branch supergraph.Instruction, isBefore func(supergraph.Instruction) bool) bool {
	f := branch.Parent
	of, _ := f.Negated(i.Instr().Args[0])
	in := f.Definition(of)
	if in == nil || in.Op != ir.OpBinary || in.Name != "==" && in.Name != "!=" {
		return false
	}
	given, asked := f.Original(in.Args[1]), f.Original(in.Args[0])
	if !a.isChosenByCallers(f, given) {
		given, asked = asked, given
	}
	compared, ok := a.comparisonOf(branch)
	if !a.isChosenByCallers(f, given) || !ok || !compared.isWithNumber() || compared.left.more[0] != a.valueOf(i, asked) {
		return false
	}
	for other := range branchesOf(f) {
		if other != i && isBefore(other) && a.groundsOf(other).given.Has(given.Reg) {
			return false
		}
	}
	return true
}

// addElements adds that maps in which something is have elements.
func (o *constraints) addElements() {
	for _, c := range slices.Clone(o.list) {
		for _, name := range c.names() {
			if entry, ok := strings.CutPrefix(name, inMap); ok {
				of, _, _ := strings.Cut(entry, "[")
				o.add(comparison{left: sum{more: []string{"len " + of}}, operator: ">=", right: sum{more: []string{name}}, kind: ir.IntKind}, [2]bool{true, false})
			}
		}
	}
}

// name is a name of what a path leads to.
func (p path) name() string {
	return strconv.Itoa(int(p.root.Kind)) + p.root.Text + strconv.Itoa(p.root.Reg) + p.steps
}

// mayHaveChanged reports whether a function may have done something before a branch to what a path leads to that the library counts: it has
// called something else for it.
func (a *Analysis) mayHaveChanged(counted path, branch supergraph.Instruction) bool {
	for i := range comingBefore(branch) {
		in := i.Instr()
		isOne := func(o ir.Operand) bool { return a.pathOf(i.Parent, o).isSame(counted) }
		if i.Calls() && !library.IsCount(in.Name) && slices.ContainsFunc(in.Args, isOne) {
			return true
		}
	}
	return false
}

// edge is the one that a branch takes when the values with some names are those.
func (c comparison) edge(values map[string]int64) int {
	is, _ := ir.Compare(c.operator, c.left.with(values), c.right.with(values))
	if is != c.negated {
		return 0
	}
	return 1
}

func (s sum) with(values map[string]int64) int64 {
	n := s.number
	for _, name := range s.more {
		n += values[name]
	}
	for _, name := range s.less {
		n -= values[name]
	}
	return n
}

// isDefault reports whether a branch is left for what isn't equal to a constant.
func (c comparison) isDefault(edges [2]bool) bool {
	if !c.isWithNumber() || c.kind == ir.BoolKind || c.operator != "==" && c.operator != "!=" {
		return false
	}
	return !edges[c.edge(map[string]int64{c.left.more[0]: c.right.number})]
}

// Constraints are the branches of a function that compare something, with the edges that may be taken of each.
type constraints struct {
	list  []comparison
	edges [][2]bool
}

func (o *constraints) add(c comparison, edges [2]bool) {
	o.list, o.edges = append(o.list, c), append(o.edges, edges)
}

// most is how many values are looked at at once.
const most = 4

// arePossible reports whether some values take an edge of each branch that may be taken. Numbers are taken not to be less than zero, as
// lengths aren't, unless that is asked. What is none of some constants may be nothing at all: these may be all that there are.
func (o *constraints) arePossible() bool {
	o.addElements()
	if len(o.list) > 1 && o.list[0].isDefault(o.edges[0]) || !o.areOfNumbers() {
		return false
	}
	var names []string
	points, below := []int64{0, 1}, map[string]bool{}
	for _, c := range o.list {
		names = append(names, c.names()...)
		for _, number := range []int64{c.left.number, c.right.number} {
			points = append(points, max(number-1, 0), max(number, 0), max(number+1, 0))
		}
		if c.below {
			below[c.left.more[0]] = true
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for n := range names { // each may be another number
		points = append(points, int64(n))
	}
	slices.Sort(points)
	return len(names) <= most && o.areTakenBy(map[string]int64{}, names, slices.Compact(points), below)
}

// areOfNumbers reports whether all that is compared are numbers, none of which says what another one is, or it is always the same two that are. Of
// what else there is more can be known than how it compares: some variables are never nil.
func (o *constraints) areOfNumbers() bool {
	isSame := func(c comparison) bool { return slices.Equal(c.sortedNames(), o.list[0].sortedNames()) }
	if !slices.ContainsFunc(o.list, func(c comparison) bool { return !isSame(c) }) {
		return true
	}
	keys := map[string]string{} // by map: two of them may be the same
	for _, c := range o.list {
		if c.kind != ir.IntKind && c.kind != ir.BoolKind {
			return false
		}
		for _, name := range c.names() {
			of, key, isEntry := strings.Cut(name, "[")
			if strings.HasPrefix(name, derived) || isEntry && keys[of] != "" && keys[of] != key {
				return false
			}
			keys[of] = key
		}
	}
	return true
}

func (c comparison) sortedNames() []string { return slices.Sorted(slices.Values(c.names())) }

// areTakenBy reports whether values are, with some points, or less than zero, for those that have none yet.
func (o *constraints) areTakenBy(values map[string]int64, names []string, points []int64, below map[string]bool) bool {
	if len(names) == 0 {
		for n, c := range o.list {
			if !o.edges[n][c.edge(values)] {
				return false
			}
		}
		return true
	}
	next := points
	if below[names[0]] {
		next = append([]int64{-1}, points...)
	}
	return slices.ContainsFunc(next, func(value int64) bool {
		values[names[0]] = value
		return o.areTakenBy(values, names[1:], points, below)
	})
}

// isLeftOpen reports whether a branch may take an edge after others that hang on something that it hangs on: all compare something, as do those
// that hang on what these do, nobody sets that meanwhile, and it may be so that all are taken that lead there.
func (a *Analysis) isLeftOpen(branch supergraph.Instruction, edge int, before []supergraph.Instruction, isBefore func(supergraph.Instruction) bool) bool {
	compared, ok := a.comparisonOf(branch)
	if !ok {
		return len(before) == 0
	}
	asked := constraints{}
	asked.add(compared, [2]bool{edge == 0, edge == 1})
	var compares dataflow.Set // the memory that is compared
	for _, i := range a.relatedTo(before, branch, isBefore) {
		other, isOne := a.comparisonOf(i)
		if !isOne {
			return false
		}
		asked.add(other, leadingEdges(i, branch))
		compares.AddAll(a.groundsOf(i).cells)
	}
	return asked.arePossible() && !a.isSetAmong(branch.Parent, isBefore, without(a.changing(compares), a.groundsOf(branch).cells))
}

// relatedTo are some branches, and others before the one that they come before which hang on something that one of them hangs on, and so on.
func (a *Analysis) relatedTo(some []supergraph.Instruction, branch supergraph.Instruction, isBefore func(supergraph.Instruction) bool) []supergraph.Instruction {
	related := slices.Clone(some)
	for n := 0; n < len(related); n++ {
		g := a.groundsOf(related[n])
		for i := range branchesOf(branch.Parent) {
			if i != branch && isBefore(i) && !slices.Contains(related, i) && g.shares(a.groundsOf(i)) {
				related = append(related, i)
			}
		}
	}
	return related
}

// isSetAmong reports whether one of some instructions of a function sets memory.
func (a *Analysis) isSetAmong(f *supergraph.Function, among func(supergraph.Instruction) bool, cells dataflow.Set) bool {
	for i := range f.Instructions() {
		if among(i) && a.sets(i, cells) {
			return true
		}
	}
	return false
}

// without are those cells that others aren't.
func without(cells, others dataflow.Set) (rest dataflow.Set) {
	cells.Each(func(n int) {
		if !others.Has(n) {
			rest.Add(n)
		}
	})
	return rest
}

// leadingEdges are the edges of a branch from which one comes to an instruction without coming to the branch again.
func leadingEdges(branch, to supergraph.Instruction) (edges [2]bool) {
	f := branch.Parent
	for edge, next := range f.SuccessorsOf(branch.At.Block) {
		edges[edge] = next != branch.At.Block && (next == to.At.Block || f.Reaches([]int{next}, to.At.Block, branch.At.Block))
	}
	return edges
}
