package chancheck

import (
	"cmp"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/ksync"
	"github.com/chancheck/chancheck/verify/leap"
)

// CategoryBuffer is that of notes of the commands capacity and extract: buffers of channels that are
// never needed, and ones that are. Neither is a bug.
const CategoryBuffer = "buffer"

// mostBufferStates is the limit on what is explored for the notes about one root.
const mostBufferStates = 20_000

// buffers notes what k-synchronisability (package ksync) says about the buffers of a root: of goroutines
// that send, receive and decide, and nothing else, each channel with one that receives. That no buffer
// is needed is about executions in which all messages are received; as nothing was found to be wrong with
// the root, those are all.
func (r *reporter) buffers(v *verdict) {
	program, err := leap.Absorb(v.system)
	if err != nil || !program.Exact || v.extraction.CapacityAsked {
		return
	}
	b, err := ksync.FindBuffers(program.System, min(mostBufferStates, r.left.whole))
	if err != nil {
		return
	}
	r.left.whole -= b.States
	if b.Unneeded {
		r.unneeded(v)
		return
	}
	for _, object := range b.Needed {
		if object < len(v.system.Objects) {
			r.needed(v, object, originals(program, b.Witness))
		}
	}
}

// originals are the steps of a witness that are operations of the program.
func originals(program *leap.Program, w *ksync.Witness) []verify.Step {
	var steps []verify.Step
	for _, s := range w.Steps {
		at, ok := program.Original(leap.Place{Process: s.Process, State: s.State, Transition: s.Transition})
		if ok {
			s.State, s.Transition = at.State, at.Transition
			steps = append(steps, s)
		}
	}
	return steps
}

// unneeded notes all buffers of a root, once for each place where channels are made.
func (r *reporter) unneeded(v *verdict) {
	seen := map[model.Site]bool{}
	for i := range v.system.Objects {
		if o := &v.system.Objects[i]; o.Kind == model.Channel && o.Capacity > 0 && !seen[o.Site] && isSentOn(v.system, i) {
			seen[o.Site] = true
			r.buffer(v, i, "is never needed: every execution is, in another order, one without it", nil)
		}
	}
}

// isSentOn reports whether anybody sends on a channel.
func isSentOn(sys *model.System, object int) bool {
	for p := range sys.Processes {
		for q := range sys.Processes[p].States {
			for _, t := range sys.Processes[p].States[q].Transitions {
				if t.Kind == model.Send && t.Object == object {
					return true
				}
			}
		}
	}
	return false
}

// needed notes that a buffer is needed for an execution.
func (r *reporter) needed(v *verdict, object int, steps []verify.Step) {
	r.buffer(v, object, "is needed: without it this execution could not be", report.TellSteps(v.system, steps))
}

// buffer makes a note about a channel, where it is made.
func (r *reporter) buffer(v *verdict, object int, what string, steps []report.Step) {
	o := &v.system.Objects[object]
	site, ok := r.places.inPackage(o.Site, nil)
	if pos := r.places.pos(site); ok && pos.IsValid() && settings.verbose && !r.isHidden(pos) {
		r.pass.Report(analysis.Diagnostic{
			Pos: pos, End: r.places.end(site), Category: CategoryBuffer,
			Message: fmt.Sprintf("the buffer of %s in %s %s", cmp.Or(o.Name, "the channel"), v.root.Function.Display, what),
			Related: r.related(steps, site),
		})
	}
}
