package waitfor

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A wait is what an instruction waits for: what one of its cases is about, each of which
// is on one of some objects. Instructions that wait for the same have the same wait.
type wait struct {
	cases [][]pointsto.Location
	// isSelect says that a goroutine that waits here waits for all cases.
	isSelect bool
	// polls says that it doesn't wait, but asks again and again.
	polls bool
	// end are the objects of the case that is the reason if it is stuck: see EndingCase.
	end []pointsto.Location
}

// A waitAt is a wait at an instruction.
type waitAt struct {
	at     pointsto.At
	number int
}

// waitsOf lists the waits of a function, given its operations, in order. Who asks for the
// state of an object again and again waits, too; but not if the world will serve a case.
func (r *routes) waitsOf(f *supergraph.Function, operations []supergraph.Operation) (list []waitAt) {
	for i := 0; i < len(operations); {
		first := &operations[i]
		in := f.At(first.At).Instr()
		w := wait{isSelect: in.Op == ir.OpSelect}
		for same := true; same; same = w.isSelect && i < len(operations) && operations[i].At == first.At {
			if o := &operations[i]; o.Waits || o.Tests {
				w.cases = append(w.cases, o.Objects)
			}
			i++
		}
		if w.isSelect {
			if c := r.EndingCase(f, in); c >= 0 {
				w.end = r.Points.Operand(f.Function, in.Cases[c].Chan)
			}
		}
		w.polls = in.Default
		passes := w.isSelect && (r.HasOpenCase(f, in) || r.HasServedCase(f, in) || in.Default && !r.Polls(f, first.At))
		if len(w.cases) > 0 && !passes {
			list = append(list, waitAt{first.At, r.waitNumber(w)})
		}
	}
	return list
}

// waitNumber is the number of a wait.
func (r *routes) waitNumber(w wait) int {
	key := strconv.AppendBool(strconv.AppendBool(nil, w.isSelect), w.polls)
	for _, objects := range append(slices.Clone(w.cases), w.end) {
		key = binary.AppendVarint(key, int64(len(objects)))
		for _, l := range objects {
			key = binary.AppendVarint(key, int64(l))
		}
	}
	n, ok := r.waitNumbers[string(key)]
	if !ok {
		n = len(r.waits)
		r.waits = append(r.waits, w)
		r.waitNumbers[string(key)] = n
	}
	return n
}
