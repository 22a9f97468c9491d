package library

import (
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
)

// A method that isn't seen says by its name that it ends the program or gives the test up: Fatal and the like of
// loggers and of what tests are given, be it testing.TB or an interface of the program's own. That one of a type that isn't
// known does so is in doubt: it may be one that only notes that it was called.

// EndsByName reports whether a method says so.
func EndsByName(method string) bool {
	switch method {
	case "FailNow", "Skip", "Skipf", "SkipNow":
		return true
	}
	return strings.HasPrefix(method, "Fatal")
}

// ClosesByName reports whether a method says by its name that what it is called on isn't used any more.
func ClosesByName(method string) bool {
	return method == "Close" || method == "Stop" || method == "Shutdown"
}

// WaitsByName reports whether a method says by its name that it waits for those who are under way.
func WaitsByName(method string) bool {
	return method == "Shutdown" || method == "GracefulStop" || method == "Wait" || method == "Drain"
}

// What a call may do that ends the goroutine, gives the test up, or ends the program: these are
// functions that do so or return, which is in doubt.
const (
	MayEnd  = "may end"
	MayFail = "may fail"
	MayExit = "may exit"
)

func mayEnd() []*ir.Function {
	return []*ir.Function{ending(MayEnd, "runtime.Goexit"), ending(MayFail, "(*testing.common).FailNow"), ending(MayExit, "os.Exit")}
}

// ending is one of those functions: it ends by a call, or returns.
func ending(name, by string) *ir.Function {
	return &ir.Function{Name: name, Display: name, Recover: -1, Blocks: []ir.Block{
		{
			Instrs: []ir.Instr{{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{{Kind: ir.Unfollowed, Text: "whether a call ends the goroutine"}}}},
			Succs:  []ir.Edge{{Block: 1}, {Block: 2}},
		},
		{Instrs: []ir.Instr{{Op: ir.OpCall, Dst: -1, Name: by}, {Op: ir.OpReturn, Dst: -1}}},
		{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}},
	}}
}
