package chancheck

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// CategoryCertificate is that of notes which say of judged functions whether they would be safe
// with larger capacities, too.
const CategoryCertificate = "certificate"

// mostCertificateStates is the limit on the configurations of one k-MC check. Clusters are small;
// a premise that takes more to decide is told to be undecided.
const mostCertificateStates = 10_000

// A certificate is what k-MC says about a verdict: that the system is safe for all capacities
// from its own on, or which premise fails. It is about systems that send, receive and decide,
// with one sender and one receiver a channel; of others it isn't known.
type certificate struct {
	known   bool
	premise string // that fails, "" if the system is safe
}

// and is what is known if something is judged in two systems.
func (c certificate) and(other certificate) certificate {
	if !c.known || !other.known {
		return certificate{}
	}
	return certificate{true, cmp.Or(c.premise, other.premise)}
}

// safeFromHere is what the reader is told.
const safeFromHere = "certificate: safe for every capacity from these on"

// String is what the reader is told.
func (c certificate) String() string {
	if c.premise == "" {
		return safeFromHere
	}
	return "no certificate for larger capacities: " + c.premise
}

// certify runs the k-MC check on a system that was judged, if the reader wants to know. It has a
// budget of its own, so that nothing else hangs on whether he does.
func (r *reporter) certify(v *verdict) {
	if settings.replay {
		r.compareWithKMC(v)
	}
	if !settings.coverage && !settings.verbose || r.left.certificates <= 0 || !v.isCertifiable() {
		return
	}
	states := 0
	v.certificate, states = certificateOf(v.system, min(mostCertificateStates, r.left.certificates))
	r.left.certificates -= states
	if v.certificate.known && isAskedAbout(v.root.Function.Display) {
		r.noteCertificate(v)
	}
}

// isCertifiable reports whether a verdict says that a system is safe, whatever anybody else
// does. One that is safe on some terms may not be safe on these with larger capacities.
func (v *verdict) isCertifiable() bool {
	return v.isForKMC() && !v.aside && len(v.extraction.Closed) > 0 && v.terms == "" && len(v.result.Findings) == 0
}

// isForKMC reports whether k-MC can be asked about what was judged. What callers or the
// code beyond an open channel do is no part of a system, and a system that was extracted for
// its capacities is another one with others.
func (v *verdict) isForKMC() bool {
	x := v.extraction
	return v.system != nil && x != nil && v.inconclusive == "" && v.doubtful == "" && !v.unclear && !v.clients &&
		!x.CapacityAsked && len(x.Open) == 0
}

// compareWithKMC compares what exploration says about a system with what k-MC does: the two share
// no more than the model. A difference is our fault.
func (r *reporter) compareWithKMC(v *verdict) {
	why := v.contradiction()
	if why == "" {
		return
	}
	r.counts.Internal++
	r.pass.Report(analysis.Diagnostic{
		Pos: cmp.Or(r.places.pos(v.root.Function.Site), r.packagePos()), Category: CategoryInternal,
		Message: "internal error: " + v.root.Function.Display + ": " + why,
	})
}

// contradiction says how exploration contradicts that k-MC calls a system safe, as it is or
// with larger capacities; "" if it doesn't.
func (v *verdict) contradiction() string {
	if !v.isForKMC() {
		return ""
	}
	c, err := kmc.Certify(v.system, mostCertificateStates)
	if err != nil || c.Verdict != kmc.Safe {
		return ""
	}
	if len(v.result.Findings) > 0 {
		return "k-MC calls safe what has a " + string(v.result.Findings[0].Category)
	}
	larger := verify.Check(withLarger(v.system), verify.Options{States: mostCertificateStates})
	if larger.Inconclusive == "" && len(larger.Findings) > 0 {
		return "k-MC calls safe what with larger capacities has a " + string(larger.Findings[0].Category)
	}
	return ""
}

// withLarger is a system with one more place in each channel.
func withLarger(sys *model.System) *model.System {
	larger := *sys
	larger.Objects = slices.Clone(sys.Objects)
	for i := range larger.Objects {
		if larger.Objects[i].Kind == model.Channel {
			larger.Objects[i].Capacity++
		}
	}
	return &larger
}

// certificateOf is what k-MC says about a system in which exploration found nothing wrong, and
// how many configurations that took. That it would call such a system unsafe is no premise
// of anything: somebody needn't be started, who then waits in vain for that.
func certificateOf(sys *model.System, states int) (certificate, int) {
	if !hasMessages(sys) {
		return certificate{}, 0
	}
	c, err := kmc.Certify(sys, states)
	switch {
	case err != nil:
		return certificate{}, 0
	case c.Verdict == kmc.Safe:
		return certificate{known: true}, c.States
	case c.Verdict == kmc.Unsafe:
		return certificate{}, c.States
	}
	return certificate{true, c.Reason}, c.States
}

// hasMessages reports whether anything is sent in a system.
func hasMessages(sys *model.System) bool {
	found := false
	eachOperation(sys, func(t *model.Transition) { found = found || t.Kind == model.Send })
	return found
}

// noteCertificate notes what is known, once for the same channels of a function.
func (r *reporter) noteCertificate(v *verdict) {
	name := v.root.Function.Display
	message := strings.Join(channelNames(v.system), ", ") + " in " + name + ": " + v.certificate.String()
	if key := CategoryCertificate + " " + message; !r.seen[key] {
		r.seen[key] = true
		r.verbose(r.places.pos(v.root.Function.Site), CategoryCertificate, message)
	}
}

// channelNames are the names of the channels on which something is sent, each once.
func channelNames(sys *model.System) []string {
	var names []string
	eachOperation(sys, func(t *model.Transition) {
		if t.Kind == model.Send {
			names = append(names, cmp.Or(sys.Objects[t.Object].Name, "a channel"))
		}
	})
	slices.Sort(names)
	return slices.Compact(names)
}
