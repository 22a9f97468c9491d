package main

import (
	"fmt"
	"log"
	"os"
	"sync"
	"time"
)

// A Strict log ends the program when it has failed, and so its lock is wanted by nobody.
type Strict struct {
	mu   sync.Mutex
	file *os.File
	n    int
}

func (s *Strict) write(text string) error {
	s.mu.Lock()
	if s.n > 1000 {
		return errFull
	}
	s.n++
	_, err := s.file.WriteString(text)
	s.mu.Unlock()
	return err
}

func logStrictly(lines []string) error {
	s := &Strict{file: os.Stderr}
	for _, line := range lines {
		if err := s.write(line); err != nil {
			return err
		}
	}
	return nil
}

// A Many log has a struct for each line.
type Many struct {
	mu   sync.Mutex
	file *os.File
}

func (m *Many) write(text string) {
	m.mu.Lock()
	if _, err := m.file.WriteString(text); err != nil {
		return
	}
	m.mu.Unlock()
}

func logEach(lines []string) {
	for _, line := range lines {
		m := &Many{file: os.Stderr}
		m.write(line)
	}
}

// A Shelf gives its books to a printer, with its lock, and is changed when that is done.
type Shelf struct {
	mu    sync.RWMutex
	books map[int]*Book
}

type Book struct{ shelf *Shelf }

func newShelf() *Shelf {
	s := &Shelf{books: map[int]*Book{}}
	for n := range 10 {
		s.books[n] = &Book{shelf: s}
	}
	return s
}

func (s *Shelf) print() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for n, b := range s.books {
		printBook(n, b)
	}
}

func printBook(n int, b *Book) { fmt.Println(n, b.shelf.size()) }

func (s *Shelf) size() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.books)
}

func (s *Shelf) remove(n int) {
	s.mu.Lock()
	delete(s.books, n)
	s.mu.Unlock()
}

func printAndRemove(group *sync.WaitGroup) {
	s := newShelf()
	group.Add(1)
	go func() {
		defer group.Done()
		s.print()
	}()
	group.Wait()
	s.remove(1)
}

// A Told shelf is changed by one who waits until it is printed.
type Told struct {
	mu    sync.RWMutex
	books map[int]*ToldBook
	done  chan struct{}
}

type ToldBook struct{ shelf *Told }

func newTold() *Told {
	t := &Told{books: map[int]*ToldBook{}, done: make(chan struct{})}
	for n := range 10 {
		t.books[n] = &ToldBook{shelf: t}
	}
	return t
}

func (t *Told) print() {
	t.mu.RLock()
	for n, b := range t.books {
		printTold(n, b)
	}
	t.mu.RUnlock()
	close(t.done)
}

func printTold(n int, b *ToldBook) { fmt.Println(n, b.shelf.size()) }

func (t *Told) size() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.books)
}

func (t *Told) removeWhenPrinted(n int) {
	<-t.done
	t.mu.Lock()
	delete(t.books, n)
	t.mu.Unlock()
}

func printThenRemove() {
	t, other := newTold(), newTold()
	go t.print()
	go other.print()
	t.removeWhenPrinted(1)
	other.removeWhenPrinted(1)
}

// An Item expires by a timer, which keeps its lock if it has expired already: each has one of its own.
type Item struct {
	mu      sync.Mutex
	expired bool
}

func (i *Item) expire() {
	i.mu.Lock()
	if i.expired {
		return
	}
	i.expired = true
	i.mu.Unlock()
}

func (i *Item) use() {
	i.mu.Lock()
	i.expired = false
	i.mu.Unlock()
}

func useEach(names []string) {
	for range names {
		i := &Item{}
		i.use()
		time.AfterFunc(time.Second, i.expire)
		time.AfterFunc(time.Second, func() { i.expire() })
	}
}

// A Last one keeps its lock, and then nobody wants it.
type Last struct {
	mu   sync.Mutex
	done bool
}

func (l *Last) finish(force bool) {
	l.mu.Lock()
	if l.done {
		return
	}
	l.done = true
	l.mu.Unlock()
}

func (l *Last) start() {
	l.mu.Lock()
	l.done = false
	l.mu.Unlock()
}

func finishOnce() {
	l := &Last{}
	l.start()
	l.finish(true)
}

func right() {
	if err := logStrictly(os.Args); err != nil {
		log.Fatal(err)
	}
	logEach(os.Args)
	printAndRemove(&sync.WaitGroup{})
	printThenRemove()
	useEach(os.Args)
	finishOnce()
}
