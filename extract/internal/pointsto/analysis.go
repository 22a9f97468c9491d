package pointsto

import (
	"strconv"

	"github.com/chancheck/chancheck/extract/ir"
)

// A Program is what is analysed.
type Program interface {
	// Function returns the body of a function, or nil if there is none.
	Function(name string) *ir.Function
	// Method returns the function behind a method of a concrete type, or "".
	Method(typeName, method string) string
}

// An Analysis has the answers for one package.
type Analysis struct {
	// Objects describes the locations; number 0 is unused.
	Objects []Object

	program     Program
	sets        [][]Location
	fresh       [][]Location
	constraints [][]constraint
	indexes     map[node]map[constraint]bool // of long lists: see has
	work        []node
	typeNumbers map[string]int32
	types       []string

	registers map[*ir.Function][]node
	// last is the function whose registers were asked for last, with these: it is mostly asked again.
	last          *ir.Function
	lastRegisters []node
	tuples        [][]node          // by node: elements of what has several, 0 where one wasn't asked for; see elementsOf
	holders       map[Location]node // nodes that hold one location
	results       map[*ir.Function][]node
	fields        map[string]Location
	fieldsOf      map[string][]Location // by struct type
	globals       map[string]Location
	variables     []string // their names, in the order in which they were met
	functions     map[string]Location
	made          map[madeAt]Location
	outside       node
	escaped       []bool
	// views are the values of directional types of a channel, given has the
	// directions of those that the outside gets.
	views map[viewOf]Location
	given map[Location]uint8
	// handed are those that the outside gets at itself, as opposed to what functions
	// have captured that it may call; captured holds that.
	handed   []bool
	captured node
	// giving has what functions give the outside, once it was asked: see GivenBy.
	giving map[*ir.Function][]Location
	// exposedValues are the functions whose values have escaped, once it was asked: see Exposed.
	exposedValues map[string]bool
	// calledFromOutside are the functions that the outside may call, once it was asked.
	calledFromOutside map[*ir.Function]bool
	callees           map[*ir.Instr][]string
	reached           []*ir.Function
	isReached         map[*ir.Function]bool

	scope Scope
	steps int
	// exposures are the methods that were exposed: see exposeMethods. others are the objects
	// that functions get at which aren't in scope, parts the constraints that take parts of
	// those that they don't: see openVariables.
	exposures map[exposure]bool
	others    map[Location]bool
	parts     map[Location][]constraint
}

type madeAt struct {
	function *ir.Function
	at       At
	variant  int
}

// A Scope is the part of a program that is analysed.
type Scope struct {
	// Functions begin it, by name.
	Functions []string
	// IsEntry says which of them others may call with anything.
	IsEntry func(*ir.Function) bool
	// IsVisible says to which fields, named as by FieldName, and package-level variables
	// others have access.
	IsVisible func(name string) bool
	// Around is what there is beside it; nil if that is nothing: see Surroundings.
	Around *Surroundings
	// IsFragment says that code which isn't seen is of the same package, too, so that it can
	// use names that aren't exported.
	IsFragment bool
	// Budget is how many steps may be taken.
	Budget int
}

// Analyse computes who can touch what in a scope. It gives up, and returns nil, after as many
// steps as there may be.
func Analyse(program Program, scope Scope) *Analysis {
	a := &Analysis{
		program:     program,
		Objects:     []Object{{}, {Kind: External}, {Kind: External}},
		escaped:     []bool{false, true, true},
		handed:      []bool{false, true, true},
		indexes:     map[node]map[constraint]bool{},
		typeNumbers: map[string]int32{},
		scope:       scope,
		registers:   map[*ir.Function][]node{},
		holders:     map[Location]node{},
		results:     map[*ir.Function][]node{},
		fields:      map[string]Location{},
		fieldsOf:    map[string][]Location{},
		globals:     map[string]Location{},
		functions:   map[string]Location{},
		views:       map[viewOf]Location{},
		given:       map[Location]uint8{},
		giving:      map[*ir.Function][]Location{},
		made:        map[madeAt]Location{},
		callees:     map[*ir.Instr][]string{},
		isReached:   map[*ir.Function]bool{},
		exposures:   map[exposure]bool{},
		others:      map[Location]bool{},
		parts:       map[Location][]constraint{},
	}
	a.newNode() // number 0 stays unused
	a.outside = a.newNode()
	a.captured = a.newNode()
	a.when(a.outside, constraint{kind: escapes})
	a.when(a.captured, constraint{kind: isCaptured})
	for _, name := range scope.Functions {
		if a.isSpent() {
			return nil
		}
		if f := program.Function(name); f != nil {
			a.reach(f)
			if scope.IsEntry(f) {
				a.exposed(f)
			}
			if scope.Around != nil {
				a.fromOutside(f)
			}
		}
	}
	for {
		a.solve()
		if a.isSpent() {
			return nil
		}
		a.findTypes()
		if scope.Around == nil || !a.meetOthers() {
			return a
		}
	}
}

// Steps is how many were taken.
func (a *Analysis) Steps() int { return a.steps }

// exposed lets the outside call a function and have its results. What the outside
// passes is nothing that stays within the package.
func (a *Analysis) exposed(f *ir.Function) {
	a.reach(f)
	a.fromOutside(f)
	for _, r := range a.resultsOf(f) {
		a.copies(r, a.outside)
	}
}

