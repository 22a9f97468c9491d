package chancheck

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/verify"
	"github.com/chancheck/chancheck/verify/kmc"
)

// Categories of the diagnostics of the capacity command: one for each place
// where channels are made, and one for each root that isn't in the class.
const (
	CategoryCapacity = "capacity"
	CategoryOutside  = "outside"
)

// OutsidePrefix stands before the reasons in a message of CategoryOutside; they
// are separated as by OutsideSeparator. The front end counts them.
const (
	OutsidePrefix    = " is not in the class: "
	OutsideSeparator = "; "
)

// capacities reports the least safe capacities of the channels of a root, or
// why there are none.
func (r *reporter) capacities(v *verdict) {
	if !r.selected(v) || v.inconclusive != "" || v.system == nil || len(v.extraction.Closed) == 0 {
		return
	}
	r.communication(v)
	reasons, found := r.findCapacities(v)
	if found == nil {
		r.outside(v, reasons)
		return
	}
	for i := range found.List {
		r.capacity(v, found, &found.List[i])
	}
}

// findCapacities does the search, or says why it can't. What is open in a root
// can be in the way of what isn't.
func (r *reporter) findCapacities(v *verdict) (reasons []string, found *kmc.Capacities) {
	switch {
	case len(v.extraction.Open) > 0:
		return []string{"operation on an open channel or lock"}, nil
	case v.extraction.CapacityAsked:
		return []string{"asks for the capacity of a channel"}, nil
	case r.left.whole <= 0:
		return []string{"the exploration of the package has taken too long already"}, nil
	}
	found, err := kmc.FindCapacities(v.system, verify.Options{States: min(settings.states, r.left.whole)})
	var outside *kmc.OutsideClass
	switch {
	case errors.As(err, &outside):
		return outside.Reasons, nil
	case err != nil:
		return []string{err.Error()}, nil
	}
	r.left.whole -= found.States
	return nil, found
}

// outside reports a root that isn't in the class, unless it has no channels.
func (r *reporter) outside(v *verdict, reasons []string) {
	if !report.HasChannels(v.system) {
		return
	}
	message := v.root.Function.Display + OutsidePrefix + strings.Join(reasons, OutsideSeparator)
	r.verbose(r.places.pos(v.root.Function.Site), CategoryOutside, message)
}

// capacity reports on one make, at its place, or at that of the root if that is
// in another package.
func (r *reporter) capacity(v *verdict, found *kmc.Capacities, c *kmc.Capacity) {
	o := &v.system.Objects[c.Objects[0]]
	site, ok := r.places.inPackage(o.Site, nil)
	name := cmp.Or(o.Name, "the channel") + " in " + v.root.Function.Display
	if !ok {
		site = v.root.Function.Site
		name += fmt.Sprintf(" (made at %s:%d)", filepath.Base(o.Site.File), o.Site.Line)
	}
	message := name + " " + report.TellCapacity(found, c)
	if v.extraction.Bounded {
		message += " (for the sizes tried)"
	}
	r.pass.Report(analysis.Diagnostic{
		Pos: r.places.pos(site), End: r.places.end(site), Category: CategoryCapacity, Message: message,
		Related: r.related(report.TellFailure(c), site),
	})
}
