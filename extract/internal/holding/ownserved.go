package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
)

// OwnServed lists the sends of a function on channels without room that it has made itself, and has for itself: nobody else receives from
// them, so that it waits for itself, as a goroutine does that is SelfServed. One for each channel.
func (a *Analysis) OwnServed(f *supergraph.Function) (list []SelfServed) {
	served := map[pointsto.Location]bool{}
	for _, o := range a.Operations(f) {
		if !o.Receives || len(o.Objects) != 1 || served[o.Objects[0]] || !a.isOwn(f, o.Objects[0]) {
			continue
		}
		s := SelfServed{Channel: o.Objects[0], Received: f.At(o.At)}
		served[s.Channel] = true
		if a.findSelfServed(&s) {
			list = append(list, s)
		}
	}
	return list
}

// isOwn reports whether a function makes a channel without room in each call, from which nobody else ever receives: it keeps it in variables
// of its own, be they captured, and doesn't call itself.
func (a *Analysis) isOwn(f *supergraph.Function, channel pointsto.Location) bool {
	o := &a.Points.Objects[channel]
	capacity, isKnown := o.Capacity()
	return o.Kind == pointsto.Channel && o.Function == f.Function && isKnown && capacity == 0 && a.isReceivedOnlyIn(channel, f) &&
		!a.IsReturned(channel) && !a.isRunAgain(f) && !slices.ContainsFunc(a.Into[channel], func(holder pointsto.Location) bool {
		kept := &a.Points.Objects[holder]
		return kept.Kind != pointsto.Variable && kept.Kind != pointsto.Closure || kept.IsGlobal() || kept.Function != f.Function
	})
}

// isRunAgain reports whether a function may run itself, be it by what it calls or starts.
func (a *Analysis) isRunAgain(f *supergraph.Function) bool {
	return slices.ContainsFunc(a.CallsIn(f), func(call supergraph.Call) bool {
		return slices.ContainsFunc(call.Callees, func(callee *supergraph.Function) bool { return a.runs(callee, f) })
	})
}
