package interp

import (
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestWhoServesWhom: given what others can do with a channel and what the scope does,
// in which order that is found out.
func TestWhoServesWhom(t *testing.T) {
	const both = receiving | sending
	for _, test := range []struct {
		others, scope       direction
		send, receive, gone bool // whether the model has the operation, and the channel is open
	}{
		{0, both, true, true, false}, {receiving, receiving, false, true, false}, {receiving, sending, false, true, false},
		{receiving, both, false, false, true}, {sending, sending, true, false, false}, {sending, receiving, true, false, false},
		{sending, both, false, false, true}, {both, receiving, false, false, true}, {both, sending, false, false, true},
	} {
		for _, givenFirst := range []bool{false, true} {
			e := newEvaluator()
			o := e.Object("c", domain.ObjectInfo{Kind: ir.ChanKind})
			give := func() {
				if test.others != 0 {
					e.give(o, test.others, "given")
				}
			}
			operate := func(by direction) bool {
				_, ok := e.modelOperation(e.Channel(o), by)
				return ok
			}
			if givenFirst {
				give()
			}
			for _, by := range []direction{receiving, sending} {
				if test.scope&by != 0 {
					operate(by)
				}
			}
			give()
			for by, want := range map[direction]bool{sending: test.send, receiving: test.receive} {
				if test.scope&by != 0 && operate(by) != want {
					t.Errorf("others %b, scope %b, given first %v: the model has %b: %v", test.others, test.scope, givenFirst, by, !want)
				}
			}
			if gone := e.open[o] != ""; gone != test.gone {
				t.Errorf("others %b, scope %b, given first %v: open: %v", test.others, test.scope, givenFirst, gone)
			}
			if test.others != 0 && !e.changed {
				t.Errorf("others %b, scope %b: that is no news", test.others, test.scope)
			}
		}
	}
}

func TestValuesLeadToChannelsInDirections(t *testing.T) {
	e := newEvaluator(&ir.Function{Name: "f", Recover: -1})
	c := e.Object("c", domain.ObjectInfo{Kind: ir.ChanKind})
	box := e.Object("box", domain.ObjectInfo{})
	v := e.Channel(c)
	in, out := e.Directed(v, ir.SendOnly), e.Directed(v, ir.ReceiveOnly)
	if in == v || in == out || e.equal(in, out) != e.Yes || e.equal(v, in) != e.Yes || e.Directed(e.Nil, ir.SendOnly) != e.Nil {
		t.Errorf("%v, %v and %v", e.Of(v), e.Of(in), e.Of(out))
	}
	holding := func(v domain.Value) domain.Memory {
		m := domain.Memory{}
		e.Store(m, box, ".0", v, ir.ChanKind)
		return m
	}
	for _, test := range []struct {
		name   string
		memory domain.Memory
		value  domain.Value
		want   direction
	}{
		{"itself", nil, v, receiving | sending}, {"one end", nil, out, receiving}, {"the other", nil, in, sending},
		{"a pointer to it", holding(v), e.Pointer(box, ""), receiving | sending}, {"a pointer to an end", holding(out), e.Pointer(box, ""), receiving},
		{"one end, and a pointer to the other", holding(in), e.Tuple(out, e.Pointer(box, "")), receiving | sending},
		{"a context", holding(e.Intern(domain.Description{Form: domain.ContextForm, Parts: []domain.Value{v}})), e.Pointer(box, ""), receiving},
		{"a function", nil, e.Closure("f", out), receiving},
	} {
		e.given, e.open = map[domain.ObjectID]direction{}, map[domain.ObjectID]string{}
		e.openAll(test.memory, "given", test.value)
		got := e.given[c]
		if e.open[c] != "" {
			got = receiving | sending
		}
		if got != test.want {
			t.Errorf("%s: %b, want %b", test.name, got, test.want)
		}
	}
}
