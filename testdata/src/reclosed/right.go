package reclosed

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Right: only the first one does so.
type onceTold struct {
	once  sync.Once
	ready chan struct{}
}

func NewOnceTold() *onceTold { return &onceTold{ready: make(chan struct{})} }

func (o *onceTold) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "ready" {
			o.once.Do(func() { close(o.ready) })
		}
	}
}

// Right: a flag remembers it.
type flagged struct {
	is    bool
	ready chan struct{}
}

func NewFlagged() *flagged { return &flagged{ready: make(chan struct{})} }

func (f *flagged) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		f.line(lines.Text())
	}
}

func (f *flagged) line(text string) {
	if text == "ready" && !f.is {
		f.is = true
		close(f.ready)
	}
}

// Right: who swaps first closes.
type swapping struct {
	is    atomic.Bool
	ready chan struct{}
}

func NewSwapping() *swapping { return &swapping{ready: make(chan struct{})} }

func (s *swapping) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "ready" && s.is.CompareAndSwap(false, true) {
			close(s.ready)
		}
	}
}

// Right: it asks whether that is closed.
type asking struct{ ready chan struct{} }

func NewAsking(from io.Reader) *asking {
	a := &asking{make(chan struct{})}
	go a.read(from)
	return a
}

func (a *asking) Ready() <-chan struct{} { return a.ready }

func (a *asking) read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() != "ready" {
			continue
		}
		select {
		case <-a.ready:
		default:
			close(a.ready)
		}
	}
}

// Right: the next one finds a new channel.
type renewed struct {
	mu   sync.Mutex
	tick chan struct{}
}

func NewRenewed() *renewed { return &renewed{tick: make(chan struct{})} }

func (r *renewed) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "tick" {
			r.mu.Lock()
			close(r.tick)
			r.tick = make(chan struct{})
			r.mu.Unlock()
		}
	}
}

func (r *renewed) Ticked() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tick
}

// Right: it ends with that.
type ending struct{ ready, gone chan struct{} }

func NewEnding() *ending { return &ending{make(chan struct{}), make(chan struct{})} }

func (e *ending) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "ready" {
			close(e.ready)
			return
		}
	}
}

func (e *ending) ReadOn(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if e.isLast(lines.Text()) {
			return
		}
	}
}

func (e *ending) isLast(text string) bool {
	if text != "bye" {
		return false
	}
	close(e.gone)
	return true
}

// Right: the loop remembers what it has read first, how often, or that it has.
type remembering struct{ first, third, is, each chan struct{} }

func NewRemembering() *remembering {
	return &remembering{make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})}
}

func (r *remembering) First(from io.Reader) {
	name := ""
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if name == "" {
			name = lines.Text() + "!"
			close(r.first)
		}
	}
}

func (r *remembering) Third(from io.Reader) {
	count := 0
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "x" {
			if count++; count == 3 {
				close(r.third)
			}
		}
	}
}

func (r *remembering) Is(from io.Reader) {
	is := false
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "x" && !is {
			is = true
			close(r.is)
		}
	}
}

func (r *remembering) Each(from io.Reader) {
	seen := map[string]bool{}
	for lines := bufio.NewScanner(from); lines.Scan(); {
		text := lines.Text()
		if !strings.HasPrefix(text, "x") || seen["x"] {
			continue
		}
		seen["x"] = true
		close(r.each)
	}
}

// Right: a variable that it chooses by what it remembers.
type choosing struct {
	is    bool
	ready chan struct{}
}

func NewChoosing() *choosing { return &choosing{ready: make(chan struct{})} }

func (c *choosing) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		text := lines.Text()
		if c.is {
			text = ""
		}
		if text == "ready" {
			c.is = true
			close(c.ready)
		}
	}
}

// Right: it recovers.
type recovering struct{ ready chan struct{} }

func NewRecovering() *recovering { return &recovering{make(chan struct{})} }

