package sizes

import (
	"slices"
	"strings"
)

// Right: there are at least three.
func leastThree(list []int) {
	list = append(list, 1, 2, 3)
	done := make(chan int)
	go func() {
		<-done
		<-done
		<-done
	}()
	for i := range list {
		if i < 3 {
			done <- i
		}
	}
}

// Wrong: nobody sends before the list is looked at.
func leastThreeUnheard(list []int) {
	list = append(list, 1, 2, 3)
	done := make(chan int)
	<-done // want "receive from done blocks forever"
	for i := range list {
		done <- i
	}
}

// Right: as many as both together.
func joined(a, b []int) {
	done := make(chan int)
	go func() {
		for range append(a, b...) {
			<-done
		}
	}()
	for i := range a {
		done <- i
	}
	for i := range b {
		done <- i
	}
}

// Right: as many as both together.
func added(a, b []int) {
	done := make(chan int)
	n := len(a) + len(b)
	go func() {
		for range n {
			<-done
		}
	}()
	for i := range a {
		done <- i
	}
	for i := range b {
		done <- i
	}
}

// Right: the list is longer than is looked at, but not endless.
func long() {
	const n = 400
	var jobs []int
	jobs = append(jobs, make([]int, n)...)
	results := make(chan int, n)
	go func() {
		for range 10 {
			<-results
		}
	}()
	for range jobs {
		results <- 1
	}
}

// Wrong: there is nobody to send to when the first is looked at.
func longUnheard() {
	const n = 400
	var jobs []int
	jobs = append(jobs, make([]int, n)...)
	results := make(chan int)
	results <- len(jobs) // want "send on results blocks forever"
	for range jobs {
		<-results
	}
}

// Right: a copy is as long.
func cloned(list []int) {
	done := make(chan int)
	go func() {
		for range list {
			<-done
		}
	}()
	for _, x := range slices.Clone(list) {
		done <- x
	}
}

// Wrong: the copy is sent to nobody.
func clonedUnheard(list []int) {
	done := make(chan int)
	go func() {
		for range done { // want "receive from done blocks forever and leaks"
		}
	}()
	for _, x := range slices.Clone(list) {
		done <- x
	}
}

// Right: both parts together are the list.
func halves(list []int) {
	done := make(chan int)
	go func() {
		for range list {
			<-done
		}
	}()
	half := len(list) / 2
	for _, x := range list[:half] {
		done <- x
	}
	for _, x := range list[half:] {
		done <- x
	}
}

// Right: there is one more than separators.
func split(text string) {
	done := make(chan string)
	go func() {
		for i := 0; i < strings.Count(text, ",")+1; i++ {
			<-done
		}
	}()
	for _, word := range strings.Split(text, ",") {
		done <- word
	}
}

// Wrong: one of several words is received.
func splitFirst(text string) {
	done := make(chan string)
	for _, word := range strings.Split(text, ",") {
		go func() { done <- word }() // want "send on done blocks forever and leaks"
	}
	<-done // there is at least one
}

// Right: the letters are those of the text.
func letters(text string) {
	done := make(chan rune)
	go func() {
		for range []rune(text) {
			<-done
		}
	}()
	for _, letter := range text {
		done <- letter
	}
}

// Right: as many parts as are counted.
func chunks(list []int) {
	const size = 2
	done := make(chan []int)
	n := (len(list) + size - 1) / size
	go func() {
		for len(list) > 0 {
			k := min(size, len(list))
			done <- list[:k]
			list = list[k:]
		}
	}()
	for range n {
		<-done
	}
}

// Right: both are as long.
func pairs(a, b []int) {
	if len(a) != len(b) {
		return
	}
	done := make(chan int)
	go func() {
		for range a {
			<-done
		}
	}()
	for _, x := range b {
		done <- x
	}
}

// Wrong: b may be longer than a.
func unequal(a, b []int) {
	done := make(chan int)
	go func() {
		for range a {
			<-done // want "receive from done blocks forever and leaks"
		}
	}()
	for _, x := range b {
		done <- x // want "send on done blocks forever"
	}
}

// Right: as many as were copied.
func copied(from []int) {
	to := make([]int, len(from))
	n := copy(to, from)
	done := make(chan int)
	go func() {
		for range n {
			<-done
		}
	}()
	for _, x := range from {
		done <- x
	}
}

// Right: as many places as the longer of them has.
func longer(a, b []int) {
	n := max(len(a), len(b))
	ch := make(chan int, n)
	for i := range n {
		if i < len(a) || i < len(b) {
			ch <- i
		}
	}
	for range n {
		<-ch
	}
}

// Wrong: both are looked at, and only places for the shorter of them are there.
func shorter(a, b []int) {
	ch := make(chan int)
	for range min(len(a), len(b), 2) {
		go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	}
}
