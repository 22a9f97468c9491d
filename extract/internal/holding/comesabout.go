package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/model"
)

// comesAbout reports whether somebody else may do what a function waits for before it comes to an instruction: it sends, receives
// or closes where that does the opposite, in a function that is ever called.
func (a *Analysis) comesAbout(i supergraph.Instruction) bool {
	f := i.Parent
	for _, o := range a.Operations(f) {
		at := f.At(o.At)
		isBefore := at != i && o.Waits && o.Kind == model.Channel && len(at.Instr().Cases) == 0 && at.AlwaysComesBefore(i)
		if isBefore && !a.isServedBeside(f, o.Objects, o.Receives) {
			return false
		}
	}
	return !slices.ContainsFunc(a.decide(i), func(s Side) bool {
		choice, n, isCase := askedCase(s.Branch)
		if !isCase || s.Edge != 0 || isOfNextTurn(s, i) || s.isOfEarlierTurn(i) {
			return false
		}
		c := &choice.Instr().Cases[n]
		return !a.isServedBeside(f, a.Points.Operand(f.Function, c.Chan), !c.Send)
	})
}

// isOfEarlierTurn reports whether a side leads to an instruction only by way of where a loop begins, to which the function comes before the
// branch, too: it may come there without ever having taken the side.
func (s Side) isOfEarlierTurn(i supergraph.Instruction) bool {
	f, branch := s.Branch.Parent, s.Branch.At.Block
	for head := range f.Blocks {
		isPassed := func(to int) bool { return head == to || !f.Reaches([]int{0}, to, head) }
		isAround := head != branch && f.Leads(branch, head) && f.Leads(head, branch)
		if isAround && isPassed(branch) && isPassed(i.At.Block) && !f.Reaches(f.SuccessorsOf(branch), i.At.Block, head) {
			return true
		}
	}
	return false
}

// isServedBeside reports whether another function than one, which is ever called, does what somebody waits for who receives from
// channels, or sends on them; if it isn't known which, others do.
func (a *Analysis) isServedBeside(f *supergraph.Function, channels []pointsto.Location, receives bool) bool {
	if len(channels) == 0 {
		return true
	}
	return slices.ContainsFunc(channels, func(l pointsto.Location) bool {
		if a.Points.Objects[l].Kind != pointsto.Channel || a.Points.CanServe(l, !receives) {
			return true
		}
		return slices.ContainsFunc(a.Users[l], func(user *supergraph.Function) bool {
			serves := slices.ContainsFunc(a.Operations(user), func(o supergraph.Operation) bool {
				return slices.Contains(o.Objects, l) && (receives && (o.Sends || o.IsClose()) || !receives && o.Receives)
			})
			return user != f && serves && a.isEverCalled(user, map[*supergraph.Function]bool{})
		})
	})
}

// isEverCalled reports whether others call a function, or one that does is ever called.
func (a *Analysis) isEverCalled(f *supergraph.Function, seen map[*supergraph.Function]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	return a.isOpen(f) || slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return a.isEverCalled(call.Parent, seen) })
}
