package interp

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
)

// A variable that the program reads, and in which it never stores anything itself, is there to be filled by whoever is
// given its address as that of something of any type, as in connection.ReadJSON(&message). If that is code that isn't seen,
// and it is given something of the outside world besides, then the outside world has chosen what is there afterwards, as it
// chooses what such code returns. What else it is given is open from then on.

// giveAway opens what a call of code that isn't seen is given, but for the variables that it fills.
func (e *evaluator) giveAway(s *localState, c *invocation) {
	var given, filled []domain.Value
	for _, v := range c.callee.args {
		if e.isToBeFilled(s, v) {
			filled = append(filled, v)
		} else {
			given = append(given, v)
		}
	}
	if e.program.isOwn(c.callee.name) || !slices.ContainsFunc(given, e.isWorldly) {
		given, filled = c.callee.args, nil
	}
	e.openAll(s.memory, "passed to code that can't be seen", given...)
	for _, v := range filled {
		e.fill(s, v, c)
	}
}

// isToBeFilled reports whether a value is the address of a variable of the scope, as something of any type, in which the program
// stores nothing, and that leads to nothing else.
func (e *evaluator) isToBeFilled(s *localState, v domain.Value) bool {
	d := e.Of(v)
	if d.Form != domain.IfaceForm {
		return false
	}
	p := e.Of(d.Parts[0])
	o := p.Object
	if p.Form != domain.PointerForm || p.Text != "" || !e.IsMade(o) || e.open[o] != "" || e.stored[o] || e.ObjectTable[o].Locks || e.communicates(o) {
		return false
	}
	h := s.memory[o]
	return h == nil || !slices.ContainsFunc(h.Cells, func(c domain.Cell) bool { return e.leadsToMade(s, c.Value) })
}

// leadsToMade reports whether a value leads to something that the scope has made, other than what an empty slice might hold.
func (e *evaluator) leadsToMade(s *localState, v domain.Value) bool {
	return !e.isEmpty(v) && slices.ContainsFunc(e.Reachable(s.memory, []domain.Value{v}), e.IsMade)
}

// isEmpty reports whether a value is that of a slice without elements.
func (e *evaluator) isEmpty(v domain.Value) bool {
	d := e.Of(v)
	return d.Form == domain.SliceForm && d.Length == 0
}

// fill forgets what is in such a variable. Of several places that are given it some may only look at it: what is there after
// another one than the first is in doubt.
func (e *evaluator) fill(s *localState, v domain.Value, c *invocation) {
	o := e.Of(e.Of(v).Parts[0]).Object
	if _, known := e.filledAt[o]; !known {
		e.filledAt[o] = c.site
	}
	doubt := ""
	if e.filledAt[o] != c.site {
		doubt = changedData
	}
	e.scribble(s, []domain.Value{v}, doubt)
}

// noteStored notes that the program stores something in an object itself, other than nothing: it isn't there for others to
// fill.
func (e *evaluator) noteStored(o domain.ObjectID, v domain.Value, kind ir.ValueKind) {
	if e.stored[o] || v == e.Zero(kind) || v == e.Nil || e.isEmpty(v) {
		return
	}
	e.stored[o] = true
	if _, isFilled := e.filledAt[o]; isFilled {
		e.changed = true
	}
}
