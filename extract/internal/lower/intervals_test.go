package lower

import (
	"go/token"
	"math"
	"math/rand/v2"
	"testing"
)

// TestIntervalsHaveAllResults draws numbers of a range, and looks for what becomes of them in the range of the results.
func TestIntervalsHaveAllResults(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	draw := func() int64 { return int64(r.Uint64()) >> r.IntN(64) }
	for range 20_000 {
		of := interval{draw(), draw(), false}
		if of.low > of.high {
			of.low, of.high = of.high, of.low
		}
		x := of.low
		if size := uint64(of.high) - uint64(of.low); size != math.MaxUint64 {
			x += int64(r.Uint64N(size + 1))
		}
		n := draw()
		results := map[token.Token]int64{token.AND: x & n}
		if n > 0 {
			results[token.REM] = x % n
		}
		if n >= 0 && n < 64 {
			results[token.SHR] = x >> n
		}
		for op, result := range results {
			if got := resultOf(op, of, n); result < got.low || result > got.high {
				t.Fatalf("%d %v %d is %d, which isn't in %+v", x, op, n, result, got)
			}
		}
		for op, result := range map[token.Token]int64{token.ADD: x + n, token.SUB: x - n, token.MUL: x * n} {
			got, ok := of.arithmetic(op, interval{min(n, 0), max(n, 0), false})
			if ok && (result < got.low || result > got.high) {
				t.Fatalf("%d %v %d is %d, which isn't in %+v", x, op, n, result, got)
			}
		}
		for op, holds := range map[token.Token]bool{token.LSS: x < n, token.LEQ: x <= n, token.GTR: x > n, token.GEQ: x >= n, token.EQL: x == n} {
			if !holds {
				op = negated[op]
			}
			if got := of.given(op, n); x < got.low || x > got.high {
				t.Fatalf("%d %v %d, but it isn't in %+v", x, op, n, got)
			}
		}
	}
}

// TestIntervalsDecide: one is less than another one, or not, if that is so for all their numbers.
func TestIntervalsDecide(t *testing.T) {
	for _, test := range []struct {
		x, y          interval
		less, decided bool
	}{
		{interval{0, 255, false}, interval{256, 256, false}, true, true},
		{interval{0, 255, false}, interval{255, 255, false}, false, false},
		{interval{0, 255, false}, interval{0, 0, false}, false, true},
		{interval{1, 1, false}, interval{0, 255, false}, false, false},
		{interval{256, 256, false}, interval{0, 255, false}, false, true},
		{anyNumber, anyNumber, false, false},
		{interval{math.MaxInt64, math.MaxInt64, false}, interval{0, math.MaxInt64, true}, false, false}, // numbers without a sign may be larger
	} {
		if less, decided := test.x.isLess(test.y); less != test.less || decided != test.decided {
			t.Errorf("%v is less than %v: %v, %v", test.x, test.y, less, decided)
		}
	}
}
