package libraries

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"encoding/xml"
	"io"
)

type page struct {
	Title  string
	Hidden bool `json:"-"`
	Last   bool
	shown  bool
}

// Right: decoders leave alone what isn't exported, and what is tagged so.
func pageIsNew(r io.Reader) {
	var p page
	if json.NewDecoder(r).Decode(&p) != nil {
		return
	}
	read := make(chan bool)
	go func() {
		if !p.shown && !p.Hidden {
			read <- true
		}
	}()
	<-read
}

// Wrong: this field is filled.
func pageIsLast(r io.Reader) {
	var p page
	if json.NewDecoder(r).Decode(&p) != nil {
		return
	}
	read := make(chan bool)
	go func() {
		if !p.Last {
			read <- true
		}
	}()
	<-read // want "receive from read blocks forever"
}

// Wrong: the tag is that of another decoder.
func pageIsHidden(r io.Reader) {
	var p page
	if xml.NewDecoder(r).Decode(&p) != nil {
		return
	}
	read := make(chan bool)
	go func() {
		if !p.Hidden {
			read <- true
		}
	}()
	<-read // want "receive from read blocks forever"
}

type book struct {
	page
	author struct{ Known bool }
}

// Right: nothing is stored in what is below a field that isn't exported.
func bookIsAnonymous(text []byte) {
	var b book
	_ = json.Unmarshal(text, &b)
	read := make(chan bool)
	if !b.author.Known {
		go func() { read <- true }()
	}
	<-read
}

// Wrong: of an embedded struct exported fields are filled.
func bookIsLast(text []byte) {
	var b book
	_ = json.Unmarshal(text, &b)
	read := make(chan bool)
	if !b.Last {
		go func() { read <- true }()
	}
	<-read // want "receive from read blocks forever"
}

type lamp struct{ lit bool }

func (l *lamp) UnmarshalText([]byte) error { l.lit = true; return nil }

// Right: the type says what is stored.
func lampIsLit(text []byte) {
	var l lamp
	if json.Unmarshal(text, &l) != nil {
		return
	}
	read := make(chan bool)
	go func() {
		if l.lit {
			read <- true
		}
	}()
	<-read
}

// Right: a statement reads its arguments.
func threeRows(db *sql.DB) {
	n := 2
	if _, err := db.Exec("update a set b = ?", &n); err != nil {
		return
	}
	read := make(chan bool)
	go func() {
		for range n {
			read <- true
		}
	}()
	<-read
	<-read
}

// Wrong: it fills what is said to be filled.
func rowsOut(db *sql.DB) {
	n := 2
	if _, err := db.Exec("call f(?)", sql.Named("rows", sql.Out{Dest: &n})); err != nil {
		return
	}
	read := make(chan bool)
	if n == 2 {
		go func() { read <- true }()
	}
	<-read // want "receive from read blocks forever"
}

// Right: the scanner is at its end when its split function says so.
func untilReady(r io.Reader) <-chan struct{} {
	ready, over := make(chan struct{}), false
	lines := bufio.NewScanner(r)
	lines.Split(func(data []byte, atEnd bool) (int, []byte, error) {
		if over {
			return 0, nil, bufio.ErrFinalToken
		}
		return bufio.ScanLines(data, atEnd)
	})
	for lines.Scan() {
		if lines.Text() == "ready" {
			over = true
			close(ready)
		}
	}
	return ready
}

// Wrong: this one goes on.
func whenReady(r io.Reader) <-chan struct{} {
	ready := make(chan struct{})
	lines := bufio.NewScanner(r)
	lines.Split(bufio.ScanLines)
	for lines.Scan() {
		if lines.Text() == "ready" {
			close(ready) // want "close of closed channel"
		}
	}
	return ready
}

// Wrong: what is to be filled may be in a slice that was made before.
func listedRowsOut(db *sql.DB) {
	n := 2
	args := []any{"f", sql.Out{Dest: &n}}
	if _, err := db.Exec("call f(?, ?)", args...); err != nil {
		return
	}
	read := make(chan bool)
	if n == 2 {
		go func() { read <- true }()
	}
	<-read // want "receive from read blocks forever"
}

// Right: a slice with what is only read says as much as what is listed.
func listedRows(db *sql.DB) {
	n := 2
	args := []any{"f", n}
	if _, err := db.Exec("call f(?, ?)", args...); err != nil {
		return
	}
	read := make(chan bool)
	if n == 2 {
		go func() { read <- true }()
	}
	<-read
}