// fromOutside lets the parameters of a function be what comes from outside.
func (a *Analysis) fromOutside(f *ir.Function) {
	for i := range f.Params {
		if i >= len(f.ParamKinds) || !f.ParamKinds[i].IsScalar() {
			a.add(a.registers[f][i], Outside)
		}
	}
}

// reach adds the constraints of a function, once.
func (a *Analysis) reach(f *ir.Function) {
	if a.isReached[f] {
		return
	}
	a.isReached[f] = true
	a.reached = append(a.reached, f)
	nodes := make([]node, max(f.Registers, f.Params+f.FreeVars)) // of one that can't be seen there are only parameters
	for i := range nodes {
		nodes[i] = a.newNode()
	}
	a.registers[f] = nodes
	a.last, a.lastRegisters = f, nodes
	for b := range f.Blocks {
		block := &f.Blocks[b]
		for _, edge := range block.Succs {
			for _, m := range edge.Moves {
				a.copies(a.operand(f, m.From), nodes[m.To])
			}
		}
		for i := range block.Instrs {
			a.instruction(f, At{b, i}, &block.Instrs[i])
		}
	}
}

// operand is the node of an operand; 0 if it holds nothing.
func (a *Analysis) operand(f *ir.Function, o ir.Operand) node {
	switch o.Kind {
	case ir.Register:
		return a.registersOf(f)[o.Reg]
	case ir.FunctionConst:
		return a.holding(a.function(o.Text))
	case ir.GlobalConst:
		return a.holding(a.global(o.Text))
	}
	return 0
}

// registersOf are the nodes of the registers of a function; nil if it wasn't reached.
func (a *Analysis) registersOf(f *ir.Function) []node {
	if a.last != f {
		a.last, a.lastRegisters = f, a.registers[f]
	}
	return a.lastRegisters
}

// holding is a node that holds one location.
func (a *Analysis) holding(l Location) node {
	n, ok := a.holders[l]
	if !ok {
		n = a.newNode()
		a.holders[l] = n
		a.add(n, l)
	}
	return n
}

func (a *Analysis) newLocation(o Object) Location {
	a.Objects = append(a.Objects, o)
	a.escaped = append(a.escaped, make([]bool, len(a.Objects)-len(a.escaped))...)
	a.handed = append(a.handed, make([]bool, len(a.Objects)-len(a.handed))...)
	return Location(len(a.Objects) - 1)
}

func (a *Analysis) named(index map[string]Location, kind LocationKind, name string) Location {
	l, ok := index[name]
	if !ok {
		l = a.newLocation(Object{Kind: kind, Name: name})
		index[name] = l
	}
	return l
}

func (a *Analysis) function(name string) Location { return a.named(a.functions, Closure, name) }

// global is a package-level variable. What those of other packages hold, the
// outside knows.
func (a *Analysis) global(name string) Location {
	l, ok := a.globals[name]
	if !ok {
		l = a.named(a.globals, Variable, name)
		a.variables = append(a.variables, name)
		if a.scope.IsVisible(name) {
			a.add(a.outside, l)
			a.add(a.contentOf(l), Outside)
		}
	}
	return l
}

// field is a field of all structs of a type, which the IR names.
func (a *Analysis) field(typeName string, index int, name string) Location {
	if typeName == "" {
		return 0
	}
	full := FieldName(typeName, index, name)
	l, ok := a.fields[full]
	if !ok {
		l = a.named(a.fields, Field, full)
		a.fieldsOf[typeName] = append(a.fieldsOf[typeName], l)
		if a.scope.IsVisible(full) {
			a.add(a.outside, l)
			a.add(a.contentOf(l), Outside)
		}
	}
	return l
}

// FieldName names a field of a struct type.
func FieldName(typeName string, index int, name string) string {
	return typeName + "." + strconv.Itoa(index) + " " + name
}

// makes is the location that an instruction makes.
func (a *Analysis) makes(f *ir.Function, at At, variant int, o Object) Location {
	key := madeAt{f, at, variant}
	l, ok := a.made[key]
	if !ok {
		in := at.in(f)
		o.Function, o.At, o.Site = f, at, in.Site
		if o.Name == "" {
			o.Name = in.Name
		}
		l = a.newLocation(o)
		a.made[key] = l
	}
	return l
}

// element is the node of one result of a call with several.
func (a *Analysis) element(of node, index int) node {
	if int(of) >= len(a.tuples) {
		a.tuples = append(a.tuples, make([][]node, len(a.sets)-len(a.tuples))...)
	}
	list := a.tuples[of]
	for len(list) <= index {
		list = append(list, 0)
	}
	if list[index] == 0 {
		list[index] = a.newNode()
	}
	a.tuples[of] = list
	return list[index]
}

// elementsOf are the nodes of what has several elements, as far as these were asked for.
func (a *Analysis) elementsOf(n node) []node {
	if int(n) < len(a.tuples) {
		return a.tuples[n]
	}
	return nil
}

func (a *Analysis) resultsOf(f *ir.Function) []node {
	list, ok := a.results[f]
	if !ok {
		for range max(len(f.Results), resultArity(f)) {
			list = append(list, a.newNode())
		}
		a.results[f] = list
	}
	return list
}

// resultArity is the number of results that a function returns; stand-ins don't
// declare them.
func resultArity(f *ir.Function) int {
	n := 0
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			if in := &f.Blocks[b].Instrs[i]; in.Op == ir.OpReturn {
				n = max(n, len(in.Args))
			}
		}
	}
	return n
}
