package lower

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/chancheck/chancheck/extract/internal/library"
)

// In a test a timer is the time in which others are to have done something. Whether they may have done it depends on what they
// are held up by: see verify.Options.Patient.

// isPrompt reports whether no time passes in a function but where it waits for others, and it doesn't call itself. In what it calls time may pass
// where that isn't known before it runs.
func (s *slicer) isPrompt(f *ssa.Function) bool {
	f = genericOf(f)
	known, asked := s.prompt[f]
	if asked {
		return known
	}
	if s.prompt == nil {
		s.prompt = map[*ssa.Function]bool{}
	}
	s.prompt[f] = library.IsPrompt(s.name(f))
	if s.prompt[f] {
		return true
	}
	s.prompt[f] = len(f.Blocks) > 0 && !containInstruction([]*ssa.Function{f}, s.maySlow)
	return s.prompt[f]
}

// isSlow reports whether an instruction calls a function of which it is known before it runs that time may pass in it.
func (s *slicer) isSlow(in ssa.Instruction) bool {
	_, starts := in.(*ssa.Go)
	call, ok := in.(ssa.CallInstruction)
	return ok && !starts && s.holdsUp(call.Common())
}

// maySlow reports whether an instruction calls a function of which it isn't known before it runs that no time passes in it: who doesn't go into
// the function that has the instruction never knows.
func (s *slicer) maySlow(in ssa.Instruction) bool {
	_, starts := in.(*ssa.Go)
	call, ok := in.(ssa.CallInstruction)
	if !ok || starts || isBuiltin(call.Common()) {
		return false
	}
	c := call.Common()
	return staticCallee(c) == nil && !(c.IsInvoke() && isPromptMethod(c.Method)) || s.holdsUp(c)
}

// isPromptMethod reports whether no time passes in a method of an interface, whatever is in that: it is one of sync.Locker, for example.
func isPromptMethod(m *types.Func) bool {
	return library.IsPromptMethod(m.Name()) || library.IsPrompt(m.FullName())
}

// isFollowed reports whether the evaluator may go into a function that an instruction calls, or takes a step for it.
func (t *translator) isFollowed(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	return ok && t.s.sleeps(call) || ok && t.keep[call] && t.callMatters(call.Common()) && t.s.standing(staticCallee(call.Common())) == bodyFunction
}

// arrivesLate reports whether control may come to a block from one that the skeleton doesn't have, and time may have passed there.
func (t *translator) arrivesLate(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) bool {
	return slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool {
		if _, placed := t.blocks[p]; placed || seen[p] {
			return false
		}
		seen[p] = true
		return slices.ContainsFunc(p.Instrs, t.s.isSlow) || t.arrivesLate(p, seen)
	})
}

// holdsUp reports whether time may pass in a call of a function that is known.
func (s *slicer) holdsUp(c *ssa.CallCommon) bool {
	callee := staticCallee(c)
	if callee == nil || isBuiltin(c) {
		return false
	}
	callee = genericOf(callee)
	switch name := s.name(callee); {
	case library.IsPrompt(name):
		return false
	case s.foreign[name] != nil:
		return s.foreign[name].Slow
	default:
		return !s.source.owns(callee) || !s.isPrompt(callee)
	}
}

// isTimed reports whether a channel is that of a timer, by its type.
func isTimed(channel ssa.Value) bool {
	t, ok := channel.Type().Underlying().(*types.Chan)
	return ok && t.Dir() == types.RecvOnly && types.TypeString(t.Elem(), nil) == "time.Time"
}

// sleeps reports whether a call in a test file sleeps.
func (s *slicer) sleeps(call *ssa.Call) bool {
	callee := staticCallee(call.Common())
	return callee != nil && callee.String() == "time.Sleep" && s.text.site(call.Pos()).IsInTest()
}
