package callers

import "strings"

// Right: the length that all callers pass is known, however often it is asked for.
func scatter(names []string) {
	c := make(chan string)
	for _, name := range names {
		go func() { c <- name }()
	}
	for range names {
		<-c
	}
}

func scatterThree() { scatter([]string{"a", "b", "c"}) }

func gatherOne(names []string) {
	c := make(chan string)
	for _, name := range names {
		go func() { c <- name }() // want "send on c blocks forever"
	}
	for range names[:1] {
		<-c
	}
}

// Wrong: of three one is received.
func gatherOneOfThree() { gatherOne([]string{"a", "b", "c"}) }

// Right: it is known where nobody has asked for it in vain, too.
func askAfterLoop(names []string) {
	c := make(chan string)
	go func() {
		for _, name := range names {
			c <- name
		}
	}()
	if len(names) != 3 {
		return
	}
	<-c
	<-c
	<-c
}

func askAfterLoopThree() { askAfterLoop([]string{"a", "b", "c"}) }

// Right: each caller with its own.
func scatterAny(names []string) {
	c := make(chan string)
	for _, name := range names {
		go func() { c <- name }()
	}
	for range names {
		<-c
	}
}

func scatterTwoOrFour() {
	scatterAny([]string{"a", "b"})
	scatterAny([]string{"a", "b", "c", "d"})
}

type lot struct {
	workers int
	names   []string
}

// Right: the caller knows how long the slice is, and it is no size that is tried.
func perLot(b *lot) {
	c := make(chan string)
	for _, name := range b.names {
		go func() { c <- name }()
	}
	for i := 0; i < b.workers; i++ {
		<-c
	}
}

func lotOfThree() { perLot(&lot{3, strings.Fields("a b c")}) }

// Right: the same with a copy of the struct.
func perCopy(b lot) {
	c := make(chan string)
	for _, name := range b.names {
		go func() { c <- name }()
	}
	for i := 0; i < b.workers; i++ {
		<-c
	}
}

func copyOfThree() { perCopy(lot{workers: 3, names: []string{"a", "b", "c"}}) }

// Right: numbers in it are no sizes that are tried, either.
type shape struct{ width, height int }

func perShape(s *shape) {
	c := make(chan int, s.width)
	for i := 0; i < s.height; i++ {
		go func() { c <- i }()
	}
	for i := 0; i < s.width; i++ {
		<-c
	}
}

func square(n int) {
	if n == 3 {
		perShape(&shape{3, n})
	}
}
