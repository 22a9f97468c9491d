package libraries

import (
	"encoding/json"
	"net"
	"sync"
)

type feed interface {
	ReadInto(v any) error
	ReadEach(v any, then func()) error
	Watch(v any) error
}

type headline struct {
	Title string
	Tags  []string
}

// Wrong: the feed may send a headline without a title.
func firstHeadline(f feed) {
	got := make(chan headline)
	go func() {
		var h headline
		if f.ReadInto(&h) == nil && h.Title == "" {
			return
		}
		got <- h
	}()
	<-got // want `receive from got blocks forever.*if f.ReadInto\(&h\) == nil and h.Title == ""`
}

// Wrong: so may one without tags, and the goroutine waits for who has gone.
func lastHeadline(f feed) {
	got := make(chan headline)
	go func() {
		var h headline
		for f.ReadInto(&h) == nil {
			if len(h.Tags) > 0 {
				got <- h // want `send on got blocks forever`
			}
		}
	}()
	<-got // want `receive from got blocks forever`
}

// Right: nothing says that Watch is through with the headline when it returns, or that it fills it.
func watchedHeadline(f feed) {
	got := make(chan headline)
	go func() {
		var h headline
		if f.Watch(&h) == nil && h.Title == "" {
			return
		}
		got <- h
	}()
	<-got
}

// Right: what is called later may have set the title.
func eachHeadline(f feed) {
	got := make(chan headline)
	go func() {
		var h headline
		_ = f.ReadEach(&h, func() { h.Title = "first" })
		if h.Title == "" {
			return
		}
		got <- h
	}()
	<-got
}

// Right: a goroutine that reads isn't through.
func readingHeadline(f feed) {
	got := make(chan headline)
	go func() {
		var h headline
		go f.ReadInto(&h)
		if h.Title == "" {
			return
		}
		got <- h
	}()
	<-got
}

// Right: whatever was read, the headline has a title now.
func namedHeadline(f feed) {
	got := make(chan headline)
	go func() {
		var h headline
		_ = f.ReadInto(&h)
		h.Title = "untitled"
		if h.Title == "" {
			return
		}
		got <- h
	}()
	<-got
}

// Right: it has one or none.
func someHeadline(f feed) {
	got := make(chan headline, 1)
	var h headline
	_ = f.ReadInto(&h)
	if h.Title == "" {
		got <- headline{Title: "none"}
	}
	if h.Title != "" {
		got <- h
	}
	<-got
}

type codec interface {
	Marshal(v any) []byte
	UnmarshalInto(text []byte, v any) error
}

// Right: what was written with a title is read with one.
func copied(c codec) {
	text := c.Marshal(headline{Title: "own"})
	got := make(chan headline)
	go func() {
		var h headline
		_ = c.UnmarshalInto(text, &h)
		if h.Title == "" {
			return
		}
		got <- h
	}()
	<-got
}

// Wrong: of what callers have written nothing is known.
func decoded(c codec, text []byte) {
	got := make(chan headline)
	go func() {
		var h headline
		_ = c.UnmarshalInto(text, &h)
		if h.Title == "" {
			return
		}
		got <- h
	}()
	<-got // want `receive from got blocks forever`
}

type delivery struct {
	headline
	arrived chan bool
}

// Right: who has the channel may close it, now or later.
func delivered(f feed) {
	d := delivery{arrived: make(chan bool)}
	if f.ReadInto(&d) == nil {
		<-d.arrived
	}
}

type board struct {
	mu    sync.Mutex
	Title string
}

// Right: who has the board may go on writing there, with its lock.
func (b *board) wait(f feed) {
	got := make(chan bool)
	go func() {
		var own board
		if f.ReadInto(&own) != nil {
			close(got)
			return
		}
		for title := ""; title == ""; {
			own.mu.Lock()
			title = own.Title
			own.mu.Unlock()
		}
		close(got)
	}()
	<-got
}

// Wrong: whatever the dialer is, the other end may send an empty title.
func dialedHeadline(address string) {
	d := &net.Dialer{FallbackDelay: -1}
	conn, err := d.Dial("tcp", address)
	if err != nil {
		return
	}
	got := make(chan headline)
	go func() {
		var h headline
		if json.NewDecoder(conn).Decode(&h) == nil && h.Title == "" {
			return
		}
		got <- h
	}()
	<-got // want `receive from got blocks forever`
}
