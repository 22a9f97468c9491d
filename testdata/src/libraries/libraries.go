// Package libraries has programs whose data is changed by libraries that aren't followed: what they have stored may be
// anything, wherever it is.
package libraries

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"
)

type ledger struct {
	data   []byte
	head   [2]byte
	list   []int
	counts map[string]int
	from   io.Reader
	limit  int
}

// The numbers are in order when somebody asks.
func sortedInField() {
	l := &ledger{list: []int{3, 1}}
	sort.Ints(l.list)
	done := make(chan int)
	if l.list[0] == 3 {
		<-done
	}
}

// Nobody sorts them.
func unsortedInField() {
	l := &ledger{list: []int{3, 1}}
	done := make(chan int)
	if l.list[0] == 3 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func sortedAndCaptured() {
	s := []int{3, 1}
	slices.Sort(s)
	c := make(chan int)
	go func() { c <- s[0] }()
	if v := <-c; v == 3 {
		<-c
	}
}

// What only reads changes nothing.
func searchedAndCaptured() {
	s := []int{3, 1}
	_ = slices.Contains(s, 7)
	c := make(chan int)
	go func() { c <- s[0] }()
	if v := <-c; v == 3 {
		<-c // want "receive from c blocks forever"
	}
}

type byValue []int

func (b byValue) Len() int           { return len(b) }
func (b byValue) Less(i, j int) bool { return b[i] < b[j] }
func (b byValue) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byValue) Push(x any)        { *b = append(*b, x.(int)) }
func (b *byValue) Pop() any {
	old := *b
	x := old[len(old)-1]
	*b = old[:len(old)-1]
	return x
}

func heapIsMade() {
	h := &byValue{3, 1}
	heap.Init(h)
	c := make(chan int)
	go func() { c <- (*h)[0] }()
	if <-c == 3 {
		<-c
	}
}

func sortedByMethods() {
	l := &ledger{list: []int{3, 1}}
	sort.Sort(byValue(l.list))
	c := make(chan int)
	go func() { c <- l.list[0] }()
	if <-c == 3 {
		<-c
	}
}

// arrange is what the package calls the library by.
func (l *ledger) arrange() { sort.Ints(l.list) }

func sortedFurtherDown() {
	l := &ledger{list: []int{3, 1}}
	l.arrange()
	done := make(chan int)
	if l.list[0] == 3 {
		<-done
	}
}

// What else the struct has is as it was.
func otherFieldIsSorted() {
	l := &ledger{list: []int{3, 1}, limit: 2}
	l.arrange()
	done := make(chan int)
	if l.limit == 2 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func readIntoField() {
	l := &ledger{from: bytes.NewReader([]byte{7, 8})}
	io.ReadFull(l.from, l.head[:])
	done := make(chan int)
	if l.head[0] == 0 {
		<-done
	}
}

func readByMethod() {
	l := &ledger{data: []byte{3, 1}}
	strings.NewReader("ab").Read(l.data)
	done := make(chan int)
	if l.data[0] == 3 {
		<-done
	}
}

func readThroughInterface() {
	l := &ledger{data: []byte{3, 1}, from: strings.NewReader("ab")}
	l.from.Read(l.data)
	done := make(chan int)
	if l.data[0] == 3 {
		<-done
	}
}

// What comes from outside may be anything.
func readFromOutside(r io.Reader) {
	l := &ledger{}
	io.ReadFull(r, l.head[:])
	done := make(chan int)
	if l.head[0] == 1 {
		<-done // want "receive from done blocks forever"
	}
}

func putIntoField() {
	l := &ledger{data: []byte{3, 1}}
	binary.BigEndian.PutUint16(l.data, 9)
	done := make(chan int)
	if l.data[0] == 3 {
		<-done
	}
}

func copiedMap() {
	l := &ledger{counts: map[string]int{"a": 3}}
	maps.Copy(l.counts, map[string]int{"a": 4})
	done := make(chan int)
	if l.counts["a"] == 3 {
		<-done
	}
}

// The map is asked for, and stays as it is.
func comparedMap() {
	l := &ledger{counts: map[string]int{"a": 3}}
	_ = maps.Equal(l.counts, map[string]int{"a": 4})
	done := make(chan int)
	if l.counts["a"] == 3 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func unmarshalled() {
	l := &ledger{limit: 3}
	json.Unmarshal([]byte("4"), &l.limit)
	done := make(chan int)
	if l.limit == 3 {
		<-done
	}
}

type settings struct {
	Verbose bool
	done    chan int
}

// Libraries have no channels of the program's: the channel is the same.
func channelIsKept(text []byte) {
	s := &settings{done: make(chan int)}
	json.Unmarshal(text, s)
	go func() { <-s.done }()
	if s.Verbose {
		s.done <- 1
		s.done <- 2 // want "send on s.done blocks forever"
	}
	close(s.done)
}

func scanned() {
	l := &ledger{list: []int{3, 1}}
	fmt.Sscan("9", &l.list[0])
	done := make(chan int)
	if l.list[0] == 3 {
		<-done
	}
}

func copiedIntoField() {
	l := &ledger{list: []int{3, 1}}
	copy(l.list, []int{8})
	done := make(chan int)
	if l.list[0] == 3 {
		<-done
	}
}

// What is printed is what it was.
func printed() {
	l := &ledger{list: []int{3, 1}}
	fmt.Println(l.list, l)
	done := make(chan int)
	if l.list[0] == 3 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

type worker struct {
	weight int
	c      chan int
}

// Nobody knows any more who is first.
func sortedWorkers() {
	list := []*worker{{2, make(chan int)}, {1, make(chan int)}}
	go func() { <-list[0].c }()
	slices.SortFunc(list, func(a, b *worker) int { return a.weight - b.weight })
	list[0].c <- 1
}
