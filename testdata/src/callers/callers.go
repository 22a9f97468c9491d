// Package callers has unexported functions whose parameters have the values
// that their callers pass, and no others.
package callers

import (
	"errors"
	"sync"
)

func runPool(workers int) {
	done := make(chan struct{})
	if workers > 0 {
		go close(done)
	}
	<-done
}

// Right: there are three workers, never none.
func poolOfThree() { runPool(3) }

func answer(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	<-ch
}

// Right: somebody else sends.
func answerAsync() { answer(true) }

// Wrong: the sender is the receiver.
func answerSync() { answer(false) }

// Wrong: whoever imports the package may pass false.
func Wait(closing bool) {
	done := make(chan struct{})
	if closing {
		go close(done)
	}
	<-done // want "receive from done blocks forever"
}

func waitHere() { Wait(true) }

func work(log chan string) {
	done := make(chan struct{})
	go func() {
		log <- "done"
		close(done)
	}()
	<-done
}

// Right: the channel has room, and is never nil.
func logged() {
	log := make(chan string, 1)
	work(log)
	<-log
}

func newQueue(n int) chan int { return make(chan int, n) }

// Right: there is room for one.
func queueOfOne() {
	q := newQueue(1)
	q <- 1
	<-q
}

// Wrong: there is no room, and nobody else.
func queueOfNone() {
	q := newQueue(0)
	q <- 1 // want "send on .* blocks forever"
	<-q
}

type mail struct{ letters chan string }

func newMail(room int) *mail { return &mail{letters: make(chan string, room)} }

func (m *mail) sendBoth() {
	m.letters <- "a"
	m.letters <- "b"
}

func (m *mail) readBoth() (string, string) { return <-m.letters, <-m.letters }

// Right: room for both.
func mailOfTwo() {
	m := newMail(2)
	m.sendBoth()
	m.readBoth()
}

// Wrong: room for the first one.
func mailOfOne() {
	m := newMail(1)
	m.sendBoth() // want "send on m.letters at callers.go:86 blocks forever"
	m.readBoth()
}

func high(workers int) { higher(workers, workers > 2) }

func higher(workers int, several bool) {
	done := make(chan struct{}, 1)
	if several {
		done <- struct{}{}
	}
	if workers == 2 {
		<-done // want "receive from done blocks forever"
	}
}

// Wrong: two aren't more than two.
func highest() { high(2) }

type page struct {
	mu sync.Mutex
	n  int
}

func (p *page) update(lock bool) {
	if lock {
		p.mu.Lock()
	}
	p.n++
	p.mu.Unlock()
}

// Right: it is locked by the callee or by the caller.
func lockedUpdates() {
	p := &page{}
	p.update(true)
	p.mu.Lock()
	p.update(false)
}

type config struct {
	async   bool
	workers int
}

func begin(c *config) {
	ch := make(chan int)
	if c.async {
		go func() { ch <- c.workers }()
	}
	<-ch // want "receive from ch blocks forever"
}

// Wrong: the zero value isn't asynchronous.
func misconfigured() {
	begin(&config{workers: 4})
}

var errBroken = errors.New("broken")

func end(err error) {
	done := make(chan struct{})
	go func() {
		if err == nil {
			close(done)
		}
	}()
	<-done // want "receive from done blocks forever"
}

// Wrong: this caller has an error.
func failed() {
	end(nil)
	end(errBroken)
}

func run(f func(chan struct{})) {
	done := make(chan struct{})
	go f(done)
	<-done
}

func closeIt(done chan struct{}) { close(done) }

func sendIt(done chan struct{}) { done <- struct{}{} }

// Right: both functions that are passed let run go on.
func closing() {
	run(closeIt)
	run(sendIt)
}

func produce(ch chan<- int, n int) {
	for range n {
		ch <- 1
	}
}

// Right: two times two are sent and received.
func spawnedTwice() {
	ch := make(chan int)
	go produce(ch, 2)
	go produce(ch, 2)
	for range 4 {
		<-ch
	}
}

