package interp

import (
	"github.com/chancheck/chancheck/extract/internal/domain"
)

// A message brings along what its sender knows of the objects in it. Whoever gets an object a second time, because it
// was sent twice or he has sent it himself, would find it as it was then, whatever he has done to it since, and
// need not remember it himself. What is written in such objects while several know them is in variables of the model.

// noteSent notes where an object is sent.
func (e *evaluator) noteSent(s *localState, o domain.ObjectID) {
	places := e.sentAt[o]
	if places == nil {
		places = map[string]int{}
		e.sentAt[o] = places
	}
	places[e.place(s)] = e.process
	if len(places) > 1 || e.repeats(s) && !e.ObjectTable[o].Repeats {
		e.noteAgain(o)
	}
}

// noteReturned notes that a message is received by the goroutine that sends what is in it.
func (e *evaluator) noteReturned(l label) {
	for o := range l.memory {
		for _, process := range e.sentAt[o] {
			if process == e.process {
				e.noteAgain(o)
			}
		}
	}
}

func (k *knowledge) noteAgain(o domain.ObjectID) {
	if !k.comesAgain[o] {
		k.comesAgain[o] = true
		k.changed = true
	}
}
