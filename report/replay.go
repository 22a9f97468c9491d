package report

import (
	"slices"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// An ending is the configuration that an execution leads to, as far as words
// need it. It is found by following the trace once more.
type ending struct {
	states   []int // local state of each process, -1 if it never started
	counters map[int]int
	locks    map[int]*lockState
}

// A lockState is who has a lock, and where they took it.
type lockState struct {
	writer    *hold
	announced *hold // a writer that waits
	readers   []hold
}

// A hold is the taking of a lock.
type hold struct {
	process, object int
	site            model.Site
	via             []model.Site
	reads           bool
}

// replay follows the execution of a finding.
func replay(sys *model.System, f *verify.Finding) *ending {
	e := &ending{states: make([]int, len(sys.Processes)), counters: map[int]int{}, locks: map[int]*lockState{}}
	for p := range e.states {
		e.states[p] = -1
	}
	e.states[0] = 0
	for _, s := range f.Trace {
		t := s.In(sys)
		e.states[s.Process] = t.To
		if s.Partner >= 0 {
			e.states[s.Partner] = s.PartnerIn(sys).To
		}
		if s.Spawned >= 0 {
			e.start(sys, s.Spawned)
		}
		e.take(s.Process, t)
	}
	return e
}

// start lets a process begin, with its objects anew.
func (e *ending) start(sys *model.System, process int) {
	e.states[process] = 0
	for i := range sys.Objects {
		if sys.Objects[i].Owner == process {
			e.renew(i)
		}
	}
}

func (e *ending) renew(object int) {
	delete(e.locks, object)
	delete(e.counters, object)
}

// take is the effect of a transition on locks and counters.
func (e *ending) take(process int, t *model.Transition) {
	switch t.Kind {
	case model.Add:
		e.counters[t.Object] += t.Label
	case model.New:
		e.renew(t.Object)
	case model.Announce:
		e.lock(t.Object).announced = &hold{process, t.Object, t.Site, t.Via, false}
	case model.Lock:
		e.lock(t.Object).announced = nil
		e.lock(t.Object).writer = &hold{process, t.Object, t.Site, t.Via, false}
	case model.Unlock:
		e.lock(t.Object).writer = nil
	case model.RLock:
		l := e.lock(t.Object)
		l.readers = append(l.readers, hold{process, t.Object, t.Site, t.Via, true})
	case model.RUnlock:
		e.lock(t.Object).releaseReader(process)
	}
}

func (e *ending) lock(object int) *lockState {
	if e.locks[object] == nil {
		e.locks[object] = &lockState{}
	}
	return e.locks[object]
}

// releaseReader ends a read lock: one of the process itself if it has any, as
// read locks have no owner.
func (l *lockState) releaseReader(process int) {
	i := slices.IndexFunc(l.readers, func(h hold) bool { return h.process == process })
	if i < 0 && len(l.readers) > 0 {
		i = 0
	}
	if i >= 0 {
		l.readers = slices.Delete(l.readers, i, i+1)
	}
}

// holder is who has a lock at the end, nil if nobody is known to.
func (l *lockState) holder() *hold {
	switch {
	case l.writer != nil:
		return l.writer
	case len(l.readers) > 0:
		return &l.readers[0]
	}
	return nil
}
