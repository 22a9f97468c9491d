package library

import (
	"testing"

	"github.com/chancheck/chancheck/extract/ir"
)

// TestAfterFuncNamesItsChannel: nobody finds a channel in the source where context.AfterFunc is called.
func TestAfterFuncNamesItsChannel(t *testing.T) {
	f := StandIn("context.AfterFunc")
	for i := range f.Blocks[0].Instrs {
		if in := &f.Blocks[0].Instrs[i]; in.Op == ir.OpMakeChan && in.Name != "the stop channel of context.AfterFunc" {
			t.Errorf("the channel is called %q", in.Name)
		}
	}
}
