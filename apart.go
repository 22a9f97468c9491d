package chancheck

import (
	"fmt"

	"github.com/chancheck/chancheck/extract"
)

// This file looks at objects one by one, where all that hang on each other in a circle are too
// much for one system. Nothing can go wrong with one of them then unless one of the others
// doesn't come, of which the same is said: an assumption that is made in a circle, so that this
// is no proof, as it is for what is safe at each step (Misra and Chandy, Proofs of networks of
// processes, 1981). But who is stuck then is so in a circle of several objects. Circles of two
// are looked at as well, where that can be done: few deadlocks that people have reported take
// more (Lu and others, Learning from mistakes, 2008: 3% of them). Such places are bounded.

// apart judges objects apart from each other, but those that are known already.
func (r *reporter) apart(root *extract.Root, name string, list []extract.Apart) {
	verdicts := make([]verdict, len(list))
	for i, a := range list {
		if !r.ledger.isJudged(a.Site) {
			verdicts[i] = judgePiece(root, a.Outlines, r.left.apartAt(a.Site))
			verdicts[i].terms += ", apart from " + others(a.Others)
		}
	}
	for i, a := range list {
		for _, pair := range a.Pairs {
			r.pair(root, &verdicts[i], &verdicts[pair.With], pair, r.left.apartAt(a.Site))
		}
	}
	for i := range verdicts {
		r.enterApart(&verdicts[i], name)
	}
}

// enterApart enters what was found out about an object apart from others, if anything was.
func (r *reporter) enterApart(v *verdict, name string) {
	switch {
	case v.extraction == nil:
	case v.unclear:
		r.ledger.unclear(v)
	default:
		v.extraction.Bounded = true
		r.ledger.apart(v, name)
	}
}

// pair judges two objects together with which nothing goes wrong apart from each other. What
// goes wrong then counts; that it isn't known whether something does, doesn't.
func (r *reporter) pair(root *extract.Root, one, other *verdict, pair extract.Pair, budget *int) {
	if one.unclear || other.unclear {
		return
	}
	both := judgePiece(root, pair.Outlines, budget)
	if !both.unclear || both.undecided {
		return
	}
	for _, v := range []*verdict{one, other} {
		v.unclear, v.inconclusive = true, both.inconclusive
	}
}

func others(n int) string {
	if n == 1 {
		return "another one"
	}
	return fmt.Sprintf("%d others", n)
}
