// Package turns has locks that are taken in each turn of a loop.
package turns

import (
	"io"
	"sync"
)

type Row struct {
	mu   sync.Mutex
	text string
}

type Table struct {
	mu   sync.Mutex
	rows map[string]*Row
	out  io.Writer
}

func NewTable(out io.Writer) *Table { return &Table{rows: map[string]*Row{}, out: out} }

// Wrong: what is deferred comes when the loop is done.
func (t *Table) Write(names []string) error {
	for _, name := range names {
		t.mu.Lock() // want `t\.mu\.Lock blocks forever: this goroutine itself has locked it at turns\.go:25`
		defer t.mu.Unlock()
		if row, ok := t.rows[name]; ok {
			if _, err := io.WriteString(t.out, row.text); err != nil {
				return err
			}
		}
	}
	return nil
}

// Right: each row has a lock of its own.
func (t *Table) All() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, row := range t.rows {
		row.mu.Lock()
		defer row.mu.Unlock()
		io.WriteString(t.out, row.text)
	}
}

// Right: the function ends with the turn.
func (t *Table) Each(names []string) {
	for _, name := range names {
		func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			io.WriteString(t.out, name)
		}()
	}
}

// Right: there is one turn only in which it is locked.
func (t *Table) Find(names []string) error {
	for _, name := range names {
		if name == "" {
			continue
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		_, err := io.WriteString(t.out, name)
		return err
	}
	return nil
}
