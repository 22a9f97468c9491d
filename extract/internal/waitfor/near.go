package waitfor

import (
	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

// isNear reports whether an object is one on which a function operates that uses another one,
// that calls a function which uses it, or that such a function calls. It makes no difference who
// asks, so that it is worked out once for all roots.
func (x *Analysis) isNear(l, on pointsto.Location) bool {
	n, isOperated := x.numbers[on]
	if !isOperated {
		return false
	}
	near, known := x.near[l]
	if !known {
		for _, f := range x.Users[l] {
			near.AddAll(x.operatedAround(f))
			for _, call := range f.Callers {
				near.AddAll(x.operatedAround(call.Parent))
			}
		}
		x.near[l] = near
	}
	return near.Has(int(n))
}

// operatedAround are the objects on which a function operates, and those that it calls.
func (x *Analysis) operatedAround(f *supergraph.Function) dataflow.Set {
	if x.around[f.Number] == nil {
		set := x.operatedIn(f)
		for _, call := range x.CallsIn(f) {
			for _, callee := range call.Callees {
				set.AddAll(x.operatedIn(callee))
			}
		}
		x.around[f.Number] = set
	}
	return x.around[f.Number]
}

// operatedIn are the objects on which a function operates, in a new set that isn't nil.
func (x *Analysis) operatedIn(f *supergraph.Function) dataflow.Set {
	set := dataflow.Set{}
	for _, o := range x.Operations(f) {
		for _, l := range o.Objects {
			set.Add(int(x.numbers[l]))
		}
	}
	return set
}
