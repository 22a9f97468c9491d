package interp

import (
	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Openness has a direction. Who is given a channel as <-chan T can receive from it,
// never send on it or close it; who is given it as chan<- T, the other way round.
// Who is given a context can wait for it. Such a channel stays in the model, where
// it makes no difference what others do: if they can only receive, and the scope
// only receives, too, or only sends, so that they serve all senders; and the other
// way round. A channel that the scope uses in both directions is open: who gets a
// message, the scope or others, is not for us to say.

// A direction is a set of things to do with a channel.
type direction uint8

const (
	receiving direction = 1 << iota
	sending             // and closes
)

// allowed is what the direction of a value allows.
func allowed(number int64) direction {
	switch number {
	case ir.ReceiveOnly:
		return receiving
	case ir.SendOnly:
		return sending
	}
	return receiving | sending
}

// directions finds out in which directions values lead to the channels among the
// objects that can be reached from them.
func (k *knowledge) directions(m domain.Memory, values []domain.Value, reached []domain.ObjectID) map[domain.ObjectID]direction {
	found := map[domain.ObjectID]direction{}
	for _, v := range values {
		k.direct(found, v, receiving|sending)
	}
	for _, o := range reached {
		if h := m[o]; h != nil {
			for _, c := range h.Cells {
				k.direct(found, c.Value, receiving|sending)
			}
		}
	}
	return found
}

// direct adds the directions in which a value leads to channels, of those that are
// left where it was found.
func (k *knowledge) direct(found map[domain.ObjectID]direction, v domain.Value, left direction) {
	d := k.Of(v)
	switch d.Form {
	case domain.ChanForm:
		found[d.Object] |= allowed(d.Number) & left
		return
	case domain.ContextForm, domain.DoneForm:
		left = receiving
	}
	for _, part := range k.Of(v).Parts {
		k.direct(found, part, left)
	}
}

// give notes in which directions others can use a channel.
func (k *knowledge) give(o domain.ObjectID, in direction, reason string) {
	if _, open := k.open[o]; open {
		return
	}
	if k.given[o]|in == receiving|sending {
		k.open[o] = reason
		k.changed = true
		return
	}
	if k.given[o] == 0 {
		k.given[o], k.givenWhy[o] = in, reason
		k.changed = true
	}
}

// takesPart notes what the scope does with a channel, and reports whether the model
// has the operation: not if others serve it.
func (k *knowledge) takesPart(o domain.ObjectID, by direction) bool {
	if k.uses[o]&by == 0 {
		k.uses[o] |= by
		k.changed = k.changed || k.given[o] != 0
	}
	if k.given[o] == 0 {
		return true
	}
	if k.uses[o] == receiving|sending {
		k.open[o] = k.givenWhy[o]
		k.changed = true
		return false
	}
	return k.given[o] == by
}

// modelOperation returns the channel object of a value if the model has the
// operation on it.
func (e *evaluator) modelOperation(channel domain.Value, by direction) (domain.ObjectID, bool) {
	o, ok := e.modelChannel(channel)
	return o, ok && e.takesPart(o, by)
}

// served lists the channels whose operations others serve, all of them.
func (k *knowledge) served() []model.Site {
	var sites []model.Site
	for _, o := range sortedKeys(k.given) {
		if _, open := k.open[o]; !open && k.uses[o] != 0 && k.uses[o] != k.given[o] {
			sites = append(sites, k.ObjectTable[o].Site)
		}
	}
	return sites
}

// givenSites are the places of the channels that others can use in one direction.
func (k *knowledge) givenSites() map[model.Site]bool {
	sites := map[model.Site]bool{}
	for o := range k.given {
		sites[k.ObjectTable[o].Site] = true
	}
	return sites
}
