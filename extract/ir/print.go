package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// String writes a function for people to read: a head, then its blocks with an
// instruction in each line, behind it what is known of its source.
//
//	func p.Run(r0 ctx interface, r1 n int) (error) ; p.go:6:6
//	0:
//		r2 = make chan struct 0 "done"	; p.go:7:14
//		go p.Run$1(r2) other	; p.go:8:2
//		r3 = r1 > 0 int	; p.go:9:5
//		if r3 1 else 2	; n > 0 p.go:9:5
func (f *Function) String() string {
	var b strings.Builder
	f.writeHead(&b)
	for i := range f.Blocks {
		fmt.Fprintf(&b, "%d:", i)
		if i == f.Recover {
			b.WriteString(" recover")
		}
		b.WriteByte('\n')
		f.Blocks[i].write(&b)
	}
	return b.String()
}

func (f *Function) writeHead(b *strings.Builder) {
	fmt.Fprintf(b, "func %s(%s)", f.Name, f.parameters(0, f.Params))
	if f.FreeVars > 0 {
		fmt.Fprintf(b, " [%s]", f.parameters(f.Params, f.Params+f.FreeVars))
	}
	if len(f.Results) > 0 {
		fmt.Fprintf(b, " (%s)", list(f.Results))
	}
	for _, flag := range f.flags() {
		b.WriteString(" " + flag)
	}
	if f.Unmodelled != "" {
		fmt.Fprintf(b, " unmodelled: %s", f.Unmodelled)
	}
	if f.Site.Line > 0 {
		fmt.Fprintf(b, " ; %v", f.Site)
	}
	b.WriteByte('\n')
	for _, t := range f.Types {
		fmt.Fprintf(b, "type %s\n", &t)
	}
}

