package extract

import (
	"slices"
	"strings"
)

// A Program is a package with everything that its functions call, as far as
// there are skeletons of it.
type Program struct {
	functions map[string]*Function
	own       []string
	flows     map[*Function]*flow
	types     map[string]*typeTable
	judged    map[string]bool // keys of the objects that a root has judged
}

// A typeTable has what is known of a concrete type, from all functions that
// mention it.
type typeTable struct {
	methods    map[string]string
	implements map[string]bool
}

// NewProgram prepares the functions of a package for evaluation.
func NewProgram(pkg *Package) *Program {
	p := &Program{
		functions: pkg.Functions, own: pkg.Own, flows: map[*Function]*flow{},
		types: map[string]*typeTable{}, judged: map[string]bool{},
	}
	for _, f := range pkg.Functions {
		for _, t := range f.Types {
			p.addType(&t)
		}
	}
	return p
}

func (p *Program) addType(t *TypeInfo) {
	table := p.types[t.Name]
	if table == nil {
		table = &typeTable{methods: map[string]string{}, implements: map[string]bool{}}
		p.types[t.Name] = table
	}
	for _, m := range t.Methods {
		table.methods[m.Method] = m.Function
	}
	for _, i := range t.Implements {
		table.implements[i] = true
	}
}

// function returns the skeleton of a function, or nil if it has none.
func (p *Program) function(name string) *Function {
	if f := standIns()[name]; f != nil {
		return f
	}
	return p.functions[name]
}

// method returns the function behind a method of a concrete type, or "" if
// calling it doesn't matter.
func (p *Program) method(typeName, method string) string {
	if rest, ok := strings.CutPrefix(typeName, "*"); ok {
		if name := "(*" + rest + ")." + method; IsKnown(name) {
			return name
		}
	}
	if t := p.types[typeName]; t != nil {
		return t.methods[method]
	}
	return ""
}

func (p *Program) implements(typeName, interfaceName string) bool {
	t := p.types[typeName]
	return t != nil && t.implements[interfaceName]
}

func (p *Program) flowOf(f *Function) *flow {
	fl := p.flows[f]
	if fl == nil {
		fl = analyse(f)
		p.flows[f] = fl
	}
	return fl
}

// isMain reports whether f is the main function of a program.
func (p *Program) isMain(f *Function) bool {
	return f.Main
}

// A Root is a function that may be the smallest scope of some object.
type Root struct {
	Function *Function
	program  *Program
	learnt   *knowledge
	options  Options
	last     *round
	// rank maps the families and objects of the last system back.
	familyIDs, entityIDs []int
}

// Roots returns the functions of the package that can make something that
// goroutines communicate with, callees before callers: whatever a callee
// judges is no business of its callers.
func (p *Program) Roots() []*Root {
	w := &rootWalk{p: p, state: map[string]int{}, makes: map[string]bool{}}
	for _, name := range p.own {
		w.visit(name)
	}
	return w.roots
}

// A rootWalk visits functions in depth-first order.
type rootWalk struct {
	p     *Program
	state map[string]int // 1 while on the way, 2 when done
	makes map[string]bool
	roots []*Root
}

func (w *rootWalk) visit(name string) {
	f := w.p.functions[name]
	if f == nil || w.state[name] != 0 {
		return
	}
	w.state[name] = 1
	makes := false
	for b := range f.Blocks {
		for i := range f.Blocks[b].Instrs {
			makes = w.instruction(&f.Blocks[b].Instrs[i]) || makes
		}
	}
	w.state[name] = 2
	w.makes[name] = makes
	if makes && slices.Contains(w.p.own, name) && !f.Opaque {
		w.roots = append(w.roots, &Root{Function: f, program: w.p})
	}
}

// instruction visits what an instruction refers to, and reports whether it can
// make an object, or waits on the nil channel.
func (w *rootWalk) instruction(in *Instr) bool {
	makes := false
	refer := func(name string) {
		w.visit(name)
		makes = makes || w.makes[name]
	}
	for _, o := range in.Args {
		if o.Kind == FunctionConst {
			refer(o.Text)
		}
	}
	switch in.Op {
	case OpMakeChan, OpAlloc:
		return true
	case OpSend, OpReceive, OpClose:
		return makes || in.Args[0].Kind == NilConst
	case OpMakeClosure:
		refer(in.Name)
	case OpCall, OpGo, OpDefer:
		if in.Name != "" {
			refer(in.Name)
		}
		return makes || strings.HasPrefix(in.Name, "context.With")
	}
	return makes
}
