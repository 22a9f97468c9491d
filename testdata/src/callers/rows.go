package callers

import (
	"errors"
	"testing"
)

type row struct {
	sent           []int
	want           int
	closes, closed bool
}

func sendRow(ch chan int, values []int, closes bool) {
	for _, v := range values {
		ch <- v
	}
	if closes {
		close(ch)
	}
}

func receiveRow(ch chan int, n int, closed bool) {
	for i := 0; i < n; i++ {
		<-ch
	}
	if closed {
		<-ch
	}
}

// Right: each row says both what is sent and what is expected.
func rowsTwoCalls(t *testing.T) {
	for _, tt := range []row{
		{nil, 0, true, true},
		{[]int{1}, 1, false, false},
		{[]int{1, 2, 3}, 3, true, true},
	} {
		t.Run("", func(t *testing.T) {
			ch := make(chan int)
			go sendRow(ch, tt.sent, tt.closes)
			receiveRow(ch, tt.want, tt.closed)
		})
	}
}

// Wrong: whatever the row says, nobody closes the channel.
func rowsNotClosed(t *testing.T) {
	for _, tt := range []row{{[]int{1}, 1, false, false}, {nil, 0, true, true}} {
		t.Run("", func(t *testing.T) {
			ch := make(chan int)
			go sendRow(ch, tt.sent, false)
			for range ch { // want "receive from ch blocks forever"
			}
		})
	}
}

func expect(ch chan bool, expects bool) {
	if expects {
		<-ch
	}
}

// Right: who receives is who sends.
func rowsOfMap(t *testing.T) {
	for name, tt := range map[string]struct{ sends, receives bool }{"a": {true, true}, "b": {false, false}} {
		t.Run(name, func(t *testing.T) {
			ch := make(chan bool)
			go func() {
				if tt.sends {
					ch <- true
				}
			}()
			expect(ch, tt.receives)
		})
	}
}

// Wrong: the goroutine sends in any case.
func rowsOfMapWrong(t *testing.T) {
	for name, tt := range map[string]struct{ receives bool }{"a": {true}, "b": {false}} {
		t.Run(name, func(t *testing.T) {
			ch := make(chan bool)
			go func() {
				ch <- true // want "send on ch blocks forever and leaks"
			}()
			if tt.receives {
				<-ch
			}
		})
	}
}

var numbers = []struct{ given, taken int }{{1, 1}, {2, 2}, {3, 3}}

// Right: the rows of a package-level variable.
func rowsOfVariable() {
	for _, tt := range numbers {
		ch := make(chan int)
		go giveNumbers(ch, tt.given)
		takeNumbers(ch, tt.taken)
	}
}

// Wrong: nobody closes the channel.
func rowsOfVariableWrong() {
	for _, tt := range numbers {
		ch := make(chan int)
		go giveNumbers(ch, tt.given)
		for range ch { // want `receive from ch blocks forever: the goroutine started at rows\.go:110 never sends on it again after line 118, and nothing closes it`
		}
	}
}

func giveNumbers(ch chan int, n int) {
	for range n {
		ch <- 1
	}
}

func takeNumbers(ch chan int, n int) {
	for range n {
		<-ch
	}
}

type scene struct {
	loud   bool
	expect []string
}

func (c *scene) start(ch chan string) {
	if c.loud {
		go func() { ch <- "a"; ch <- "b" }()
	}
}

// Right: what is expected belongs to what is started.
func scenes() {
	for _, c := range []*scene{{false, nil}, {true, []string{"a", "b"}}} {
		play(c)
	}
}

func play(c *scene) {
	ch := make(chan string)
	c.start(ch)
	for range c.expect {
		<-ch
	}
}

type letter struct{ kind string }

func runLetters(letters []letter) {
	ch := make(chan int, 10)
	for _, l := range letters {
		switch l.kind {
		case "send":
			ch <- 1
		case "receive":
			<-ch
		}
	}
}

// Right: it is written down in the right order.
func lettersRun() {
	runLetters([]letter{{"send"}, {"receive"}})
	runLetters([]letter{{"send"}, {"send"}, {"receive"}, {"receive"}})
}

var errRow = errors.New("row")

// Right: the row that waits has no error.
func rowsWithErrors(t *testing.T) {
	for _, tt := range []struct {
		fail  error
		waits bool
	}{{fail: errRow}, {waits: true}} {
		t.Run("", func(t *testing.T) {
			ch := make(chan int)
			go func() {
				if tt.fail == nil {
					ch <- 1
				}
			}()
			if tt.waits {
				<-ch
			}
		})
	}
}

// Orders are made by others.
type Orders struct{ Waits, Sends bool }

func (o *Orders) fit() bool { return o.Waits == o.Sends }

// Right: orders that don't fit are refused.
func Follow(o *Orders) {
	if !o.fit() {
		return
	}
	ch := make(chan int)
	if o.Sends {
		go func() { ch <- 1 }()
	}
	if o.Waits {
		<-ch
	}
}

// Wrong: nobody refuses orders that don't fit.
func FollowAll(o *Orders) {
	ch := make(chan int)
	if o.Sends {
		go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	}
	if o.Waits {
		<-ch // want "receive from ch blocks forever"
	}
}

type item interface{ size() int }

type small struct{}

func (*small) size() int { return 1 }

// Right: there is an item in each row.
func rowsWithItems(t *testing.T) {
	for _, tt := range []struct{ item item }{{&small{}}, {&small{}}} {
		t.Run("", func(t *testing.T) {
			ch := make(chan int)
			go func() {
				if tt.item != nil {
					ch <- 1
				}
			}()
			<-ch
		})
	}
}
