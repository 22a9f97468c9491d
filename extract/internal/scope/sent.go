package scope

import "github.com/chancheck/chancheck/extract/internal/supergraph"

// addSent adds what is sent to somebody who has gone, or on what is closed.
func (c *certainties) addSent(f *supergraph.Function) {
	c.addClosed(f)
	c.addGone(f)
}

// addClosed adds what is sent on a channel that is closed, or closes that once more.
func (c *certainties) addClosed(f *supergraph.Function) {
	for _, l := range c.holds().Late(f) {
		if c.isClosedHere(l.Channel) {
			c.late(l)
		}
	}
	for _, l := range c.holds().Stale(f) {
		if c.isClosedHere(l.Channel) {
			c.late(l)
		}
	}
	for _, l := range c.holds().ClosedTwice(f) {
		if c.isClosedHere(l.Channel) {
			c.closedTwice(l)
		}
	}
	if l, ok := c.holds().ClosedAtOnce(f); ok && c.isClosedHere(l.Channel) {
		c.closedTwice(l)
	}
	for _, l := range c.holds().Vain(f) {
		if c.isClosedHere(l.Channel) {
			c.closedAgain(l)
		}
	}
}

// addGone adds what is sent to somebody who has gone, or to who sends it himself.
func (c *certainties) addGone(f *supergraph.Function) {
	for _, u := range c.holds().Unguarded(f) {
		if c.isConfined(u.Channel) && (u.Ending.Context != nil || c.isConfined(u.Ending.Quit)) && c.mayRun(u.Sent.Parent) {
			c.unguarded(u)
		}
	}
	for _, s := range c.holds().Streams(f) {
		if c.isTraced(s.Channel) && c.mayRun(f) && (s.By != nil || c.isConfined(s.Channel) && c.mayRun(s.Received.Parent)) {
			c.stream(s)
		}
	}
	for _, u := range c.holds().Unreceived(f) {
		maker := c.graph.Functions[c.points.Objects[u.Channel].Function]
		if c.isConfined(u.Channel) && maker != nil && c.mayRun(maker) {
			c.unreceived(u)
		}
	}
	for _, s := range c.holds().SelfServed(f) {
		if c.isConfined(s.Channel) {
			c.selfServed(s)
		}
	}
	for _, s := range c.holds().OwnServed(f) {
		if c.isConfined(s.Channel) && c.mayRun(f) {
			c.ownServed(s)
		}
	}
	for _, o := range c.holds().Outlived(f) {
		if c.isTraced(o.Channel) && c.mayRun(f) && c.mayRun(o.Sent.Parent) {
			c.outlived(o)
		}
	}
	for _, left := range c.holds().Left(f) {
		if c.isConfined(left.Channel) && c.mayRun(left.Sent.Parent) {
			c.left(left)
		}
	}
}
