package interp

import (
	"math/rand/v2"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
)

// TestArithmeticIsThatOfTheType compares what is computed in each type with what Go computes.
func TestArithmeticIsThatOfTheType(t *testing.T) {
	e, r := newEvaluator(), rand.New(rand.NewPCG(3, 4))
	agreesIn[int8](t, e, r, 8)
	agreesIn[int16](t, e, r, 16)
	agreesIn[int32](t, e, r, 32)
	agreesIn[int64](t, e, r, 0)
	agreesIn[uint8](t, e, r, -8)
	agreesIn[uint16](t, e, r, -16)
	agreesIn[uint32](t, e, r, -32)
	agreesIn[uint64](t, e, r, -64)
}

// agreesIn draws numbers of a type, many of them near its ends.
func agreesIn[T int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64](t *testing.T, e *evaluator, r *rand.Rand, bits int) {
	draw := func() T {
		n := T(r.Uint64())
		if r.IntN(2) == 0 {
			n = T(r.IntN(7)-3) + (T(1)<<(r.IntN(64)))*T(r.IntN(2))
		}
		return n
	}
	isSmall := func(n T) bool { return n < 0 || uint64(n) < 1<<63 }
	followed := 0
	for range 3000 {
		x, y := draw(), draw()
		if !isSmall(x) || !isSmall(y) {
			continue // there are no such operands
		}
		results := map[string]T{"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y, "&^": x &^ y, "<<": x << (y & 127), ">>": x >> (y & 127)}
		if y != 0 {
			results["/"], results["%"] = x/y, x%y
		}
		for op, want := range results {
			by := int64(y)
			switch op {
			case "<<", ">>":
				by &= 127
			}
			got := e.fitted(e.binary(op, e.Integer(int64(x)), e.Integer(by)), bits)
			if d := e.Of(got); isSmall(want) != (d.Form == domain.IntForm) || isSmall(want) && d.Number != int64(want) {
				t.Fatalf("%d %s %d is %+v in a type of %d bits, want %d", x, op, y, d, bits, want)
			}
			followed++
		}
	}
	if followed < 5000 {
		t.Errorf("%d results in a type of %d bits: the test tests little", followed, bits)
	}
}

// TestConversionsAreThoseOfGo: a number that is converted keeps the last bits.
func TestConversionsAreThoseOfGo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		n := int64(r.Uint64()) >> r.IntN(64)
		for bits, want := range map[int]int64{
			8: int64(int8(n)), 16: int64(int16(n)), 32: int64(int32(n)), 0: n,
			-8: int64(uint8(n)), -16: int64(uint16(n)), -32: int64(uint32(n)), -64: n,
		} {
			if got, ok := fit(n, bits); got != want || ok != (bits != -64 || n >= 0) {
				t.Errorf("%d becomes %d (%v) with %d bits, want %d", n, got, ok, bits, want)
			}
		}
	}
}
