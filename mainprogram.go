package chancheck

import (
	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/verify"
)

// mainProgram judges the program whose main function the package has, with its package-level variables: see
// extract.Scopes.MainProgram. What is found is told like what is found in a root.
func (r *reporter) mainProgram() {
	if r.scopes == nil || settings.extract != "" || settings.capacity {
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
	r.verdict(&v)
	for i := range v.result.Findings {
		for _, b := range v.result.Findings[i].Also { // they were told of with that: what clients do adds nothing
			for _, t := range v.system.Processes[b.Process].States[b.State].Transitions {
				r.seen[kind(verify.Deadlock)+" "+t.Site.String()] = true
			}
		}
	}
}
