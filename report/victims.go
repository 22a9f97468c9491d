package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Of many who are blocked in the end a reader needs the one who explains why the others are, and to know that there are more.

// mostVictims is of how many go statements and operations it is told who else is blocked, each. Of more only one is.
const mostVictims = 3

// A circumstance is what the victims have in common that are told at once.
type circumstance struct{ started, operation model.Site }

func (n *narrator) circumstance(b verify.Blocked) circumstance {
	return circumstance{n.sys.Processes[b.Process].Site, n.transitions(b.Process, b.State)[0].Site}
}

// victims are those who are blocked at the end as well and are told one by one, and others of whom it is said only that they are: of many
// circumstances these are all but the one of who could help.
func (n *narrator) victims() (each, others []verify.Blocked) {
	var all []circumstance
	var helper *verify.Blocked
	for _, b := range n.finding.Also {
		if n.ends.states[b.Process] != b.State {
			continue
		}
		each = append(each, b)
		if k := n.circumstance(b); !slices.Contains(all, k) {
			all = append(all, k)
		}
		if helper == nil && n.leadsTo(b.Process, b.State, n.serves, nil) {
			helper = &b
		}
	}
	if len(all) <= mostVictims {
		return each, nil
	}
	if helper == nil {
		helper = &each[0]
	}
	isOther := func(b verify.Blocked) bool { return n.circumstance(b) != n.circumstance(*helper) }
	others = slices.DeleteFunc(slices.Clone(each), func(b verify.Blocked) bool { return !isOther(b) })
	return slices.DeleteFunc(each, isOther), others
}

// tooMany says that others are blocked as well, where the first of them is.
func (n *narrator) tooMany(others []verify.Blocked) Step {
	first := n.transitions(others[0].Process, others[0].State)[0]
	more := "another one"
	if len(others) > 1 {
		more = fmt.Sprintf("%d others", len(others))
	}
	return Step{Site: first.Site, Via: first.Via, Text: AlsoBlocked + ": " + more}
}

// mostCounted is how often it is told that somebody adds to a wait group, or calls Done.
const mostCounted = 4

// countLess drops of a wait group that is counted often what has nothing to do with those who take part otherwise.
func (r *relevance) countLess() {
	counted := map[int][]int{} // steps by wait group
	involved := map[int]bool{}
	for p := range r.involved {
		involved[p] = true
	}
	for i, s := range r.finding.Trace {
		switch t := r.at(&s); {
		case !r.told[i]:
		case t.Kind == model.Add && r.sys.Objects[t.Object].Kind == model.WaitGroup:
			counted[t.Object] = append(counted[t.Object], i)
		default:
			involved[s.Process], involved[s.Partner] = true, true
		}
	}
	for _, steps := range counted {
		if len(steps) <= mostCounted {
			continue
		}
		for _, i := range steps {
			r.told[i] = involved[cmp.Or(r.countedNext(i), r.finding.Trace[i].Process)]
		}
	}
}

// countedNext is the goroutine that somebody starts next who adds to a wait group in a step, 0 if he does neither.
func (r *relevance) countedNext(i int) int {
	if r.at(&r.finding.Trace[i]).Label < 0 {
		return 0
	}
	for _, s := range r.finding.Trace[i+1:] {
		switch t := r.at(&s); {
		case s.Process != r.finding.Trace[i].Process:
		case t.Kind == model.Spawn:
			return max(s.Spawned, 0)
		case t.Kind == model.Add:
			return 0
		}
	}
	return 0
}
