// Package queues keeps configurations of automata that exchange messages over queues: local states,
// and the messages in each channel, in few words.
package queues

import (
	"slices"

	"github.com/chancheck/chancheck/verify/internal/packed"
)

// A Shape is what configurations of a system have to have room for.
type Shape struct {
	States []int // how many each automaton has
	Bounds []int // how many messages each channel holds at most
	// Labels is how many different messages each channel carries; a channel
	// with none stays empty.
	Labels []int
	// Closed are the channels that may be closed; nil is none.
	Closed []bool
	// Busy says that the number of queues that aren't empty is kept, too.
	Busy bool
}

// A Layout says where a configuration keeps local states and queues.
//
// A queue has room for the messages it was seen to hold, not for its bound:
// what a bound of a million costs is what the system makes of it. When a queue
// outgrows its room, everything is packed anew with twice as much.
type Layout struct {
	packed.Packing
	Processes []packed.Field
	Queues    []Queue
	Closed    []packed.Field // 1 if the channel is closed
	Busy      packed.Field   // the number of queues that aren't empty; it follows from the rest
	shape     Shape
	room      []int // messages per channel; only where labels are stored
}

// firstRoom is the number of messages a queue has room for at first.
const firstRoom = 2

// NewLayout lays out configurations of a shape.
func NewLayout(shape Shape) *Layout {
	return newLayout(shape, slices.Repeat([]int{firstRoom}, len(shape.Bounds)))
}

func newLayout(shape Shape, room []int) *Layout {
	l := &Layout{shape: shape, room: room}
	if shape.Busy {
		l.Busy = l.Packing.Add(len(shape.Bounds))
	}
	for _, states := range shape.States {
		l.Processes = append(l.Processes, l.Packing.Add(states-1))
	}
	l.Queues = make([]Queue, len(shape.Bounds))
	for c, labels := range shape.Labels {
		if labels > 0 {
			l.Queues[c] = Add(&l.Packing, shape.Bounds[c], room[c], labels)
		}
	}
	l.Closed = make([]packed.Field, len(shape.Bounds))
	for c, closed := range shape.Closed {
		if closed {
			l.Closed[c] = l.Packing.Add(1)
		}
	}
	return l
}

// Outgrown reports whether a queue that isn't full has no room for one more.
func (l *Layout) Outgrown(at []uint64, channel int) bool {
	queue := &l.Queues[channel]
	return queue.Room > 0 && queue.Count.Get(at) == queue.Room
}

// MayGrow reports whether a queue may outgrow its room at all.
func (l *Layout) MayGrow() bool {
	for c, queue := range l.Queues {
		if queue.Room > 0 && queue.Room < l.shape.Bounds[c] {
			return true
		}
	}
	return false
}

// Enlarged is a layout with twice the room in one queue.
func (l *Layout) Enlarged(channel int) *Layout {
	room := slices.Clone(l.room)
	room[channel] *= 2
	return newLayout(l.shape, room)
}

// Grown packs all configurations of a table anew, with twice the room in one
// queue. Their numbers stay.
func (l *Layout) Grown(channel int, table *packed.Table) (*Layout, *packed.Table) {
	grown := l.Enlarged(channel)
	to := packed.NewTable(grown.Words)
	to.Reserve(table.Size)
	next := make([]uint64, to.Words)
	for i := range table.Size {
		clear(next)
		grown.Repack(next, l, table.At(i))
		to.Intern(next)
	}
	return grown, to
}

// Repack writes a configuration of another layout into this one's.
func (l *Layout) Repack(to []uint64, old *Layout, from []uint64) {
	l.Busy.Set(to, old.Busy.Get(from))
	for p, f := range old.Processes {
		l.Processes[p].Set(to, f.Get(from))
	}
	for c := range old.Queues {
		l.Queues[c].Move(to, &old.Queues[c], from)
		l.Closed[c].Set(to, old.Closed[c].Get(from))
	}
}
