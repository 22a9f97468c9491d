package interp

import (
	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// Numbers are int64. What is computed of them as if they had 64 bits is right in the last bits of any type, so that
// it only has to be made to fit. Of those of 64 bits without a sign the large ones aren't followed.

const tooLarge = "a number of this size is not followed"

// fitted is what a number becomes in a type with some bits, see ir.Instr; others are what they are.
func (e *evaluator) fitted(v domain.Value, bits int) domain.Value {
	if d := e.Of(v); bits != 0 && d.Form == domain.IntForm {
		n, ok := fit(d.Number, bits)
		if !ok {
			return e.OpaqueAs(ir.IntKind, tooLarge)
		}
		return e.Integer(n)
	}
	return v
}

// fit makes a number of one that is right in its last bits; not ok if it is too large.
func fit(n int64, bits int) (fitted int64, ok bool) {
	switch bits {
	case 8:
		return int64(int8(n)), true
	case 16:
		return int64(int16(n)), true
	case 32:
		return int64(int32(n)), true
	case -8:
		return int64(uint8(n)), true
	case -16:
		return int64(uint16(n)), true
	case -32:
		return int64(uint32(n)), true
	case -64:
		return n, n >= 0
	}
	return n, true
}

// arithmetic is x op y for numbers.
func (e *evaluator) arithmetic(op string, x, y int64) domain.Value {
	if holds, ok := ir.Compare(op, x, y); ok {
		return e.Boolean(holds)
	}
	switch op {
	case "+":
		return e.Integer(x + y)
	case "-":
		return e.Integer(x - y)
	case "*":
		return e.Integer(x * y)
	case "&":
		return e.Integer(x & y)
	case "|":
		return e.Integer(x | y)
	case "^":
		return e.Integer(x ^ y)
	case "&^":
		return e.Integer(x &^ y)
	}
	switch {
	case y == 0 && (op == "/" || op == "%"):
		return e.Opaque // it panics
	case op == "/":
		return e.Integer(x / y)
	case op == "%":
		return e.Integer(x % y)
	case y < 0:
		return e.Opaque // so does a shift
	case op == "<<":
		return e.Integer(x << min(y, 64))
	case op == ">>":
		return e.Integer(x >> min(y, 64))
	}
	return e.Opaque
}
