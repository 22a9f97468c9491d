package interp

const computedResult = "a function that isn't followed computes it"

// computedFrom is why a value is in doubt that is determined by others, "" if
// it isn't: one of them is unknown.
func (e *evaluator) computedFrom(args []value) string {
	why := computedResult
	for _, v := range args {
		known := true
		e.walk(v, func(part value, d *description) {
			if taint := e.taintOf(part); taint != "" {
				why = taint
			} else if !constantForm(d.form) && d.form != structForm {
				known = false
			}
		})
		if !known {
			return ""
		}
	}
	return why
}
