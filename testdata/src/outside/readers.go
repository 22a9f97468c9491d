package outside

import (
	"bufio"
	"database/sql"
	"io"
	"os"
	"strings"
)

// What a library makes of something from outside is decided there: how many lines there are.
func linesOf(r io.Reader, handle func(string) error) error {
	lines := make(chan string)
	go func() {
		s := bufio.NewScanner(r)
		for s.Scan() {
			lines <- s.Text() // want `send on lines blocks forever and leaks the goroutine: linesOf never receives from it after line 22 \(if s.Scan\(\) and err != nil from handle\)`
		}
		close(lines)
	}()
	for l := range lines {
		if err := handle(l); err != nil {
			return err
		}
	}
	return nil
}

func linesOfFile(name string, handle func(string) error) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(f); s.Scan(); {
			lines <- s.Text() // want `send on lines blocks forever and leaks the goroutine`
		}
	}()
	for l := range lines {
		if err := handle(l); err != nil {
			return err
		}
	}
	return nil
}

func rowsOf(db *sql.DB, first func(int)) error {
	rows, err := db.Query("select n from numbers")
	if err != nil {
		return err
	}
	numbers := make(chan int)
	go func() {
		defer rows.Close()
		for rows.Next() {
			var n int
			if rows.Scan(&n) == nil {
				numbers <- n // want `send on numbers blocks forever and leaks the goroutine`
			}
		}
		close(numbers)
	}()
	first(<-numbers)
	return nil
}

func linesUntilDone(r io.Reader, handle func(string) error) error {
	lines, done := make(chan string), make(chan struct{})
	defer close(done)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-done:
				return
			}
		}
	}()
	for l := range lines {
		if err := handle(l); err != nil {
			return err
		}
	}
	return nil
}

// The program has written all that is read here: it knows how many lines there are.
func twoLines() string {
	lines := make(chan string)
	go func() {
		s := bufio.NewScanner(strings.NewReader("one\ntwo"))
		for s.Scan() {
			lines <- s.Text()
		}
	}()
	return <-lines + <-lines
}

// What is made of something from outside and of something of the program's own isn't known.
func oneLineMore(r io.Reader) string {
	lines := make(chan string)
	go func() {
		s := bufio.NewScanner(io.MultiReader(strings.NewReader("title\n"), io.LimitReader(r, 0)))
		for s.Scan() {
			lines <- s.Text()
		}
	}()
	return <-lines
}

// A function of the package gives what it likes.
func newList(r io.Reader) *list { return &list{left: 2} }

type list struct{ left int }

//go:noinline
func (l *list) next() bool {
	l.left--
	return l.left >= 0
}

func twoOfList(r io.Reader) {
	numbers := make(chan int)
	go func() {
		for l := newList(r); l.next(); {
			numbers <- l.left
		}
	}()
	<-numbers
	<-numbers
}
