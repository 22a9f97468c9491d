package chancheck

import "github.com/chancheck/chancheck/extract"

// mainProgram judges the program whose main function the package has, with its package-level variables: see
// extract.Scopes.MainProgram. What is found is told like what is found in a root.
func (r *reporter) mainProgram() {
	if judgesWhole(r.scopes) {
		return
	}
	program, ok := r.scopes.MainProgram()
	if !ok || !r.affordsParts() {
		return
	}
	part := program.At(extract.Fine)
	if v := judgePart(part, part, settings.limits, &r.left.parts); v.extraction != nil && program.IsWhole() {
		r.verdict(&v)
	}
}
