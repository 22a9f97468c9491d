package report

import "github.com/chancheck/chancheck/model"

// Again is the call by which somebody who waits for a lock that he has himself has come there from the function that has taken it.
// It is not ok if that is one function, or the finding is about something else.
func (f *Finding) Again() (call model.Site, ok bool) { return f.again, f.again.IsValid() }

// again finds that call.
func (n *narrator) again() (call model.Site) {
	own := n.own()
	if !n.finding.Category.IsStuck() || !n.waiting()[0].Kind.IsLocking() {
		return call
	}
	h := n.ends.lock(own.Object).heldBy(n.finding.Process)
	if h == nil || len(own.Via) <= len(h.via) {
		return call
	}
	for i, v := range h.via {
		if own.Via[i] != v {
			return call
		}
	}
	return own.Via[len(h.via)]
}

// heldBy is where a process has taken a lock that it has, nil if it hasn't.
func (l *lockState) heldBy(process int) *hold {
	if l.writer != nil && l.writer.process == process {
		return l.writer
	}
	for i := range l.readers {
		if l.readers[i].process == process {
			return &l.readers[i]
		}
	}
	return nil
}
