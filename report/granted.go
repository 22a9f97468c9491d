package report

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Of what an execution assumes some goes without saying, though it would not come about otherwise: a reader takes the ordinary way
// through the code, as far as he isn't told that it is another one.

// isOrdinary reports whether an assumption is what a reader takes for granted where it is asked about: that there is something at all
// to go through, and that it isn't over.
func isOrdinary(t *model.Transition) bool {
	c := t.Condition()
	isSize := strings.HasPrefix(c.Subject, "len(") && strings.HasSuffix(c.Subject, ")") || c.Subject == "b.N"
	isAny := c.Is(">=", "1") || c.Is(">", "0") || c.Is("!=", "0")
	return isAny && isSize || c.HasMore() || c.Is("!=", "io.EOF")
}

// isGuard reports whether somebody isn't turned away at a check: what the code asks there is the opposite, and who finds that returns
// without doing anything. Whether something has failed is said, and so is what decides on the lock that the finding is about, and
// that something is one value of many.
func (n *narrator) isGuard(s *verify.Step, others []model.Transition) bool {
	t := n.at(s)
	if n.pkg == nil || len(others) == 0 || t.Condition().Operator == "==" || !isOpposite(t, n.pkg.Text(t.Site)) {
		return false
	}
	return !slices.ContainsFunc(others, func(u model.Transition) bool { return u.IsSuccess() || !n.justReturns(s.Process, u.To) })
}

// justReturns reports whether a process does nothing any more from a state on, but to give back what isn't asked for.
func (n *narrator) justReturns(process, state int) bool {
	does := func(t *model.Transition) bool {
		switch t.Kind {
		case model.Tau, model.Assume:
			return t.BeginsToPanic() || t.Text == model.Abandoned || t.Fails()
		case model.Unlock, model.RUnlock:
			return t.Object == n.wrong().Object
		}
		return true
	}
	return !n.leadsTo(process, state, does, nil)
}

// isOpposite reports whether a step assumes what a comparison in the source isn't.
func isOpposite(t *model.Transition, source string) bool {
	asked := model.ParseCondition(source)
	return asked.Compares() && asked.Opposite().Answer() == t.Condition().Answer()
}

// isNoError reports whether an assumption says of an error what goes without saying as it turns out that there is none: that it isn't a certain one, or
// isn't of a kind.
func (n *narrator) isNoError(i int) bool {
	s, t := &n.finding.Trace[i], n.at(&n.finding.Trace[i])
	c := t.Condition()
	for _, later := range n.finding.Trace[i+1:] {
		u := n.at(&later)
		success := u.Condition()
		if later.Process != s.Process || !u.IsSuccess() || u.Site.File != t.Site.File || !slices.Equal(u.Via, t.Via) {
			continue
		}
		call, isDenied := strings.CutPrefix(c.Answer(), "!")
		if c.Operator == "!=" && c.Subject == success.Subject && c.From == success.From || isDenied && isAskedOf(call, success.Subject) {
			return true
		}
	}
	return false
}

// isAskedOf reports whether a call asks something of a variable, as errors.Is(err, io.EOF) does of err.
func isAskedOf(call, variable string) bool {
	_, arguments, _ := strings.Cut(call, "(")
	arguments, isCall := strings.CutSuffix(arguments, ")")
	first, _, _ := strings.Cut(arguments, ",")
	return isCall && first == variable && !strings.Contains(arguments, ")")
}
