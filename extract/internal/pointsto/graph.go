package pointsto

import (
	"cmp"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Location is an object of the program, or all those that are made at one
// place: a channel, variable, slice, map, context, function value or box of an
// interface; or a field of a struct type. The zero value is none.
type Location int32

// A LocationKind says what a location is.
type LocationKind uint8

const (
	Variable  LocationKind = iota // made by OpAlloc, or a package-level variable
	Field                         // a field of all structs of a type
	Channel                       // made by OpMakeChan
	Aggregate                     // a slice or map
	Context                       // made by context.WithCancel and the like, or one that is never cancelled
	Closure                       // a function value
	Box                           // a value of a concrete type in an interface
	External                      // whatever comes from outside
)

// Outside is the location of whatever comes from outside, Beside that of the fields of structs
// that do, where these can be of the package's own types: see Surroundings.
const (
	Outside Location = 1
	Beside  Location = 2
)

// An Object describes a location.
type Object struct {
	Kind LocationKind
	// Name is that of the field (type and field name), package-level variable
	// or function; of a Box the concrete type.
	Name string
	// Function is the function with the instruction that makes it; nil for
	// fields, package-level variables and static functions.
	Function *ir.Function
	At       At
	Site     model.Site
	// Type is the struct type of a Variable or Field, as the IR names it.
	Type string
	// View is the channel that this is a view of, Direction what can be done
	// through it: a value of a directional type. See views.
	View      Location
	Direction int
	// content holds what is stored in it; parent the contexts from which a context derives.
	content, parent node
}

// At is the place of an instruction in a function.
type At struct{ Block, Index int }

// Compare orders the places of a function.
func (at At) Compare(other At) int { return cmp.Or(at.Block-other.Block, at.Index-other.Index) }

// in is the instruction of a function at a place.
func (at At) in(f *ir.Function) *ir.Instr { return &f.Blocks[at.Block].Instrs[at.Index] }

// A node holds a set of locations: the values that a register, a result or a
// location can have.
type node int32

// A place of the graph that is waited for: what to do with each new location of
// a node.
type constraint struct {
	kind constraintKind
	node node // the other node of a copy, load or store
	call *callSite
	// number is the direction of a viewTo, or that of the type of an unboxTo: see typeNumber.
	number int32
}

type constraintKind uint8

const (
	copyTo     constraintKind = iota // node holds what this one does
	loadTo                           // node holds what is stored in the locations here
	storeFrom                        // the locations here hold what node does
	callThem                         // the functions here are called
	invokeOn                         // a method of what is in the boxes here is called
	unboxTo                          // node holds what is in the boxes of a type
	viewTo                           // node holds what this one does, channels in one direction only
	inheritTo                        // node holds the contexts here that may end
	escapes                          // the outside gets it
	isCaptured                       // functions have captured it that the outside may call
	partOf                           // node holds addresses of fields of what is here: see Beside
	valueOf                          // node holds what is in those fields
)

// IsGlobal reports whether an object is a package-level variable.
func (o *Object) IsGlobal() bool { return o.Kind == Variable && o.Function == nil }

// IsStruct reports whether an object is a struct that a function makes, and no pointer to one.
func (o *Object) IsStruct() bool {
	if o.Kind != Variable || o.Function == nil {
		return false
	}
	in := &o.Function.Blocks[o.At.Block].Instrs[o.At.Index]
	return in.Op == ir.OpAlloc && (in.Kind.IsAggregate() || in.Kind == ir.GenericKind)
}

// NeverEnds reports whether an object is a context that nobody ends while the program runs:
// what derives from it doesn't end by it.
func (o *Object) NeverEnds() bool {
	if o.Kind != Context {
		return false
	}
	meaning := library.Find(o.Name).Meaning
	return meaning == library.Background || meaning == library.TestContext
}

// MayLast reports whether a context derives from one that nobody ends, or from another one: callers pass both.
func (a *Analysis) MayLast(l Location) bool {
	isEndless := func(l Location) bool { return a.Objects[l].NeverEnds() }
	ends := func(l Location) bool { return !isEndless(l) }
	parents := a.sets[a.Objects[l].parent]
	return slices.ContainsFunc(parents, isEndless) && slices.ContainsFunc(parents, ends)
}

// A callSite is an instruction that calls a function.
type callSite struct {
	caller *ir.Function
	at     At
	in     *ir.Instr
	known  []string // callees that are bound already
	// inLibrary says that a library function makes the call, not the instruction itself, the
	// operands of which are others.
	inLibrary bool
}

// add puts a location into a node.
func (a *Analysis) add(n node, l Location) {
	set := a.sets[n]
	i, found := slices.BinarySearch(set, l)
	if found {
		return
	}
	a.sets[n] = slices.Insert(set, i, l)
	if len(a.fresh[n]) == 0 {
		a.work = append(a.work, n)
	}
	a.fresh[n] = append(a.fresh[n], l)
}

// when adds a constraint to a node, and applies it to what is there already.
func (a *Analysis) when(n node, c constraint) {
	if a.isSpent() || a.has(n, c) {
		return
	}
	a.constraints[n] = append(a.constraints[n], c)
	for _, l := range slices.Clone(a.sets[n]) {
		a.apply(c, l)
	}
}

// longList is how many constraints of a node are searched one by one. Of generated code that appends to the
// same slice in thousands of functions a node has tens of thousands.
const longList = 32

// has reports whether a node has a constraint, which otherwise it is about to have.
func (a *Analysis) has(n node, c constraint) bool {
	list := a.constraints[n]
	if len(list) <= longList {
		return slices.Contains(list, c)
	}
	index := a.indexes[n]
	if index == nil {
		index = map[constraint]bool{}
		for _, other := range list {
			index[other] = true
		}
		a.indexes[n] = index
	}
	found := index[c]
	index[c] = true
	return found
}

// isSpent reports whether nothing is left of the budget: then there is no answer, whatever comes.
func (a *Analysis) isSpent() bool { return a.steps >= a.scope.Budget }

// solve propagates until nothing changes, or the budget is spent.
func (a *Analysis) solve() {
	for len(a.work) > 0 && !a.isSpent() {
		n := a.work[len(a.work)-1]
		a.work = a.work[:len(a.work)-1]
		fresh := a.fresh[n]
		a.fresh[n] = nil
		for i := 0; i < len(a.constraints[n]); i++ { // applying may add some
			c := a.constraints[n][i]
			for _, l := range fresh {
				a.apply(c, l)
			}
		}
	}
}

// apply carries out a constraint for one location.
func (a *Analysis) apply(c constraint, l Location) {
	a.steps++
	if c.kind != copyTo && c.kind != viewTo && c.kind != inheritTo {
		switch {
		case l == Beside && c.kind == storeFrom:
			return // it is known to be in the field, whatever the struct
		case l == Outside || l == Beside:
			a.applyOutside(c)
			return
		}
	}
	switch c.kind {
	case copyTo:
		a.add(c.node, l)
	case loadTo:
		a.when(a.contentOf(l), constraint{kind: copyTo, node: c.node})
	case storeFrom:
		a.when(c.node, constraint{kind: copyTo, node: a.contentOf(l)})
	case callThem:
		a.callLocation(c.call, l)
	case invokeOn:
		a.invokeLocation(c.call, l)
	case unboxTo:
		a.unbox(c, l)
	case inheritTo:
		if !a.Objects[l].NeverEnds() {
			a.add(c.node, l)
		}
	case viewTo:
		a.add(c.node, a.view(l, int(c.number)))
	case partOf, valueOf:
		a.part(c, l)
	case escapes:
		a.escape(l)
	case isCaptured:
		a.capture(l)
	}
}

// applyOutside carries out a constraint for what comes from outside: what is loaded
// from there does, too; what is stored there, or passed to a function from there, gets
// out.
func (a *Analysis) applyOutside(c constraint) {
	switch c.kind {
	case loadTo, unboxTo, valueOf:
		a.add(c.node, Outside)
	case partOf:
		a.add(c.node, Beside)
	case storeFrom:
		a.copies(c.node, a.outside)
	case callThem, invokeOn: // what is called is one of those that the outside has: it gets the rest
		a.toOutside(c.call, c.call.in.Args[1:])
	}
}

// fewNodes are those that there are in any analysis.
const fewNodes = 1 << 10

// newNode makes an empty node. There are so many that room is made for as many again.
func (a *Analysis) newNode() node {
	if n := len(a.sets); n == cap(a.sets) {
		a.sets, a.fresh, a.constraints = slices.Grow(a.sets, n+fewNodes), slices.Grow(a.fresh, n+fewNodes), slices.Grow(a.constraints, n+fewNodes)
	}
	a.sets = append(a.sets, nil)
	a.fresh = append(a.fresh, nil)
	a.constraints = append(a.constraints, nil)
	return node(len(a.sets) - 1)
}

// contentOf is the node of what is stored in a location.
func (a *Analysis) contentOf(l Location) node {
	o := &a.Objects[l]
	if o.View != 0 {
		return a.contentOf(o.View)
	}
	if o.content == 0 {
		n := a.newNode()
		a.Objects[l].content = n
		return n
	}
	return o.content
}

func (a *Analysis) copies(from, to node) {
	if from != to && from != 0 && to != 0 {
		a.when(from, constraint{kind: copyTo, node: to})
	}
}
