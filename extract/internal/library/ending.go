package library

import (
	"slices"
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

// LocksByName reports whether a function says by its name that only one at a time comes past it, or some.
func LocksByName(name string) bool {
	return name == "Lock" || name == "RLock" || name == "TryLock" || name == "TryRLock" || name == "Acquire" || name == "TryAcquire"
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

// MarksByName reports whether a method of what tests are given says that the test has failed, and goes on.
func MarksByName(method string) bool {
	return method == "Error" || method == "Errorf" || method == "Fail"
}

const (
	testify        = "github.com/stretchr/testify/assert"
	testifyRequire = "github.com/stretchr/testify/require"
)

// checking are the packages of which the functions with a boolean result say whether what they check holds. If
// it doesn't, the test has failed, and goes on.
var checking = []string{testify, "gotest.tools/v3/assert", "github.com/frankban/quicktest", "gopkg.in/check.v1"}

// IsCheck reports whether a function of a package with a boolean result returns false only if the test has failed.
func IsCheck(path, function string) bool {
	isQuestion := function == "Failed" || strings.HasPrefix(function, "ObjectsAre")
	return slices.Contains(checking, path) && !isQuestion || path == "testing" && function == "Run"
}

// FailsUnless and FailsIf are functions by which a test fails and goes on, unless something holds, or if it does.
const (
	FailsUnless = "fails unless"
	FailsIf     = "fails if"
)

// Asserts is which of them a function is that checks a boolean, its second argument: "" if it is none.
func Asserts(path, function string) string {
	switch {
	case path == testify && (function == "True" || function == "Truef"):
		return FailsUnless
	case path == testify && (function == "False" || function == "Falsef"):
		return FailsIf
	}
	return ""
}

func asserting() []*ir.Function {
	return []*ir.Function{checked(FailsUnless, 2, 1), checked(FailsIf, 1, 2)}
}

// checked is one of those functions, with where it goes if what it is given is true, and if not: 1 is where the
// test fails.
func checked(name string, ifTrue, ifFalse int) *ir.Function {
	returns := ir.Instr{Op: ir.OpReturn, Dst: -1}
	return &ir.Function{Name: name, Display: name, Params: 1, Registers: 1, Recover: -1, Blocks: []ir.Block{
		{Instrs: []ir.Instr{{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{reg(0)}}}, Succs: []ir.Edge{{Block: ifTrue}, {Block: ifFalse}}},
		{Instrs: []ir.Instr{call(FailedCall), returns}},
		{Instrs: []ir.Instr{returns}},
	}}
}
