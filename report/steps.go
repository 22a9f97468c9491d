package report

import (
	"fmt"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// An ending is what an execution leaves behind, as far as words need it.
type ending struct {
	counters map[int]int
	locks    map[int]locked
}

// locked is who has taken a lock last, and where.
type locked struct {
	process int
	site    model.Site
}

// holder is who holds a lock at the end; -1 if nobody is known to.
func (e *ending) holder(object int) (int, model.Site) {
	l, ok := e.locks[object]
	if !ok {
		return -1, model.Site{}
	}
	return l.process, l.site
}

// replay follows the execution of a finding.
func replay(sys *model.System, f *verify.Finding) *ending {
	e := &ending{counters: map[int]int{}, locks: map[int]locked{}}
	for _, s := range f.Trace {
		t := sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		switch t.Kind {
		case model.Add:
			e.counters[t.Object] += t.Label
		case model.Lock, model.RLock:
			e.locks[t.Object] = locked{s.Process, t.Site}
		case model.Unlock, model.RUnlock:
			delete(e.locks, t.Object)
		case model.New:
			delete(e.locks, t.Object)
			delete(e.counters, t.Object)
		}
	}
	return e
}

// longestStory is how many steps of an execution are told at the most; what is
// left out lies before.
const longestStory = 40

// steps tells the execution, one line a step, and then who is blocked where.
func (n *narrator) steps() []Step {
	var list []Step
	for _, s := range n.finding.Trace {
		t := n.sys.Processes[s.Process].States[s.State].Transitions[s.Transition]
		if text := n.step(&s, &t); text != "" {
			list = append(list, Step{t.Site, text})
		}
	}
	if len(list) > longestStory {
		list = list[len(list)-longestStory:]
	}
	own := n.transitions()[n.finding.Transition]
	if n.finding.Category != verify.Panic {
		what, _ := n.blocked(n.transitions())
		if n.finding.Category == verify.Deadlock || n.finding.Category == verify.Leak {
			list = append(list, Step{own.Site, n.who(n.finding.Process) + " blocks here: " + what})
		}
	}
	for _, b := range n.finding.Also {
		ts := n.sys.Processes[b.Process].States[b.State].Transitions
		what, _ := n.blocked(ts)
		list = append(list, Step{ts[0].Site, "also blocked: " + n.who(b.Process) + ", " + what})
	}
	return list
}

// who names a goroutine.
func (n *narrator) who(process int) string {
	p := &n.sys.Processes[process]
	if process == 0 {
		return p.Name
	}
	return fmt.Sprintf("the goroutine started at %s", short(p.Site))
}

// step says what happens in a step; "" if it says nothing to the reader.
func (n *narrator) step(s *verify.Step, t *model.Transition) string {
	who := n.who(s.Process)
	name := ""
	if t.Kind != model.Spawn && t.Object >= 0 {
		name = n.name(t.Object)
	}
	switch t.Kind {
	case model.Tau, model.Assume:
		if t.Text == "" {
			return ""
		}
		return "assume " + t.Text
	case model.Send:
		if s.Partner >= 0 {
			return fmt.Sprintf("%s sends on %s, received by %s", who, name, n.who(s.Partner))
		}
		return who + " sends on " + name
	case model.Receive:
		return who + " receives from " + name
	case model.ReceiveClosed:
		return who + " sees that " + name + " is closed"
	case model.Close:
		return who + " closes " + name
	case model.Cancel:
		return who + " cancels " + name
	case model.Default:
		return who + " takes the default"
	case model.Spawn:
		return who + " starts a goroutine"
	case model.Lock:
		return who + " locks " + name
	case model.RLock:
		return who + " read-locks " + name
	case model.Unlock, model.RUnlock:
		return who + " unlocks " + name
	case model.Add:
		return fmt.Sprintf("%s adds %d to %s", who, t.Label, name)
	case model.Wait:
		return who + " has waited for " + name
	case model.Fault:
		return who + " panics here"
	}
	return ""
}
