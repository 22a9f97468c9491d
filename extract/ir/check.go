package ir

import (
	"fmt"
	"slices"
)

// Check reports the first way in which a function breaks the rules of the
// representation: blocks and registers that don't exist, a terminator in the
// wrong place, an operation with too few arguments, a register that is read
// where it may not be assigned yet. It is to analyses what go/ssa's sanity check
// is: whoever makes functions should pass it, whoever reads them may rely on it.
func Check(f *Function) error {
	c := &checker{f: f, definitions: make([]int, max(f.Registers, 0))}
	c.head()
	for i := range f.Blocks {
		c.block(i)
	}
	if c.err == nil {
		c.definedOnce()
	}
	if c.err == nil {
		c.assignedBeforeRead()
	}
	return c.err
}

// CheckPackage checks all functions of a package, and that they fit together:
// what is passed in static calls, and what closures capture.
func CheckPackage(p *Package) error {
	names := make([]string, 0, len(p.Functions))
	for name := range p.Functions {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f := p.Functions[name]
		if f.Name != name {
			return fmt.Errorf("%s is listed as %s", f.Name, name)
		}
		if err := Check(f); err != nil {
			return err
		}
		for b := range f.Blocks {
			for i := range f.Blocks[b].Instrs {
				if err := checkCall(p, &f.Blocks[b].Instrs[i]); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	}
	for _, name := range p.Own {
		if p.Functions[name] == nil {
			return fmt.Errorf("%s is the package's own but isn't there", name)
		}
	}
	return nil
}

// checkCall checks that an instruction gives a function of the package as many
// arguments and captured variables as it has.
func checkCall(p *Package, in *Instr) error {
	f := p.Functions[in.Name]
	if f == nil {
		return nil
	}
	want := f.Params + f.FreeVars
	switch in.Op {
	case OpMakeClosure:
		want = f.FreeVars
	case OpCall, OpGo, OpDefer:
	default:
		return nil
	}
	if len(in.Args) != want {
		return fmt.Errorf("%v: %d arguments, want %d", in, len(in.Args), want)
	}
	return nil
}

// A checker checks one function. The first error counts.
type checker struct {
	f           *Function
	definitions []int // for each register the instructions that assign it
	err         error
}

func (c *checker) errorf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("%s: %s", c.f.Name, fmt.Sprintf(format, args...))
	}
}

// require reports an error unless a condition holds.
func (c *checker) require(holds bool, format string, args ...any) {
	if !holds {
		c.errorf(format, args...)
	}
}

func (c *checker) head() {
	f := c.f
	given := f.Params + f.FreeVars
	c.require(f.Name != "", "a function without a name")
	c.require(f.Params >= 0 && f.FreeVars >= 0, "%d parameters, %d captured variables", f.Params, f.FreeVars)
	c.require(len(f.ParamKinds) == 0 || len(f.ParamKinds) == given, "%d kinds of %d parameters", len(f.ParamKinds), given)
	c.require(len(f.ParamNames) == 0 || len(f.ParamNames) == given, "%d names of %d parameters", len(f.ParamNames), given)
	c.require(f.Opaque || f.Registers >= given, "%d registers for %d parameters", f.Registers, given)
	c.require(f.Opaque == (len(f.Blocks) == 0), "opaque is %v with %d blocks", f.Opaque, len(f.Blocks))
	c.require(f.Recover >= -1 && f.Recover < max(len(f.Blocks), 1), "recovers in block %d of %d", f.Recover, len(f.Blocks))
	for _, kind := range slices.Concat(f.ParamKinds, f.Results) {
		c.kind(kind)
	}
	names := map[string]bool{}
	for _, t := range f.Types {
		c.require(t.Name != "" && !names[t.Name], "type %q is named twice, or not at all", t.Name)
		names[t.Name] = true
	}
}

func (c *checker) kind(kind ValueKind) {
	c.require(int(kind) < len(kindNames), "kind %d", kind)
}

func (c *checker) block(i int) {
	b := &c.f.Blocks[i]
	if len(b.Instrs) == 0 {
		c.errorf("block %d is empty", i)
		return
	}
	for n := range b.Instrs {
		in := &b.Instrs[n]
		last := n == len(b.Instrs)-1
		c.require(in.IsTerminator() == last, "block %d: %v is instruction %d of %d", i, in, n, len(b.Instrs))
		c.instruction(in)
	}
	if last := b.Terminator(); last.IsTerminator() {
		c.require(len(b.Succs) == successorsOf(last.Op), "block %d: %d successors of %v", i, len(b.Succs), last.Op)
	}
	for _, e := range b.Succs {
		c.edge(e)
	}
}

// IsTerminator reports whether the instruction ends a block.
func (in *Instr) IsTerminator() bool {
	switch in.Op {
	case OpJump, OpIf, OpReturn, OpPanic, OpStop:
		return true
	}
	return false
}

// successorsOf is the number of blocks to which a terminator leads.
func successorsOf(op Op) int {
	switch op {
	case OpJump:
		return 1
	case OpIf:
		return 2
	}
	return 0
}

func (c *checker) edge(e Edge) {
	c.require(e.Block >= 0 && e.Block < len(c.f.Blocks), "an edge to block %d of %d", e.Block, len(c.f.Blocks))
	for i, m := range e.Moves {
		c.register(m.To)
		c.operand(m.From)
		c.require(!slices.ContainsFunc(e.Moves[:i], func(other Move) bool { return other.To == m.To }), "r%d is assigned twice on one edge", m.To)
	}
}

func (c *checker) register(r int) {
	c.require(r >= 0 && r < c.f.Registers, "register %d of %d", r, c.f.Registers)
}

