package interp

import "strings"

// IsCalled reports whether another function calls or refers to the one of this
// Name, as far as Roots has seen.
func (p *Program) IsCalled(name string) bool {
	if p.called == nil {
		p.called = map[string]bool{}
		for caller, r := range p.walk.known {
			for _, callee := range r.callees {
				if callee != caller {
					p.called[callee] = true
				}
			}
		}
	}
	return p.called[name]
}

// Operates reports whether a function, or what it calls, operates on something.
func (p *Program) Operates(name string) bool {
	r := p.walk.known[name]
	return r != nil && r.operates
}

// HasBubbles reports whether a function is given to testing/synctest.
func (p *Program) HasBubbles() bool { return len(p.walk.bubbles) > 0 }

// InBubble reports whether a function, or one around it, is given to
// testing/synctest.
func (p *Program) InBubble(name string) bool {
	for name != "" {
		if p.walk.bubbles[name] {
			return true
		}
		name = name[:max(0, strings.LastIndexByte(name, '$'))]
	}
	return false
}

// Walk visits the functions that the root runs or refers to, by Name, the root
// first. Where visit returns false, it doesn't go on to what that one refers to.
func (r *Root) Walk(visit func(name string) bool) {
	work := []string{r.Function.Name}
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if visit(name) && r.walk.known[name] != nil {
			work = append(work, r.walk.known[name].callees...)
		}
	}
}
