package report

import "github.com/chancheck/chancheck/model"

// What a function asks of its parameters is in words that only it knows: `!cond` of a helper of tests. A reader wants to know what its caller has
// passed.

// asked is an assumption in the words of the outermost function that has passed what it is about: what is assumed, and where that one does
// so.
func (n *narrator) asked(t *model.Transition) (text string, site model.Site, via []model.Site) {
	text, site, via = t.Text, t.Site, t.Via
	for n.pkg != nil && len(via) > 0 && n.pkg.Owns(site) && n.pkg.Owns(via[len(via)-1]) {
		call := via[len(via)-1]
		outer, ok := n.askedByCaller(text, site, call)
		if !ok {
			break
		}
		text, site, via = outer, call, via[:len(via)-1]
	}
	return text, site, via
}

// askedByCaller is an assumption that a function makes about nothing but a parameter, in the words of its caller.
func (n *narrator) askedByCaller(text string, inside, call model.Site) (string, bool) {
	c := model.ParseCondition(text)
	isNil := c.Is("==", "nil") || c.Is("!=", "nil")
	if c.From != "" || !isNil && c.Operator != "" || !bare.MatchString(c.Subject) {
		return "", false
	}
	argument := n.pkg.Argument(inside, call, c.Subject)
	asked := model.ParseCondition(argument)
	switch isVariable := selector.MatchString(argument); {
	case isNil && isVariable:
		c.Subject = argument
		return c.Answer(), true
	case isNil || !isVariable && !asked.Compares():
		return "", false
	case c.Denied:
		asked = asked.Opposite()
	}
	return asked.Answer(), true
}
