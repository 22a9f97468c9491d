package lower

import (
	"go/token"
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

// TestArgumentsAreComparedAsFarAsTheyAreKnown also with the operands the other way round.
func TestArgumentsAreComparedAsFarAsTheyAreKnown(t *testing.T) {
	constant := func(kind ir.OperandKind) *ir.Argument { return &ir.Argument{Value: ir.Operand{Kind: kind}} }
	number := func(n int64) *ir.Argument { return &ir.Argument{Value: ir.Operand{Kind: ir.IntConst, Int: n}} }
	text := func(s string) *ir.Argument { return &ir.Argument{Value: ir.Operand{Kind: ir.StringConst, Text: s}} }
	null, function, unknown := constant(ir.NilConst), constant(ir.FunctionConst), &ir.Argument{}
	for _, test := range []struct {
		name         string
		x, y         *ir.Argument
		holds, known bool
	}{
		{"nil and nil", null, constant(ir.NilConst), true, true},
		{"nil and a function", null, function, false, true},
		{"nil and what isn't nil", null, &ir.Argument{NonNil: true}, false, true},
		{"nil and what isn't known", null, unknown, false, false},
		{"a number and itself", number(3), number(3), true, true},
		{"two numbers", number(3), number(4), false, true},
		{"a text and itself", text("a"), text("a"), true, true},
		{"two texts", text("a"), text("b"), false, true},
		{"a text and what isn't known", text("a"), unknown, false, false},
	} {
		for _, operands := range [][2]*ir.Argument{{test.x, test.y}, {test.y, test.x}} {
			if holds, known := compare(token.EQL, operands[0], operands[1]); holds != test.holds || known != test.known {
				t.Errorf("%s: equal %t, known %t", test.name, holds, known)
			}
			if holds, known := compare(token.NEQ, operands[0], operands[1]); known != test.known || known && holds == test.holds {
				t.Errorf("%s: unequal %t, known %t", test.name, holds, known)
			}
		}
	}
}
