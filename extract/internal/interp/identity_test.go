package interp

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// TestWhatComesTwiceIsWatched: who receives what he seems to have already may have got
// another object of the same number, if its place makes several.
func TestWhatComesTwiceIsWatched(t *testing.T) {
	for _, test := range []struct {
		name    string
		info    domain.ObjectInfo
		known   bool // who receives has one already
		watched bool
	}{
		{"made in a loop", domain.ObjectInfo{Repeats: true}, true, true},
		{"made in a loop, and new to who receives it", domain.ObjectInfo{Repeats: true}, false, false},
		{"made by a goroutine that may run again", domain.ObjectInfo{Process: 1}, true, true},
		{"made once", domain.ObjectInfo{}, true, false},
		{"from outside", domain.ObjectInfo{Repeats: true, Origin: 1, Process: -1}, true, false},
		{"a channel", domain.ObjectInfo{Repeats: true, Kind: ir.ChanKind}, true, false},
	} {
		e := newEvaluator()
		e.Symbol("outside", domain.SymbolInfo{Kind: ir.PointerKind, Process: -1})
		o := e.Object("made here 0", test.info)
		v := e.Nil
		if test.known {
			v = e.Pointer(o, "")
		}
		s := at(reading(), 0, v)
		l := label{v: e.Pointer(o, ""), memory: domain.Memory{o: (&domain.HeapObject{}).With(".0", e.Yes)}}
		e.changed = false
		e.takeAlong(s, l)
		_, watched := e.watched[o]
		if watched != test.watched || e.changed != test.watched {
			t.Errorf("%s: watched %t, changed %t", test.name, watched, e.changed)
		}
		if s.memory[o].Find(".0") != e.Yes {
			t.Errorf("%s: what is in it doesn't come along", test.name)
		}
		e.changed = false
		if e.takeAlong(s, l); e.changed {
			t.Errorf("%s: it is watched twice", test.name)
		}
	}
}

// TestWhatIsWatchedIsMadeAnew: a New of the object is due where it is made, even if it is
// open; what goroutines synchronise on is watched anyway.
func TestWhatIsWatchedIsMadeAnew(t *testing.T) {
	e := newEvaluator()
	plain, lock := e.Object("made here 0", domain.ObjectInfo{Repeats: true}), e.Object("made there 0", domain.ObjectInfo{Repeats: true})
	mutex := e.entity(model.Mutex, lock, "")
	s := at(reading(), 0, e.Pointer(plain, ""), e.Pointer(lock, ""))
	e.takeAlong(s, label{v: e.Nil, memory: domain.Memory{plain: {}, lock: {}}})
	e.open[plain] = "why"
	if list := e.entitiesOf(plain); len(list) != 1 || e.entities[list[0]] != (entity{model.Cell, plain, identity}) {
		t.Errorf("the plain object is %v", list)
	}
	if list := e.entitiesOf(lock); len(list) != 1 || list[0] != mutex {
		t.Errorf("the lock is %v", list)
	}
}
