package scope

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// addServings adds the servers that serve with a lock which everybody wants who would end them.
func (c *certainties) addServings() {
	for _, s := range c.servings {
		by, ender := c.graph.ByName[s.By], c.graph.ByName[s.Ender]
		if by != nil && ender != nil && c.mayRun(by) && c.mayRun(ender) {
			c.serving(s, by, ender)
		}
	}
}

// serving adds that a caller serves with a lock, and another one waits for that who would end the server.
func (c *certainties) serving(s ir.Serving, by, ender *supergraph.Function) {
	const lock, end = 0, 1 // the objects
	const holder = 1       // the process
	kind := model.Mutex
	if s.ReadWrite {
		kind = model.RWMutex
	}
	b := &callers{model.System{Name: by.Display, Site: by.Site, Processes: make([]model.Automaton, 1), Objects: []model.Object{
		{Kind: kind, Name: s.Lock, Owner: -1, Site: s.Takes},
		{Kind: model.Channel, Name: "the end of " + s.Server, Owner: -1, Site: s.Serves, Labels: []model.Label{{Name: "end"}}},
	}}}
	section := func(at model.Site, reads bool, within ...model.Transition) []model.Transition {
		how := model.Lock
		if reads {
			how = model.RLock
		}
		return slices.Concat(taking(kind, model.Transition{Kind: how, Object: lock, Site: at}), within, []model.Transition{releasing(how, at)})
	}
	serves := model.Transition{Kind: model.Receive, Object: end, Site: s.Serves}
	b.caller(by, section(s.Takes, s.Reads, serves))
	b.orClosed(holder, len(b.sys.Processes[holder].States)-3)
	b.caller(ender, append(section(s.Wants, s.WantsToRead), model.Transition{Kind: model.Close, Object: end, Site: s.Ends}))
	c.add(b.system(), by, holder, s.Takes)
}
