// Package clients has programs that use the types of package workshop, rightly
// and wrongly.
package clients

import (
	"errors"

	"workshop"
)

// Right: closed on all paths.
func latheClosed(err error) error {
	l := workshop.NewLathe()
	defer l.Close()
	if err != nil {
		return err
	}
	l.Turn(1)
	return nil
}

// Right: the press says when it is done.
func pressDone() {
	p := workshop.NewPress()
	p.Press(1)
	p.Press(2)
	p.Finish()
	<-p.Done()
}

// Wrong: it isn't told that there are no more jobs.
func pressNotFinished() {
	p := workshop.NewPress()
	p.Press(1)
	<-p.Done() // want "receive from .* blocks forever"
}

// Wrong: finished twice.
func pressFinishedTwice() {
	p := workshop.NewPress()
	defer p.Finish() // want "close of closed channel"
	p.Finish()
}

// Wrong: a piece for a lathe that has been closed.
func latheClosedTooEarly() {
	l := workshop.NewLathe()
	l.Turn(1)
	l.Close()
	l.Turn(2) // want "send on .* blocks forever"
}

// Right: what is put in goes into another drawer.
func twoDrawers() {
	a, b := &workshop.Drawer{}, &workshop.Drawer{}
	a.Put("saw")
	a.Each(func(name string) { b.Put(name) })
}

// Wrong: the function is called under the lock that Put needs.
func sameDrawer() {
	d := &workshop.Drawer{}
	d.With(func() {
		d.Put("saw") // want "Lock in d.Put blocks forever"
	})
}

// Right: unlocked before it is turned.
func freeKey() {
	k := &workshop.Key{}
	k.Lock()
	k.Unlock()
	k.Turn()
}

type shop struct {
	lathe *workshop.Lathe
	press *workshop.Press
}

var errShop = errors.New("no shop")

func openShop(ok bool) (*shop, error) {
	s := &shop{lathe: workshop.NewLathe()}
	if !ok {
		s.lathe.Close()
		return nil, errShop
	}
	s.press = workshop.NewPress()
	return s, nil
}

func (s *shop) close() {
	s.lathe.Close()
	s.press.Finish()
	<-s.press.Done()
}

// Right: what was opened is closed, on an error, too.
func shopClosed(ok bool) {
	s, err := openShop(ok)
	if err != nil {
		return
	}
	s.lathe.Turn(1)
	s.press.Press(1)
	s.close()
}