// parameters lists the registers from first on, before last.
func (f *Function) parameters(first, last int) string {
	var texts []string
	for i := first; i < last; i++ {
		text := "r" + strconv.Itoa(i)
		if i < len(f.ParamNames) {
			text += " " + f.ParamNames[i]
		}
		if i < len(f.ParamKinds) {
			text += " " + f.ParamKinds[i].String()
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// flags names the properties that the function has.
func (f *Function) flags() []string {
	var flags []string
	for _, flag := range []struct {
		set  bool
		name string
	}{
		{f.Opaque, "opaque"},
		{f.Inert, "inert"},
		{f.Writes, "writes"},
		{f.Silent, "silent"},
		{f.Relays, "relays"},
		{f.Exits, "exits"},
		{f.Reader, "reader"},
		{f.Panics, "panics"},
		{f.NonNil, "nonnil"},
		{f.Recovers, "recovers"},
		{f.Slow, "slow"},
		{f.Main, "main"},
	} {
		if flag.set {
			flags = append(flags, flag.name)
		}
	}
	return flags
}

// String is a line about the type.
func (t *TypeInfo) String() string {
	var b strings.Builder
	b.WriteString(t.Name)
	for _, m := range t.Methods {
		fmt.Fprintf(&b, " %s=%s", m.Method, m.Function)
	}
	for _, m := range t.Fixed {
		fmt.Fprintf(&b, " %s/%d returns %v", m.Method, m.Results, m.Value)
	}
	if len(t.Implements) > 0 {
		fmt.Fprintf(&b, " implements %s", strings.Join(t.Implements, ", "))
	}
	return b.String()
}

// write writes the instructions. The terminator names the successors.
func (b *Block) write(w *strings.Builder) {
	for i := range b.Instrs {
		in := &b.Instrs[i]
		line := in.String()
		if i == len(b.Instrs)-1 {
			line += successors(b.Succs)
		}
		w.WriteString("\t" + line)
		if comment := in.comment(); comment != "" {
			w.WriteString("\t; " + comment)
		}
		w.WriteByte('\n')
	}
}

func successors(edges []Edge) string {
	var texts []string
	for _, e := range edges {
		text := strconv.Itoa(e.Block)
		if len(e.Moves) > 0 {
			text += " {" + list(e.Moves) + "}"
		}
		texts = append(texts, text)
	}
	if texts == nil {
		return ""
	}
	return " " + strings.Join(texts, " else ")
}

// String is the φ assignment.
func (m Move) String() string { return fmt.Sprintf("r%d = %v", m.To, m.From) }

// comment is what is known of the instruction beside what it does.
func (in *Instr) comment() string {
	var parts []string
	if in.Opens {
		parts = append(parts, "opens")
	}
	if in.Late {
		parts = append(parts, "late")
	}
	if in.Guarded {
		parts = append(parts, "guarded")
	}
	if in.Text != "" {
		parts = append(parts, in.Text)
	}
	if in.Site.Line > 0 {
		parts = append(parts, in.Site.String())
	}
	return strings.Join(parts, " ")
}

// String is the instruction without its place and text; of a terminator without
// its successors.
func (in *Instr) String() string {
	text := in.operation()
	if in.Dst >= 0 {
		return fmt.Sprintf("r%d = %s", in.Dst, text)
	}
	return text
}

// operation is what the instruction does. Operands that aren't there, in a
// function that Check rejects, are printed as such.
func (in *Instr) operation() string {
	arg := func(i int) string {
		if i < len(in.Args) {
			return in.Args[i].String()
		}
		return "missing"
	}
	switch in.Op {
	case OpUnknown:
		return strings.TrimRight(fmt.Sprintf("unknown %v %s %s", in.Kind, in.Name, in.arguments(0)), " ")
	case OpCopy:
		return arg(0) + mark(in.Name == Narrowed, " "+Narrowed) + mark(in.Index == Unsigned && in.Kind == IntKind, " unsigned") + bits(in.Bits)
	case OpAlloc:
		return in.named("alloc "+in.Kind.String()+mark(in.Index == 1, " sync")) + in.arguments(0)
	case OpLoad:
		return fmt.Sprintf("*%s %v", arg(0), in.Kind) + mark(in.Name != "", " "+in.Name) + mark(in.Index == Final, " final") + mark(in.Index == Initial, " initial") + mark(in.Index == Sentinel, " sentinel")
	case OpStore:
		return strings.TrimRight(fmt.Sprintf("*%s = %s %v %s", arg(0), arg(1), in.Kind, in.Name), " ")
	case OpForget:
		return strings.TrimRight(fmt.Sprintf("forget *%s %s", arg(0), in.Name), " ") + in.arguments(1)
	case OpUpdate:
		return fmt.Sprintf("update *%s %s %v", in.arguments(0), in.Name, in.Kind) + bits(in.Bits)
	case OpFieldAddr:
		return fmt.Sprintf("&%s.%s #%d", arg(0), in.Name, in.Index)
	case OpField:
		return fmt.Sprintf("%s.%s #%d %v", arg(0), in.Name, in.Index, in.Kind)
	case OpIndexAddr:
		return fmt.Sprintf("&%s[%s]", arg(0), arg(1))
	case OpIndex:
		return fmt.Sprintf("%s[%s] %v", arg(0), arg(1), in.Kind)
	case OpBinary:
		return fmt.Sprintf("%s %s %s %v", arg(0), in.Name, arg(1), in.Kind) + mark(in.Index == Unsigned, " unsigned") + bits(in.Bits)
	case OpNot:
		return "!" + arg(0)
	case OpMakeInterface:
		return fmt.Sprintf("interface %s (%s)", arg(0), in.TypeName)
	case OpTypeAssert:
		return fmt.Sprintf("%s.(%s)%s%s %v", arg(0), in.TypeName, mark(in.Index == 1, " interface"), mark(in.CommaOk, ", ok"), in.Kind)
	case OpExtract:
		return fmt.Sprintf("extract %s #%d %v", arg(0), in.Index, in.Kind)
	case OpMakeClosure:
		return fmt.Sprintf("closure %s [%s]", in.Name, list(in.Args))
	case OpMakeChan:
		return in.named(fmt.Sprintf("make chan %v %s%s", in.Kind, arg(0), mark(in.Index == Slots, " slots")))
	case OpMakeSlice:
		return fmt.Sprintf("make slice %v %s, %s", in.Kind, arg(0), arg(1))
	case OpSlice:
		return fmt.Sprintf("%s[%s:%s:%s]%s", arg(0), arg(1), arg(2), arg(3), mark(in.Index >= 0, " array "+strconv.Itoa(in.Index)))
	case OpMakeMap:
		return "make map" + mark(in.Name != "", " "+in.Name)
	case OpMapUpdate:
		return fmt.Sprintf("update %s[%s] = %s %v", arg(0), arg(1), arg(2), in.Kind)
	case OpMapLookup:
		return fmt.Sprintf("lookup %s[%s]%s %v", arg(0), arg(1), mark(in.CommaOk, ", ok"), in.Kind) + mark(in.Index == WrittenDown, " written down")
	case OpNext:
		return fmt.Sprintf("next %s %v", arg(0), in.Kind)
	case OpSend:
		return fmt.Sprintf("%s <- %s", arg(0), arg(1))
	case OpReceive:
		return fmt.Sprintf("<-%s%s %v%s", arg(0), mark(in.CommaOk, ", ok"), in.Kind, mark(in.Spent != nil, " spent"))
	case OpSelect:
		return in.selection()
	case OpCall, OpGo, OpDefer:
		return in.call()
	}
	return strings.TrimRight(in.Op.String()+" "+list(in.Args), " ")
}

// named adds the name of a variable to what makes it.
func (in *Instr) named(text string) string {
	return text + mark(in.Name != "", " "+strconv.Quote(in.Name))
}

func (in *Instr) arguments(first int) string {
	if len(in.Args) <= first {
		return ""
	}
	return "(" + list(in.Args[first:]) + ")"
}

func (in *Instr) call() string {
	callee, args := in.Name, list(in.Args)
	if in.Name == "" && len(in.Args) > 0 {
		callee, args = in.Args[0].String(), list(in.Args[1:])
	}
	if in.Method != "" {
		callee += "." + in.Method + " (" + in.TypeName + ") "
	}
	return fmt.Sprintf("%v %s(%s) %v%s", in.Op, callee, args, in.Kind, mark(in.Index == 1, " aside"))
}

func (in *Instr) selection() string {
	var texts []string
	for i := range in.Cases {
		texts = append(texts, in.Cases[i].String())
	}
	if in.Default {
		texts = append(texts, "default")
	}
	return "select {" + strings.Join(texts, "; ") + "}"
}

// String is the communication.
func (c *SelectCase) String() string {
	if c.Send {
		return fmt.Sprintf("%v <- %v %v", c.Chan, c.Value, c.Kind)
	}
	return fmt.Sprintf("<-%v %v%s", c.Chan, c.Kind, mark(c.Needed, " needed")+mark(c.Patient, " patient")+c.timing()+mark(c.Ticks, " ticks")+mark(c.RunsOut, " runs out"))
}

// timing spells what is known of the timer for which a case waits.
func (c *SelectCase) timing() string {
	switch {
	case c.Timed > Timed:
		return fmt.Sprintf(" timed %d %v", c.Timed, c.Value)
	case c.Timed == Timed:
		return " timed"
	}
	return ""
}

// bits spells the type of numbers.
func bits(n int) string {
	switch {
	case n < 0:
		return fmt.Sprintf(" uint%d", -n)
	case n > 0:
		return fmt.Sprintf(" int%d", n)
	}
	return ""
}

// mark is the text if a flag is set.
func mark(set bool, text string) string {
	if set {
		return text
	}
	return ""
}

func list[T any](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprint(v)
	}
	return strings.Join(texts, ", ")
}

// String is the operand: a register, or a constant as Go writes it.
func (o Operand) String() string {
	switch o.Kind {
	case Unknown:
		return "?"
	case Register:
		return "r" + strconv.Itoa(o.Reg)
	case IntConst:
		return strconv.FormatInt(o.Int, 10)
	case BoolConst:
		return strconv.FormatBool(o.Int != 0)
	case StringConst:
		return strconv.Quote(o.Text)
	case NilConst:
		return "nil"
	case ZeroConst:
		return "zero"
	case FunctionConst:
		return o.Text
	case GlobalConst:
		return "&" + o.Text
	case Unfollowed:
		return "in doubt"
	}
	return fmt.Sprintf("OperandKind(%d)", o.Kind)
}

var opNames = [...]string{
	OpUnknown: "unknown", OpCopy: "copy", OpAlloc: "alloc", OpLoad: "load", OpStore: "store", OpForget: "forget", OpUpdate: "update", OpFieldAddr: "field address",
	OpField: "field", OpIndexAddr: "index address", OpIndex: "index", OpBinary: "binary", OpNot: "not",
	OpMakeInterface: "interface", OpTypeAssert: "type assert", OpExtract: "extract", OpMakeClosure: "closure",
	OpMakeChan: "make chan", OpMakeSlice: "make slice", OpSlice: "slice", OpMakeMap: "make map", OpMapUpdate: "map update",
	OpMapLookup: "lookup", OpMapDelete: "delete", OpRange: "range", OpNext: "next", OpAppend: "append",
	OpCopySlice: "copy slice", OpLen: "len", OpCap: "cap", OpRecover: "recover", OpSend: "send", OpReceive: "receive",
	OpClose: "close", OpSelect: "select", OpCall: "call", OpGo: "go", OpDefer: "defer", OpRunDefers: "run defers",
	OpJump: "jump", OpIf: "if", OpReturn: "return", OpPanic: "panic", OpStop: "stop",
}

// String names the operation.
func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return fmt.Sprintf("Op(%d)", uint8(op))
}

var kindNames = [...]string{
	OtherKind: "other", BoolKind: "bool", IntKind: "int", StringKind: "string", PointerKind: "pointer", ChanKind: "chan",
	FuncKind: "func", InterfaceKind: "interface", ErrorKind: "error", StructKind: "struct", ArrayKind: "array",
	SliceKind: "slice", MapKind: "map", TupleKind: "tuple", GenericKind: "generic",
}

// String names the kind.
func (kind ValueKind) String() string {
	if int(kind) < len(kindNames) {
		return kindNames[kind]
	}
	return fmt.Sprintf("ValueKind(%d)", uint8(kind))
}
