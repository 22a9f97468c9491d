// Package services makes random struct types with methods, and finds by brute
// force which goroutines can be stuck in them, whoever calls the methods. It
// shares nothing with the analyzer: it walks its own syntax trees, and knows no
// slices, no partial orders and no bound on callers but those that it is given.
package services

// A Service is a struct type, with a constructor that starts goroutines, and
// methods that anybody may call. Its fields are channels, locks, wait groups and
// flags, in this order, and are named by their numbers.
type Service struct {
	Name   string
	fields []field
	// workers are started by the constructor, methods may be called by anybody,
	// helpers by the others.
	workers, methods, helpers []*function
	// lines are those of the fields and of what makes them: who is named there.
	lines map[int]int
}

// A field is an object, or a flag.
type field struct {
	kind     fieldKind
	capacity int // of a channel
}

type fieldKind int

const (
	channel fieldKind = iota
	mutex
	group
	flag
)

// A function is a method of the service.
type function struct {
	name string
	// before is done first, and after is deferred then, if there are any.
	before, after *statement
	body          []statement
	// once says that it closes a channel whatever happens: a second call panics, so that there is
	// none.
	once bool
}

// A statement does something with a field, or has bodies.
type statement struct {
	kind  statementKind
	field int
	// bodies are those of a branch or loop, or of the cases of a selection, each
	// with its communication.
	bodies [][]statement
	cases  []communication
	// callee is who is called or started.
	callee *function
	// lines are where it is printed, and its cases.
	lines []int
}

// A communication is a case of a selection.
type communication struct {
	kind  statementKind // send, receive or otherwise
	field int
}

type statementKind int

const (
	send statementKind = iota
	receive
	closing
	lock
	unlock
	add
	done
	await
	set
	reset
	// ifSet and ifUnset have one body and ask a flag; perhaps asks the world.
	ifSet
	ifUnset
	perhaps
	// forever is left by returns alone; each ends with its channel.
	forever
	each
	selection
	otherwise
	start
	call
	leave
	// take is a turn of a loop over a channel, drained is its end.
	take
	drained
)

// ObjectAt is the field that a line declares or makes.
func (s *Service) ObjectAt(line int) (object int, ok bool) {
	object, ok = s.lines[line]
	return object, ok
}