func handle(closing bool) {
	done := make(chan struct{})
	if closing {
		go close(done)
	}
	<-done // want "receive from done blocks forever"
}

// Wrong: who calls the variable passes what he likes.
var Handler = handle

func handled() { handle(true) }

func tidy(done chan struct{}, closing bool) {
	if closing {
		close(done)
		return
	}
	done <- struct{}{}
}

// Right: all callers, deferred and started ones, let it close the channel.
func tidied() {
	a, b := make(chan struct{}), make(chan struct{})
	defer tidy(a, true)
	go tidy(b, true)
	<-b
}

func launchIt(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	}
	<-ch // want "receive from ch blocks forever"
}

// Wrong: what is passed on comes from outside of the package.
func Launch(async bool) { launchIt(async) }

type reporter struct{ out chan string }

func newReporter(out chan string) *reporter { return &reporter{out: out} }

func (r *reporter) report(s string) {
	if r.out == nil {
		return
	}
	r.out <- s
}

// Right: without a channel, nothing is sent.
func reportedTo() {
	newReporter(nil).report("a")
	out := make(chan string, 1)
	newReporter(out).report("b")
	<-out
}

type speaker struct{ out chan string }

func newSpeaker(out chan string) *speaker { return &speaker{out: out} }

func (s *speaker) say(text string) {
	s.out <- text // want "send on .* blocks forever"
}

// Wrong: the second speaker has no channel.
func saidTo() {
	out := make(chan string, 1)
	newSpeaker(out).say("a")
	<-out
	newSpeaker(nil).say("b")
}

func sendAll(ch chan<- int, n int) {
	for i := range n {
		ch <- i // want "send on .* blocks forever and leaks"
	}
}

// Wrong: three are sent, two are received.
func twoOfThree() {
	ch := make(chan int)
	go sendAll(ch, 3)
	<-ch
	<-ch
}

func sendThem(ch chan<- int, n int) {
	for i := range n {
		ch <- i
	}
}

// Right: as many are received as are sent, or there is room for them.
func threeOfThree() {
	ch := make(chan int)
	go sendThem(ch, 3)
	<-ch
	<-ch
	<-ch
	room := make(chan int, 2)
	sendThem(room, 2)
	<-room
	<-room
}

func batch(size int) (sum int) {
	results := make(chan int)
	for i := range size {
		go func() { results <- i }()
	}
	for range size {
		sum += <-results
	}
	return sum
}

// Right: none are started, none are waited for.
func emptyBatch() int { return batch(0) }

// Right: five are started, five are waited for.
func fullBatch() int { return batch(5) }

type speed int

const (
	slow speed = iota
	fast
	still
)

func move(s speed) {
	done := make(chan struct{})
	switch s {
	case slow:
		close(done)
	case fast:
		go close(done)
	}
	<-done // want "receive from done blocks forever"
}

// Wrong: who stands still never arrives.
func allModes() {
	move(slow)
	move(fast)
	move(still)
}

func visit(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	}
	<-ch // want "receive from ch blocks forever"
}

// Wrong: the table gives the function to whoever looks for it, with any
// argument.
var table = map[string]func(bool){"a": visit, "b": visit}

// Visit takes the name and the argument from outside.
func Visit(name string, async bool) { table[name](async) }

func turn(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	}
	<-ch // want "receive from ch blocks forever"
}

// Wrong: the second one isn't asynchronous.
func loopedBoth() {
	for _, async := range []bool{true, false} {
		turn(async)
	}
}

func step(n int, last bool) {
	done := make(chan struct{})
	if last || n > 0 {
		go close(done)
	}
	<-done
	if n > 0 {
		step(n-1, n == 1)
	}
}

// Right: it is the last one when the number has come to zero.
func countedDown() { step(2, false) }

func adjust(workers int) {
	if workers == 0 {
		workers = 1
	}
	ch := make(chan int)
	for range workers {
		go func() { ch <- 1 }()
	}
	for range workers {
		<-ch
	}
	if workers < 1 {
		<-ch
	}
}

// Right: none becomes one.
func changedInside() {
	adjust(0)
	adjust(2)
}
