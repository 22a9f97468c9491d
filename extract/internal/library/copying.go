package library

import "github.com/chancheck/chancheck/extract/ir"

// What package io does with readers and writers that the program implements: it calls Read until that
// fails, and Write for each part.

// A Copying says which arguments of a function of package io are read until that fails, and which are
// written to meanwhile. They are counted from 1; 0 is none.
type Copying struct {
	From, Into int
	// Part says that it reads no more than it is asked for.
	Part bool
}

// Copies returns what a function copies.
func Copies(name string) Copying { return copies[name] }

var copies = map[string]Copying{
	"io.ReadAll":        {From: 1},
	"io/ioutil.ReadAll": {From: 1},
	"io.Copy":           {From: 2, Into: 1},
	"io.CopyBuffer":     {From: 2, Into: 1},
	"io.ReadFull":       {From: 1, Part: true},
	"io.ReadAtLeast":    {From: 1, Part: true},
}

// The stand-ins for what is copied. CopyAll is given a writer and a reader that the program implements;
// CopyInto such a writer, and a reader of which it isn't followed what it has; CopyFrom a writer of which
// it isn't followed whether it fails, and such a reader; ReadAll and ReadPart the reader alone.
const (
	CopyAll  = "io.Copy$all"
	CopyInto = "io.Copy$into"
	CopyFrom = "io.Copy$from"
	ReadAll  = "io.ReadAll$all"
	ReadPart = "io.ReadFull$part"
)

// What is asked about what isn't followed, as readers see it.
const (
	hasMore    = "there is more to copy"
	isMissing  = "there is more to read"
	cantAccept = "what is copied can't be written"
)

// copyings are these stand-ins. What is read together with an error is written, too.
func copyings() []*ir.Function {
	const writer, reader = 0, 1
	ends := ir.Block{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}}
	return []*ir.Function{
		looping(CopyAll, 2,
			failing("Read", reader, 2, 1, 2),
			ir.Block{Instrs: []ir.Instr{
				{Op: ir.OpExtract, Dst: 5, Kind: ir.IntKind, Args: []ir.Operand{reg(2)}},
				{Op: ir.OpBinary, Dst: 6, Name: ">", Kind: ir.IntKind, Args: []ir.Operand{reg(5), number(0)}},
				{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(6)}},
			}, Succs: []ir.Edge{{Block: 3}, {Block: 4}}},
			failing("Write", writer, 7, 4, 0),
			failing("Write", writer, 10, 4, 4),
			ends),
		looping(CopyInto, 2, asking(hasMore, reader, 6, 1, 2), failing("Write", writer, 3, 2, 0), ends),
		looping(CopyFrom, 2, failing("Read", reader, 2, 2, 1), asking(cantAccept, writer, 6, 2, 0), ends),
		looping(ReadAll, 1, failing("Read", 0, 1, 1, 0), ends),
		looping(ReadPart, 1, failing("Read", 0, 1, 2, 1), asking(isMissing, 0, 4, 0, 2), ends),
	}
}

func looping(name string, params int, blocks ...ir.Block) *ir.Function {
	f := &ir.Function{Name: name, Params: params, Registers: params, Recover: -1, Blocks: blocks}
	for _, b := range blocks {
		for i := range b.Instrs {
			f.Registers = max(f.Registers, b.Instrs[i].Dst+1)
		}
	}
	return f
}

// failing calls a method that reads or writes, and asks whether it has failed. It takes three registers
// from the first on.
func failing(method string, of, first, failed, went int) ir.Block {
	return ir.Block{Instrs: []ir.Instr{
		{Op: ir.OpCall, Dst: first, Kind: ir.TupleKind, Method: method, Args: []ir.Operand{reg(of), {}}},
		{Op: ir.OpExtract, Dst: first + 1, Index: 1, Kind: ir.ErrorKind, Args: []ir.Operand{reg(first)}},
		{Op: ir.OpBinary, Dst: first + 2, Name: "!=", Kind: ir.ErrorKind, Args: []ir.Operand{reg(first + 1), {Kind: ir.NilConst}}},
		{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(first + 2)}},
	}, Succs: []ir.Edge{{Block: failed}, {Block: went}}}
}

// asking asks something about an argument that isn't followed. It takes a register for the answer.
func asking(question string, about, answer, yes, no int) ir.Block {
	return ir.Block{Instrs: []ir.Instr{
		{Op: ir.OpCall, Dst: answer, Kind: ir.BoolKind, Name: InertCall, Text: question, Args: []ir.Operand{reg(about)}},
		{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(answer)}},
	}, Succs: []ir.Edge{{Block: yes}, {Block: no}}}
}
