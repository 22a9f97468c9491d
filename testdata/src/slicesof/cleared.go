package slicesof

import "sync"

type box struct{ c chan int }

// Wrong: the elements are nil by then.
func cleared() {
	chans := []chan int{make(chan int, 1)}
	chans[0] <- 1
	clear(chans)
	<-chans[0] // want "receive from a nil channel blocks forever"
}

// Wrong: so are the fields of structs.
func clearedStructs() {
	boxes := []box{{make(chan int, 1)}}
	boxes[0].c <- 1
	clear(boxes)
	<-boxes[0].c // want "receive from a nil channel blocks forever"
}

// Only some of them.
func clearedInPart() {
	boxes := []box{{make(chan int, 1)}, {make(chan int, 1)}}
	clear(boxes[:1])
	boxes[1].c <- 1
	<-boxes[1].c
}

func clearAll[S ~[]E, E any](s S) { clear(s) }

// Wrong: a helper does it.
func clearedByHelper() {
	chans := []chan int{make(chan int, 1)}
	chans[0] <- 1
	clearAll(chans)
	<-chans[0] // want "receive from a nil channel blocks forever"
}

// Made anew.
func clearedAndFilled() {
	chans := []chan int{make(chan int, 1)}
	clear(chans)
	chans[0] = make(chan int, 1)
	chans[0] <- 1
	<-chans[0]
}

func clearedOfAnyLength(n int) {
	chans := make([]chan int, n)
	clear(chans)
	for i := range chans {
		chans[i] = make(chan int, 1)
	}
	for _, c := range chans {
		c <- 1
		<-c
	}
}

// Whether that was before is for the other goroutine to see.
func clearedMeanwhile() {
	chans := []chan int{make(chan int, 1)}
	go func() {
		if c := chans[0]; c != nil {
			c <- 1
			<-c
		}
	}()
	clear(chans)
}

// Numbers are 0 by then.
func clearedNumbers() {
	numbers := []int{1}
	done := make(chan int)
	clear(numbers)
	go func() {
		if numbers[0] == 0 {
			close(done)
		}
	}()
	<-done
}

// Wrong: not 1.
func clearedNumbersAsked() {
	numbers := []int{1}
	done := make(chan int, 1)
	clear(numbers)
	if numbers[0] == 1 {
		done <- 1
	}
	<-done // want "receive from done blocks forever"
}

// Right: a lock that was set to zero is open.
func clearedLocks() {
	var locks [2]sync.Mutex
	locks[0].Lock()
	locks[1].Lock()
	clear(locks[1:])
	locks[1].Lock()
}

// Wrong: another one is as it was.
func clearedOtherLocks() {
	var locks [2]sync.Mutex
	locks[0].Lock()
	clear(locks[1:])
	locks[0].Lock() // want "^locks.0..Lock blocks forever: this goroutine itself has locked it at cleared.go:110 \\["
}

// Right: the other goroutine has set it to nil by then, and nobody need send.
func clearedByAnother() {
	chans := []chan int{make(chan int)}
	done := make(chan int)
	go func() {
		clear(chans)
		close(done)
	}()
	<-done
	if c := chans[0]; c != nil {
		<-c
	}
}
