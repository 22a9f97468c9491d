package report

import (
	"strings"

	"github.com/chancheck/chancheck/model"
)

// What comes from outside a reader knows by what it is in the source: the case of a select, or a timer.

// outside says that somebody goes on with what others decide on, who are not part of the system.
func (n *narrator) outside(site model.Site) string {
	if n.pkg != nil {
		if text := n.pkg.Text(site); strings.HasPrefix(text, afterTime) {
			return "waits until " + n.timeUp(site)
		} else if text != "" {
			return "takes the case " + text
		}
	}
	if n.pkg == nil || n.pkg.Owns(site) {
		return "takes the case at " + short(site)
	}
	return "takes a case of a select"
}

// afterTime begins a receive from a timer that says itself when its time is up.
const afterTime = "<-time.After("

// timeUp says which time is up where somebody receives from a timer, as far as the source says it there.
func (n *narrator) timeUp(site model.Site) string {
	if n.pkg == nil {
		return theTimeIsUp
	}
	duration, isTimer := strings.CutPrefix(n.pkg.Text(site), afterTime)
	duration, isWhole := strings.CutSuffix(duration, ")")
	switch {
	case !isTimer || !isWhole || duration == Omitted:
		return theTimeIsUp
	case selector.MatchString(duration):
		return duration + " is up"
	}
	return duration + " are up"
}

// theTimeIsUp is said where the source doesn't say which.
const theTimeIsUp = "the " + model.TimeIsUp

// spending says what leaves a timer or ticker with nothing to send. Who stops a ticker is another one than who waits for it.
func (n *narrator) spending(process int, t *model.Transition) string {
	switch how, timer := t.Spending(); how {
	case model.HasRunOut:
		return n.who(process) + " receives from " + timer + ".C: " + timer + how
	case model.WasStopped:
		return n.who(process) + " stops " + timer + " before it has run out"
	default:
		return timer + ".Stop is called, which doesn't close " + timer + ".C"
	}
}

// whySpent says why nothing comes from a timer or ticker; "" if something may, for all that the execution shows.
func (n *narrator) whySpent() string {
	for _, s := range n.finding.Trace {
		t := n.at(&s)
		how, timer := t.Spending()
		place, _ := n.place(t.Site, t.Via)
		switch {
		case how == "":
		case how == model.HasRunOut:
			return timer + how + " at " + n.line(place) + " and isn't set again"
		case how == model.WasStopped:
			return timer + " is stopped at " + n.line(place) + " and isn't set again"
		default:
			return "nothing comes from it after " + timer + ".Stop at " + n.line(place) + ", which doesn't close it"
		}
	}
	return ""
}
