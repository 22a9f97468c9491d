package forgotten

import (
	"context"
	"fmt"
	"sync"
)

// Structs that others have by interfaces only: their locks are embedded, and yet nobody else can release
// them.

// A Letter is what others have of letters.
type Letter interface {
	Answer() error
	Return() error
}

type letter struct {
	sync.Mutex
	answered bool
	lost     bool
	link     Link
}

// NextLetter makes one.
func NextLetter(l Link) Letter { return &letter{link: l} }

func (l *letter) Answer() error { return l.reply(context.Background(), "yes") }
func (l *letter) Return() error { return l.reply(context.Background(), "no") }

// reply forgets the lock if there was a reply already. What is new in its arguments isn't the letter.
func (l *letter) reply(ctx context.Context, text string) error {
	l.Lock()
	if l.answered {
		return errIdle // want `returns without unlocking l, locked at handed\.go:\d+ \(if l\.answered\): whoever locks it next blocks forever`
	}
	l.Unlock()
	if err := l.link.Send(text + fmt.Sprint(ctx)); err != nil {
		return err
	}
	l.Lock()
	l.answered = true
	l.Unlock()
	return nil
}

// A Parcel is what others have of parcels: they can lock it, too.
type Parcel interface {
	sync.Locker
	Deliver() error
}

type parcel struct {
	sync.Mutex
	taken bool
	link  Link
}

// NextParcel makes one.
func NextParcel(l Link) Parcel { return &parcel{link: l} }

// Deliver may well leave it to who has the parcel to unlock it.
func (p *parcel) Deliver() error {
	p.Lock()
	if p.taken {
		return errIdle
	}
	p.taken = true
	p.Unlock()
	return p.link.Send("parcel")
}

type token struct {
	sync.Mutex
	link Link
	used bool
}

// NextToken makes one, which others have as what it is, though they have no name for it.
func NextToken(l Link) *token { return &token{link: l} }

func (t *token) Use() error {
	t.Lock()
	if t.used {
		return errIdle
	}
	t.used = true
	t.Unlock()
	return t.link.Send("token")
}

// Lost would forget the lock of letters that are lost, but none ever is.
func (l *letter) Lost() error {
	l.Lock()
	if l.lost {
		return errIdle
	}
	l.Unlock()
	return l.link.Send("lost")
}

// sealed makes a letter and drops it if it can't be sealed.
func sealed(l Link) *letter {
	made := &letter{link: l}
	if made.seal() != nil {
		return nil
	}
	return made
}

func (l *letter) seal() error {
	l.Lock()
	if l.link.Send("seal") != nil {
		return errIdle
	}
	l.Unlock()
	return nil
}

// SealAll seals some.
func SealAll(l Link) (list []Letter) {
	for range 3 {
		if s := sealed(l); s != nil {
			list = append(list, s)
		}
	}
	return list
}

// A Journal has functions that are called with its lock, and let go of it for a while.
type Journal struct {
	mu    sync.Mutex
	dirty bool
	full  bool
	link  Link
}

// flush is right: it is called with the lock, and returns with it.
func (l *Journal) flush() {
	if l.dirty {
		l.mu.Unlock()
		l.link.Send("dirty")
		l.mu.Lock()
	}
	if l.full {
		l.mu.Unlock()
		l.link.Send("full")
		l.mu.Lock()
	}
}

// enter is right: whoever calls it unlocks.
func (l *Journal) enter() {
	l.mu.Lock()
	if l.dirty {
		l.flush()
		l.link.Send("entered")
	}
}

// Write is right.
func (l *Journal) Write() {
	l.enter()
	defer func() { l.mu.Unlock() }()
	l.dirty = !l.dirty
	l.link.Send("written")
}

// Close forgets the lock if that fails, though others let go of it for a while.
func (l *Journal) Close() error {
	l.mu.Lock()
	l.flush()
	if err := l.link.Send("closed"); err != nil {
		return err // want `returns without unlocking l\.mu, locked at handed\.go:\d+ \(if err != nil from l\.link\.Send\): whoever locks it next blocks forever`
	}
	l.full = true
	l.mu.Unlock()
	return nil
}
