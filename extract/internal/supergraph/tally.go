package supergraph

import "github.com/chancheck/chancheck/extract/ir"

// A Tally is how often something happens at most: a number, and so many times what an operand of a function holds, if
// that is more than nothing. It is a bound on the executions of instructions as in worst-case execution times (Li and
// Malik 1995), but one with the numbers of turns as the function has them, and only where these are counted.
type Tally struct {
	Fixed int64
	// Times is how often the operand Of counts: never, or once.
	Times int
	Of    ir.Operand
	// IsUnknown says that there may be no end to it.
	IsUnknown bool
}

// unknown is the tally of what isn't known.
var unknown = Tally{IsUnknown: true}

// Plus is how often one thing or another one happens.
func (t Tally) Plus(other Tally) Tally {
	switch {
	case t.IsUnknown || other.IsUnknown || t.Times+other.Times > 1:
		return unknown
	case other.Times > 0:
		t.Of = other.Of
	}
	t.Fixed, t.Times = t.Fixed+other.Fixed, t.Times+other.Times
	return t
}

// In is how often something happens that does so as often in each call of a function which is called often. What an
// operand of that function holds isn't known outside.
func (t Tally) In(calls Tally) Tally {
	switch {
	case t.IsUnknown || calls.IsUnknown || t.Times > 0 || calls.Times > 0 && t.Fixed > 1:
		return unknown
	case t.Fixed == 0:
		return Tally{}
	}
	calls.Fixed *= t.Fixed
	return calls
}

// Or is how often one of two things happens of which only one does.
func (t Tally) Or(other Tally) Tally {
	switch {
	case t.IsUnknown || other.IsUnknown || t.Times > 0 && other.Times > 0 && t.Of != other.Of:
		return unknown
	case other.Times > 0:
		t.Of = other.Of
	}
	t.Fixed, t.Times = max(t.Fixed, other.Fixed), max(t.Times, other.Times)
	return t
}

// tally is how many turns a loop has at most: a few less than a number may be as many as none, and not less.
func (c *CountedLoop) tally() Tally {
	t := Tally{Fixed: max(0, c.more)}
	if !c.IsFixed() {
		t.Times, t.Of = 1, c.turns
	}
	return t
}

// IsAtMost reports whether something doesn't happen more often than an operand of a function says, which isn't negative.
func (f *Function) IsAtMost(t Tally, limit ir.Operand) bool {
	limit = f.number(limit)
	if t.IsUnknown || limit.Kind == ir.IntConst {
		return !t.IsUnknown && t.Times == 0 && t.Fixed <= limit.Int
	}
	base, more := limit, int64(0)
	if in := f.Definition(limit); in != nil {
		if b, n, ok := exactSum(in); ok {
			base, more = f.number(b), n
		}
	}
	if t.Times == 0 {
		return t.Fixed <= 0 || f.IsLength(base) && t.Fixed <= more
	}
	return f.areSame(base, f.number(t.Of)) && t.Fixed <= more && (t.Fixed <= 0 || f.IsLength(base))
}

// IsAsMany reports whether something doesn't happen more often than a loop has turns, if that has come to its end, and there
// are none less than no turns.
func (f *Function) IsAsMany(t Tally, c *CountedLoop) bool {
	switch {
	case t.IsUnknown:
		return false
	case c.IsFixed():
		return t.Times == 0 && t.Fixed <= c.more
	case t.Times == 0:
		return t.Fixed <= 0
	}
	return c.more >= 0 && t.Fixed <= c.more && f.areSame(f.number(t.Of), f.number(c.turns))
}
