package verify

import (
	"slices"

	"github.com/chancheck/chancheck/model"
)

// A process may get stuck in another place for each way in which a choice in doubt is
// settled: whatever the program chooses, one of them comes about, but none of them in any
// case. It is one finding, about the place to which its execution leads; the others are its
// alternatives. Goroutines that one go statement starts with other data after each choice are
// one goroutine of the program, though they are different families here.

// A stuckGroup are findings of one kind about what one go statement starts.
type stuckGroup struct {
	category Category
	started  model.Site
	group    int // if it isn't known where it is started, as in findingKey
}

// groupOf is the group of a finding.
func (c *collector) groupOf(key findingKey) stuckGroup {
	if started := c.g.sys.Processes[c.found[key].Process].Site; started.IsValid() {
		return stuckGroup{category: key.category, started: started}
	}
	return stuckGroup{category: key.category, group: key.group}
}

// alternatives settles the findings of which no single one is certain: of each process the
// fewest, in their order, of which one comes about in any case. The rest is dropped.
func (c *collector) alternatives(open []findingKey) (sure []findingKey) {
	groups := map[stuckGroup][]findingKey{}
	var order []stuckGroup
	for _, key := range open {
		g := c.groupOf(key)
		if len(groups[g]) == 0 {
			order = append(order, g)
		}
		groups[g] = append(groups[g], key)
	}
	for _, g := range order {
		together := c.fewest(groups[g])
		if together != nil {
			c.settleOneOf(together)
			sure = append(sure, together...)
		}
	}
	for _, key := range open {
		if f := c.found[key]; len(f.Or) == 0 {
			delete(c.found, key)
		}
	}
	return sure
}

// fewest returns those of several findings that are needed for one of them to come about
// whatever the program chooses; nil if it may choose that none does.
func (c *collector) fewest(keys []findingKey) []findingKey {
	if len(keys) < 2 || c.oneOf(keys) == nil {
		return nil
	}
	for i := len(keys) - 1; i >= 0; i-- {
		if rest := slices.Delete(slices.Clone(keys), i, i+1); c.oneOf(rest) != nil {
			keys = rest
		}
	}
	return keys
}

// oneOf is an execution to one of several findings that is certain, nil if there is none.
func (c *collector) oneOf(keys []findingKey) []int {
	var goal []int
	for _, key := range keys {
		goal = append(goal, c.goals[key]...)
	}
	return c.g.attractor(goal).path()
}

// settleOneOf makes one finding of several, of which one comes about in any case.
func (c *collector) settleOneOf(keys []findingKey) {
	path := c.oneOf(keys)
	end := path[len(path)-1]
	own := slices.IndexFunc(keys, func(key findingKey) bool { return slices.Contains(c.goals[key], end) })
	f := c.found[keys[own]]
	for i, key := range keys {
		if i != own {
			other := c.found[key]
			f.Or = append(f.Or, Blocked{other.Process, other.State})
		}
	}
	c.settle(keys[own], path)
}
