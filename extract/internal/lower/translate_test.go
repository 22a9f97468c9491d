package lower

import (
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

// TestInterfacesHaveWhatIsKnownOfTheirType: a value of a type parameter may be one already.
func TestInterfacesHaveWhatIsKnownOfTheirType(t *testing.T) {
	pkg := sliced(t, `package p
		type channel chan int
		func Concrete(c channel) any { <-c; return c }
		func Generic[T interface{ M() }](c chan int, x T) any { <-c; return x }
	`)
	for name, want := range map[string]ir.Op{"p.Concrete": ir.OpMakeInterface, "p.Generic": ir.OpCopy} {
		made := map[ir.Op]bool{}
		for _, b := range pkg.Functions[name].Blocks {
			for i := range b.Instrs {
				made[b.Instrs[i].Op] = true
			}
		}
		if !made[want] || made[ir.OpMakeInterface] && made[ir.OpCopy] {
			t.Errorf("%s returns what %v makes, not %v", name, made, want)
		}
	}
}
