package chancheck

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Who waits for more than locks may wait for other calls, which the caller is to
// blame for that they don't come, or didn't come before. Not so if nobody has ever
// come past that place in the function, whatever is called before or meanwhile: then
// whoever gets there stays. To find out, one client, the subject, calls a function
// once; two others call what they like, give up where they like, and so are as many
// as it takes.

// tellSubject tells where nobody comes past who calls a function. It returns why that isn't
// known, "" if it is.
func (r *reporter) tellSubject(clients extract.Clients) (unknown string) {
	if !r.affordsParts() {
		return evaluationTooLong
	}
	clients = clients.Subject()
	v := judgeLevels(nil, r.scopes, clients.At, settings.limits, &r.left.parts)
	if tells, _ := clients.Tells(); !tells || v.inconclusive != "" || v.extraction == nil {
		return v.inconclusive
	}
	for i := range v.result.Findings {
		f := &v.result.Findings[i]
		isCallers := f.Category == verify.Leak && f.Object >= 0 && isSubject(v.system, f.Process)
		if isCallers && !clients.IsServedElsewhere(v.system.Processes[f.Process].States[f.State].Transitions) && r.isDeadEnd(&v, f.Process, f.State) && r.staysInstead(&v, f) {
			r.caller(&v, *f, clients)
		}
	}
	return ""
}

// isSubject reports whether a process is the client who calls only once.
func isSubject(sys *model.System, p int) bool {
	return strings.HasPrefix(sys.Processes[p].Name, extract.SubjectName)
}

// isDeadEnd reports whether a process never leaves a state, in any execution. One that
// waits there before it has done anything may do so on purpose.
func (r *reporter) isDeadEnd(v *verdict, process, state int) bool {
	if slices.Contains(beforeFirst(v.system.Processes[process].States), state) {
		return false
	}
	marked, past := mark(v.system, process, state)
	return neverPasses(checkPart(marked, verify.Options{}, &r.left.parts), process, past)
}
