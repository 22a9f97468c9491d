package report

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// deciding says what is sent in a step, if whoever receives it would go on otherwise with something else, and nothing that is told of
// the sender says what it is: of what is too long to be told the source has no words.
func (n *narrator) deciding(s *verify.Step, t *model.Transition) string {
	from := n.transitions(s.Partner, s.PartnerState)
	goes := s.PartnerIn(n.sys).To
	isOther := func(u model.Transition) bool { return u.Kind == model.Receive && u.Object == t.Object && u.To != goes }
	if !slices.ContainsFunc(from, isOther) || n.hasAssumed(s) {
		return ""
	}
	switch name := n.sys.Objects[t.Object].Labels[t.Label].Name; name {
	case "not nil":
		return "a value that isn't nil "
	case "nil", "true", "false":
		return name + " "
	}
	return ""
}

// hasAssumed reports whether the process of a step of the execution has assumed something before that is told. The step may be equal
// to one of an earlier turn: it is known by its place.
func (n *narrator) hasAssumed(s *verify.Step) bool {
	for i := range n.finding.Trace {
		before := &n.finding.Trace[i]
		if before == s {
			break
		}
		if n.needed != nil && n.needed[i] && before.Process == s.Process && n.at(before).Text != "" {
			return true
		}
	}
	return false
}
