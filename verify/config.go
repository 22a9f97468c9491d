package verify

import (
	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/internal/packed"
)

// A layout says where a configuration keeps what. A configuration is: whether
// the program has ended; for each process its local state plus one, or 0 if it
// was never started; and the state of each object.
type layout struct {
	packed.Packing
	ended     packed.Field
	processes []packed.Field
	objects   []objectFields
}

// objectFields are the fields of one object. Which are used depends on its
// kind; count is the number of messages, readers, waiters, or the counter, the
// progress of a Once or the value of a cell.
type objectFields struct {
	flag     packed.Field // closed; held by a writer
	pending  packed.Field // a writer has announced itself
	count    packed.Field
	messages []packed.Field // labels in a buffer, or waiting processes, first is next
}

// Limits on what a configuration stores. Beyond, the answer is inconclusive.
const (
	mostMessages = 1 << 12 // indistinguishable messages in one buffer
	mostLabelled = 64      // messages with different labels in one buffer
	mostReaders  = 255
	mostCount    = 1<<16 - 1
)

func newLayout(sys *model.System) *layout {
	l := &layout{}
	l.ended = l.Add(1)
	for i := range sys.Processes {
		l.processes = append(l.processes, l.Add(len(sys.Processes[i].States)))
	}
	for i := range sys.Objects {
		l.objects = append(l.objects, l.addObject(sys, &sys.Objects[i]))
	}
	return l
}

func (l *layout) addObject(sys *model.System, o *model.Object) objectFields {
	var f objectFields
	switch o.Kind {
	case model.Channel:
		f.flag = l.Add(1)
		if len(o.Labels) <= 1 {
			f.count = l.Add(min(o.Capacity, mostMessages))
			break
		}
		f.count = l.Add(min(o.Capacity, mostLabelled))
		for range min(o.Capacity, mostLabelled) {
			f.messages = append(f.messages, l.Add(len(o.Labels)-1))
		}
	case model.Mutex:
		f.flag = l.Add(1)
	case model.RWMutex:
		f.flag, f.pending, f.count = l.Add(1), l.Add(1), l.Add(mostReaders)
	case model.WaitGroup:
		f.count = l.Add(mostCount)
	case model.Once:
		f.count = l.Add(2)
	case model.Cell:
		f.count = l.Add(max(len(o.Labels)-1, 0))
	case model.Cond:
		f.count = l.Add(len(sys.Processes))
		for range sys.Processes {
			f.messages = append(f.messages, l.Add(len(sys.Processes)))
		}
	}
	return f
}

// renew gives an object its first state.
func (f *objectFields) renew(c []uint64) {
	f.flag.Set(c, 0)
	f.pending.Set(c, 0)
	f.count.Set(c, 0)
	for _, m := range f.messages {
		m.Set(c, 0)
	}
}

// push appends a label behind the others.
func (f *objectFields) push(c []uint64, label int) {
	n := f.count.Get(c)
	if f.messages != nil {
		f.messages[n].Set(c, label)
	}
	f.count.Set(c, n+1)
}

// pop removes the first label.
func (f *objectFields) pop(c []uint64) {
	n := f.count.Get(c) - 1
	f.count.Set(c, n)
	if f.messages == nil {
		return
	}
	for i := range n {
		f.messages[i].Set(c, f.messages[i+1].Get(c))
	}
	f.messages[n].Set(c, 0) // equal configurations have equal words
}

// head is the first label of a channel that isn't empty.
func (f *objectFields) head(c []uint64) int {
	if f.messages == nil {
		return 0
	}
	return f.messages[0].Get(c)
}
