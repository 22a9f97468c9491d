package interp

import (
	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/ir"
)

// A parameter is one of a function, which is called Name.
type parameter struct {
	Name   string
	Number int
}

// A bubbleSearch looks for the functions that are given to testing/synctest, be it by way of functions that hand on what
// they are given.
type bubbleSearch struct {
	found map[string]bool
	// handedOn are the parameters that are given to it.
	handedOn map[parameter]bool
	grown    bool
}

// findBubbles finds the functions of the package that are given to testing/synctest: they are no roots.
func (p *Program) findBubbles() map[string]bool {
	b := &bubbleSearch{found: map[string]bool{}, handedOn: map[parameter]bool{}}
	for b.grown = true; b.grown; {
		b.grown = false
		for _, name := range p.own {
			b.lookInto(p.functions[name])
		}
	}
	return b.found
}

func (b *bubbleSearch) lookInto(f *ir.Function) {
	closures := map[int]*ir.Instr{}
	for _, block := range f.Blocks {
		for i := range block.Instrs {
			if in := &block.Instrs[i]; in.Op == ir.OpMakeClosure {
				closures[in.Dst] = in
			}
		}
	}
	for _, block := range f.Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			isGiven := library.Find(in.Name).Bubble
			for n, arg := range in.Args {
				if isGiven || in.Op == ir.OpCall && b.handedOn[parameter{in.Name, n}] {
					b.give(f, arg, closures)
				}
			}
		}
	}
}

// give notes that a function gives an operand to testing/synctest.
func (b *bubbleSearch) give(f *ir.Function, o ir.Operand, closures map[int]*ir.Instr) {
	switch {
	case o.Kind == ir.FunctionConst:
		b.add(o.Text)
	case o.Kind == ir.Register && closures[o.Reg] != nil:
		b.add(closures[o.Reg].Name)
		for _, captured := range closures[o.Reg].Args {
			b.give(f, captured, closures)
		}
	case o.Kind == ir.Register && o.Reg < f.Params && !b.handedOn[parameter{f.Name, o.Reg}]:
		b.handedOn[parameter{f.Name, o.Reg}], b.grown = true, true
	}
}

func (b *bubbleSearch) add(name string) { b.grown, b.found[name] = b.grown || !b.found[name], true }