func (r *recovering) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		r.line(lines.Text())
	}
}

func (r *recovering) line(text string) {
	defer func() { _ = recover() }()
	if text == "ready" {
		close(r.ready)
	}
}

// Right: what is read is written down here, and says it once.
type scripted struct{ ready chan struct{} }

func NewScripted() *scripted { return &scripted{make(chan struct{})} }

func (s *scripted) Play() {
	for lines := bufio.NewScanner(strings.NewReader("a\nready\nb")); lines.Scan(); {
		if lines.Text() == "ready" {
			close(s.ready)
		}
	}
}

type handed struct{ ready chan struct{} }

func NewHanded() *handed { return &handed{make(chan struct{})} }

func (h *handed) Play(script []byte) { h.read(bytes.NewReader(script)) }

func (h *handed) read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "ready" {
			close(h.ready)
		}
	}
}

// Right: each turn has a channel of its own.
type jobs struct{ list chan *job }

type job struct{ done chan struct{} }

func NewJobs() *jobs { return &jobs{make(chan *job, 8)} }

func (j *jobs) Read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		next := &job{make(chan struct{})}
		if lines.Text() == "ready" {
			close(next.done)
		}
		j.list <- next
	}
}

func (j *jobs) Next() *job { return <-j.list }

// Right: it goes on only when the other one, who ends it then, has taken that.
type handingOver struct{ ready, taken chan struct{} }

func NewHandingOver() *handingOver {
	return &handingOver{make(chan struct{}), make(chan struct{})}
}

func (h *handingOver) Run(from io.ReadCloser) {
	go h.read(from)
	<-h.ready
	from.Close()
	close(h.taken)
}

func (h *handingOver) read(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "ready" {
			close(h.ready)
			<-h.taken
		}
	}
}

// Right: what is read last says so twice, where the channel is closed and where the loop ends.
type lastOne struct{ ended, greeted, over, bye chan struct{} }

func NewLastOne() *lastOne {
	return &lastOne{make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})}
}

func (l *lastOne) Ended(from *bufio.Reader) {
	for {
		_, err := from.ReadByte()
		if err == io.EOF {
			close(l.ended)
		}
		if err != nil {
			return
		}
	}
}

func (l *lastOne) Greeted(from *bufio.Reader) {
	for {
		line, err := from.ReadString('\n')
		l.greet(line)
		if line == "hello" || err != nil {
			return
		}
	}
}

func (l *lastOne) greet(line string) {
	switch line {
	case "hello":
		close(l.greeted)
	case "moment":
		println("waiting")
	}
}

func (l *lastOne) Over(from io.Reader) {
	for notes := json.NewDecoder(from); ; {
		var n note
		if notes.Decode(&n) != nil {
			return
		}
		if n.Kind == "over" {
			close(l.over)
		}
		if n.Kind != "more" {
			return
		}
	}
}

// Right: it never comes to the close with that line.
func (l *lastOne) Bye(from io.Reader) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		line := lines.Text()
		if line == "bye" {
			return
		}
		l.part(line)
	}
}

func (l *lastOne) part(line string) {
	if line == "bye" {
		close(l.bye)
	}
}

// Right: there is nothing to read any more then.
type cutOff struct{ ready, done chan struct{} }

func NewCutOff() *cutOff { return &cutOff{make(chan struct{}), make(chan struct{})} }

func (c *cutOff) Read(from net.Conn) {
	for lines := bufio.NewScanner(from); lines.Scan(); {
		if lines.Text() == "ready" {
			close(c.ready)
			from.SetReadDeadline(time.Unix(1, 0))
		}
	}
}

func (c *cutOff) ReadRest(from io.Reader) {
	for buffered := bufio.NewReader(from); ; {
		line, err := buffered.ReadString('\n')
		if err != nil {
			return
		}
		if line == "done" {
			close(c.done)
			io.Copy(io.Discard, buffered)
		}
	}
}
