package settled

import (
	"fmt"
	"sync"
)

// What always fails.

// A Press stops at the first thing that goes wrong.
type Press struct {
	mu, faults sync.Mutex
	list       []error
	sheets     int
}

// fail makes an error each time.
func (p *Press) fail(code int) error {
	if code == 0 {
		return errOdd
	}
	return fmt.Errorf("code %d", code)
}

// note does so under a lock.
func (p *Press) note(code int) error {
	p.faults.Lock()
	defer p.faults.Unlock()
	p.list = append(p.list, errOdd)
	return p.fail(code)
}

// none makes one with a number, of which there is none.
func (p *Press) none(code int) (int, error) { return 0, p.note(code) }

// check makes an error of some codes.
func (p *Press) check(code int) error {
	if code == 0 {
		return nil
	}
	return p.fail(code)
}

// last may have none.
func (p *Press) last() error {
	p.faults.Lock()
	defer p.faults.Unlock()
	if len(p.list) == 0 {
		return nil
	}
	return errOdd
}

// Print is right: the lock is released if it has failed, as it has.
func (p *Press) Print(code int) error {
	p.mu.Lock()
	if code > 0 {
		if err := p.fail(code); err != nil {
			p.mu.Unlock()
			return err
		}
		return nil
	}
	p.sheets++
	p.mu.Unlock()
	return nil
}

// Reprint is right: likewise.
func (p *Press) Reprint(code int) error {
	p.mu.Lock()
	if code > 0 {
		err := p.note(code)
		if err == nil {
			return nil
		}
		p.mu.Unlock()
		return err
	}
	p.mu.Unlock()
	return nil
}

// Count is right: likewise, of two results.
func (p *Press) Count(code int) int {
	p.mu.Lock()
	if code > 0 {
		n, err := p.none(code)
		if err == nil {
			return n
		}
	}
	n := p.sheets
	p.mu.Unlock()
	return n
}

// Fail returns with the lock, as it has failed.
func (p *Press) Fail(code int) error {
	p.mu.Lock()
	if err := p.fail(code); err != nil {
		return err // want "returns without unlocking p.mu"
	}
	p.mu.Unlock()
	return nil
}

// Check returns with the lock if it fails.
func (p *Press) Check(code int) error {
	p.mu.Lock()
	if err := p.check(code); err != nil {
		return err // want "returns without unlocking p.mu"
	}
	p.mu.Unlock()
	return nil
}

// Recheck returns with the lock if it doesn't.
func (p *Press) Recheck(code int) error {
	p.mu.Lock()
	err := p.check(code)
	if err == nil {
		return nil // want "returns without unlocking p.mu"
	}
	p.mu.Unlock()
	return err
}

// Last returns with the lock if there is none.
func (p *Press) Last() error {
	p.mu.Lock()
	err := p.last()
	if err == nil {
		return nil // want "returns without unlocking p.mu"
	}
	p.mu.Unlock()
	return err
}

// tried returns none if it panics.
func (p *Press) tried(do func()) (err error) {
	defer func() { recover() }()
	do()
	return errOdd
}

// Try returns with the lock if it has panicked.
func (p *Press) Try(do func()) error {
	p.mu.Lock()
	err := p.tried(do)
	if err == nil {
		return nil // want "returns without unlocking p.mu"
	}
	p.mu.Unlock()
	return err
}
