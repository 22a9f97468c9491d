package chancheck

import (
	"slices"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// mainProgram judges the program whose main function the package has, with its package-level variables: see
// extract.Scopes.MainProgram. What is found is told like what is found in a root, but for who waits for others of
// whom it was told already that they are stuck.
func (r *reporter) mainProgram() {
	if judgesWhole(r.scopes) {
		return
	}
	program, ok := r.scopes.MainProgram()
	if !ok || !r.affordsParts() {
		return
	}
	part := program.At(extract.Fine)
	v := judgePart(part, part, settings.limits, &r.left.parts)
	if v.extraction == nil || !program.IsWhole() {
		return
	}
	v.result.Findings = slices.DeleteFunc(v.result.Findings, func(f verify.Finding) bool { return r.isVictim(&v, &f) })
	r.verdict(&v)
}

// isVictim reports whether somebody who could free the one that is stuck in a finding is stuck himself, and was told of.
func (r *reporter) isVictim(v *verdict, f *verify.Finding) bool {
	waits := v.system.Processes[f.Process].States[f.State].Transitions
	return slices.ContainsFunc(f.Also, func(b verify.Blocked) bool {
		states := v.system.Processes[b.Process].States
		return mayServe(states, b.State, waits) && slices.ContainsFunc(states[b.State].Transitions, func(t model.Transition) bool {
			return slices.ContainsFunc(r.bugs, func(told *bug) bool { return told.told.Site == t.Site })
		})
	})
}
