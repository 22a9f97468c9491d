package interp

import "github.com/chancheck/chancheck/extract/internal/domain"

const computedResult = "a function that isn't followed computes it"

// computedFrom is why a value is in doubt that is determined by others, "" if
// it isn't: one of them is unknown.
func (e *evaluator) computedFrom(args []domain.Value) string {
	why := computedResult
	for _, v := range args {
		known := true
		e.Walk(v, func(part domain.Value, d *domain.Description) {
			if taint := e.TaintOf(part); taint != "" {
				why = taint
			} else if !d.Form.IsConstant() && d.Form != domain.StructForm {
				known = false
			}
		})
		if !known {
			return ""
		}
	}
	return why
}
