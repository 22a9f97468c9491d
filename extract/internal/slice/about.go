package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Who can touch what is known without contexts: a function that locks what it is given, a
// stand-in for one, operates on what any of its callers passes. A slice has the operation if
// one of the callers passes an object of it. It mustn't have the calls of the others: what
// else they do to their objects, as to unlock them, isn't there.

// passesObject reports whether a call passes an object for one of the given parameters.
func (c *criterion) passesObject(call supergraph.Instruction, p *part, given []bool) bool {
	for parameter := range given {
		if !given[parameter] {
			continue
		}
		passed, known := c.passed(call, p.Function, parameter)
		if !known || slices.ContainsFunc(passed, func(l pointsto.Location) bool { return c.objects[l] }) {
			return true
		}
	}
	return false
}

// passed is what a call passes for a parameter, if that is known.
func (c *criterion) passed(call supergraph.Instruction, f *supergraph.Function, parameter int) (list []pointsto.Location, known bool) {
	in := call.Instr()
	if in.Method != "" && parameter == 0 {
		list = c.Points.Receivers(call.Parent.Function, in)
		return list, len(list) > 0
	}
	o, known := supergraph.Argument(in, f, parameter)
	return c.Points.Operand(call.Parent.Function, o), known
}

// operatesOnlyOn says which parameters a function operates on, if it does nothing else
// that is kept, nor stores anything for others: more calls are about objects the more of it is, so that slices only grow.
// Nothing is said of one that calls itself.
func (c *criterion) operatesOnlyOn(p *part, seen map[*part]bool) (given []bool, ok bool) {
	if seen[p] || p.stores || p.FreeVars > 0 || slices.Contains(p.endings, true) {
		return nil, false
	}
	seen[p] = true
	defer delete(seen, p)
	given = make([]bool, p.Params)
	for i := range p.Instructions() {
		if !p.kept[i.Number()] || !i.Calls() && !c.isEffect(i) {
			continue
		}
		operands, known := c.operandsOfEffect(i, seen)
		if !known {
			return nil, false
		}
		for _, o := range operands {
			if o = p.Original(o); o.Kind != ir.Register || o.Reg >= p.Params {
				return nil, false
			}
			given[o.Reg] = true
		}
	}
	return given, true
}

// operandsOfEffect are what an instruction operates on, if that is all that it does.
func (c *criterion) operandsOfEffect(i supergraph.Instruction, seen map[*part]bool) (list []ir.Operand, known bool) {
	in := i.Instr()
	switch {
	case in.Op == ir.OpSend || in.Op == ir.OpReceive || in.Op == ir.OpClose || in.Op == ir.OpLen:
		return in.Args[:1], !slices.ContainsFunc(in.Args[1:], func(o ir.Operand) bool { return c.leadsThere(c.Points.Operand(i.Parent.Function, o)) })
	case !i.Calls() || in.Name == "":
		return nil, false
	}
	if callee := c.Callee(in.Name); callee != nil {
		if c.parts[callee] == nil {
			return nil, false
		}
		given, ok := c.operatesOnlyOn(c.parts[callee], seen)
		for parameter := range given {
			if given[parameter] {
				o, passes := supergraph.Argument(in, callee, parameter)
				list, ok = append(list, o), ok && passes
			}
		}
		return list, ok
	}
	_, known = supergraph.KnownOperation(in.Name)
	return in.Args[:min(1, len(in.Args))], known && len(in.Args) > 0
}

// strays reports whether what is kept of a function may operate on other objects, of which
// not all is kept. A case of a select for one of those is one of the world.
func (c *criterion) strays(p *part) bool {
	for i := range p.Instructions() {
		in := i.Instr()
		if !p.kept[i.Number()] || in.Op == ir.OpSelect || len(c.OperationsOf(i)) == 0 {
			continue
		}
		if i.Calls() && in.Name == "" {
			if slices.ContainsFunc(c.Points.Receivers(p.Function.Function, in), c.isOther) {
				return true
			}
		} else if c.maybeOther(p.Function, in.Args[0], supergraph.Registers{}) {
			return true
		}
	}
	return false
}

// maybeOther reports whether an operand may be another object. What is passed to a function,
// or captured, is asked of the calls and closures that are kept.
func (c *criterion) maybeOther(f *supergraph.Function, o ir.Operand, seen supergraph.Registers) bool {
	o = f.Original(o)
	if o.Kind != ir.Register || o.Reg >= f.Params+f.FreeVars {
		return slices.ContainsFunc(c.Points.Operand(f.Function, o), c.isOther)
	}
	if !seen.Add(f, o.Reg) {
		return false
	}
	isPassed := func(call supergraph.Instruction) bool {
		if in := call.Instr(); in.Method != "" && o.Reg == 0 {
			return slices.ContainsFunc(c.Points.Receivers(call.Parent.Function, in), c.isOther)
		}
		arg, ok := supergraph.Argument(call.Instr(), f, o.Reg)
		return ok && c.maybeOther(call.Parent, arg, seen)
	}
	isCaptured := func(made supergraph.Instruction) bool {
		return o.Reg >= f.Params && c.maybeOther(made.Parent, made.Instr().Args[o.Reg-f.Params], seen)
	}
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return c.isKept(call) && isPassed(call) }) ||
		slices.ContainsFunc(c.Closures[f], func(made supergraph.Instruction) bool { return c.isKept(made) && isCaptured(made) })
}

// isOther reports whether a location may be an object, and isn't one of the slice.
func (c *criterion) isOther(l pointsto.Location) bool {
	switch c.Points.Objects[l].Kind {
	case pointsto.Box, pointsto.Closure, pointsto.External:
		return false
	}
	return !c.objects[l]
}
