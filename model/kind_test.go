package model_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
)

func TestWhatServesWhom(t *testing.T) {
	const object = 3
	on := func(kind model.Kind, label int) *model.Transition {
		return &model.Transition{Kind: kind, Object: object, Label: label}
	}
	for _, test := range []struct {
		name       string
		does, wait *model.Transition
		want       bool
	}{
		{"a receive a send", on(model.Receive, 0), on(model.Send, 0), true},
		{"a close a receive", on(model.Close, 0), on(model.Receive, 0), true},
		{"a close a send", on(model.Close, 0), on(model.Send, 0), false},
		{"Cancel who waits for it", on(model.Cancel, 0), on(model.ReceiveClosed, 0), true},
		{"Done a Wait", on(model.Add, -1), on(model.Wait, 0), true},
		{"Add a Wait", on(model.Add, 1), on(model.Wait, 0), false},
		{"Signal a Wait for a condition", on(model.Signal, 0), on(model.CondWake, 0), true},
		{"RUnlock an Announce", on(model.RUnlock, 0), on(model.Announce, 0), true},
		{"Lock a Lock", on(model.Lock, 0), on(model.Lock, 0), false},
		{"nothing what doesn't wait", on(model.Receive, 0), on(model.Close, 0), false},
		{"what is done to another object", &model.Transition{Kind: model.Receive, Object: object + 1}, on(model.Send, 0), false},
		{"what is done to nil", &model.Transition{Kind: model.Receive, Object: -1}, &model.Transition{Kind: model.Send, Object: -1}, false},
	} {
		if got := test.does.Serves(test.wait); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
