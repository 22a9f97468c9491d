package stranded

import "sync"

// A gauge is passed on in a channel with room for one, with a channel for who waits for the next reading.
type gauge struct {
	readings int
	next     chan struct{}
}

// Meters has the channels of gauges where they aren't followed: nothing is known of what is received from one.
type Meters struct{ gauges sync.Map }

func NewMeters(names []string) *Meters {
	m := &Meters{}
	go m.read(names)
	return m
}

func (m *Meters) read(names []string) {
	readings := make(chan string, len(names))
	defer close(readings)
	go m.show(readings)
	for _, name := range names {
		readings <- name
	}
}

func (m *Meters) show(readings <-chan string) {
	for name := range readings {
		if found, ok := m.gauges.Load(name); ok {
			passed := found.(chan gauge)
			g := <-passed
			g.readings++
			if g.next != nil {
				close(g.next)
				g.next = nil
			}
			passed <- g
		}
	}
}

// Await waits for the next reading of one.
func (m *Meters) Await(name string) int {
	mine := make(chan gauge, 1)
	mine <- gauge{}
	found, isOld := m.gauges.LoadOrStore(name, mine)
	if isOld {
		mine = found.(chan gauge)
	}
	g := <-mine
	next := make(chan struct{})
	g.next = next
	mine <- g
	<-next
	return g.readings
}
