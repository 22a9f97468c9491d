package ir_test

import (
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

func TestTypesMayBeTheSameForSomeTypeParameters(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"func() int", "func() int", true},
		{"func() int", "func() string", false},
		{"func() $R", "func() int", true},
		{"func() $R", "func()", false},
		{"func() $R", "func(int) int", false},
		{"func() ($R, error)", "func() (int, error)", true},
		{"func() ($R, error)", "func() (int, bool)", false},
		{"*p.box[$T]", "*p.box[int]", true},
		{"*p.box[$T]", "p.box[int]", false},
		{"*p.box[$T]", "*p.box[$U]", true},
		{"*p.box[$T]", "*p.bag[$U]", false},
		{"map[$K]int", "map[string]$V", true},
		{"$T", "chan int", true},
	} {
		if ir.MayBeSame(test.a, test.b) != test.want || ir.MayBeSame(test.b, test.a) != test.want {
			t.Errorf("MayBeSame(%q, %q) is not %v", test.a, test.b, test.want)
		}
	}
}