func (c *checker) operand(o Operand) {
	switch o.Kind {
	case Register:
		c.register(o.Reg)
	case BoolConst:
		c.require(o.Int == 0 || o.Int == 1, "boolean %d", o.Int)
	case FunctionConst, GlobalConst:
		c.require(o.Text != "", "a function or variable without a name")
	case Unknown, Unfollowed, IntConst, StringConst, NilConst, ZeroConst:
	default:
		c.errorf("operand of kind %d", o.Kind)
	}
}

// A shape says what an operation needs.
type shape struct {
	least, most int  // arguments
	value       bool // Dst is a register; else it is -1
	optional    bool // Dst may be -1 all the same
}

// any number of arguments.
const many = int(^uint(0) >> 1)

// shapes are those of all operations.
var shapes = [...]shape{
	OpUnknown: {0, many, true, true}, OpCopy: {1, 1, true, false}, OpAlloc: {0, 1, true, false},
	OpLoad: {1, 1, true, false}, OpStore: {2, 2, false, false}, OpForget: {1, many, false, false}, OpUpdate: {2, 3, true, true},
	OpFieldAddr: {1, 1, true, false}, OpField: {1, 1, true, false}, OpIndexAddr: {2, 2, true, false}, OpIndex: {2, 2, true, false},
	OpBinary: {2, 2, true, false}, OpNot: {1, 1, true, false},
	OpMakeInterface: {1, 1, true, false}, OpTypeAssert: {1, 1, true, false}, OpExtract: {1, 1, true, false},
	OpMakeClosure: {0, many, true, false}, OpMakeChan: {1, 1, true, false},
	OpMakeSlice: {2, 2, true, false}, OpSlice: {4, 4, true, false},
	OpMakeMap: {0, 0, true, false}, OpMapUpdate: {3, 3, false, false}, OpMapLookup: {2, 2, true, false}, OpMapDelete: {1, 2, false, false},
	OpRange: {1, 1, true, false}, OpNext: {1, 1, true, false},
	OpAppend: {2, 2, true, false}, OpCopySlice: {2, 2, true, false}, OpLen: {1, 1, true, false}, OpCap: {1, 1, true, false},
	OpRecover: {0, 0, true, false},
	OpSend:    {2, 2, false, false}, OpReceive: {1, 2, true, true}, OpClose: {1, 1, false, false}, OpSelect: {0, 0, true, true},
	OpCall: {0, many, true, true}, OpGo: {0, many, false, false}, OpDefer: {0, many, false, false}, OpRunDefers: {0, 0, false, false},
	OpJump: {0, 0, false, false}, OpIf: {1, 1, false, false}, OpReturn: {0, many, false, false}, OpPanic: {1, 1, false, false},
	OpStop: {0, 0, false, false},
}

func (c *checker) instruction(in *Instr) {
	if int(in.Op) >= len(shapes) {
		c.errorf("operation %d", in.Op)
		return
	}
	s := shapes[in.Op]
	c.require(len(in.Args) >= s.least && len(in.Args) <= s.most, "%v: %d arguments", in, len(in.Args))
	c.require(in.Dst >= -1 && (in.Dst < 0 || s.value) && (in.Dst >= 0 || !s.value || s.optional), "%v: destination %d", in, in.Dst)
	if in.Dst >= 0 {
		c.register(in.Dst)
	}
	c.kind(in.Kind)
	for _, o := range in.Args {
		c.operand(o)
	}
	c.require(len(in.Cases) == 0 || in.Op == OpSelect, "%v: %d cases", in, len(in.Cases))
	for _, s := range in.Cases {
		c.operand(s.Chan)
		c.operand(s.Value)
		c.kind(s.Kind)
	}
	c.names(in)
}

// names checks what an instruction needs beside its arguments.
func (c *checker) names(in *Instr) {
	switch in.Op {
	case OpBinary, OpMakeClosure:
		c.require(in.Name != "", "%v: no operator or function", in)
	case OpUpdate:
		c.require(len(in.Args) == 3 == (in.Name == "=="), "%v: %d operands", in, len(in.Args))
		c.require(in.Kind.IsPlain(), "%v: of kind %v", in, in.Kind)
	case OpReceive:
		c.require(len(in.Args) == 2 == (in.Index > Timed), "%v: %d operands", in, len(in.Args))
	case OpMakeInterface, OpTypeAssert:
		c.require(in.TypeName != "", "%v: no type", in)
	case OpFieldAddr, OpField, OpExtract:
		c.require(in.Index >= 0, "%v: index %d", in, in.Index)
	case OpAlloc:
		for _, o := range in.Args {
			c.require(o.Kind == GlobalConst, "%v: no package-level variable", in)
		}
	case OpCall, OpGo, OpDefer:
		c.require(in.Name != "" || len(in.Args) > 0, "%v: nothing is called", in)
		c.require(in.Name == "" || in.Method == "", "%v: a function and a method", in)
	case OpReturn:
		c.require(len(c.f.Results) == 0 || len(in.Args) == len(c.f.Results), "%v: want %d results", in, len(c.f.Results))
	}
}

// definedOnce checks that a register is a parameter, the result of one
// instruction, or assigned by moves only.
func (c *checker) definedOnce() {
	f := c.f
	for r := range min(f.Params+f.FreeVars, len(c.definitions)) {
		c.definitions[r]++
	}
	moved := make([]bool, len(c.definitions))
	for i := range f.Blocks {
		b := &f.Blocks[i]
		for n := range b.Instrs {
			if r := b.Instrs[n].Dst; r >= 0 {
				c.definitions[r]++
			}
		}
		for _, e := range b.Succs {
			for _, m := range e.Moves {
				moved[m.To] = true
			}
		}
	}
	for r, n := range c.definitions {
		if moved[r] {
			n++
		}
		c.require(n <= 1, "r%d is defined %d times", r, n)
	}
}
