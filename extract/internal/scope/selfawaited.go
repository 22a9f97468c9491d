package scope

import (
	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/model"
)

// selfAwaited adds that a goroutine waits for its own end.
func (c *certainties) selfAwaited(s holding.SelfAwaited) {
	f, starter := s.Ends.Parent, s.Started.Parent
	ends, waits := endingBy(0, s.Counted.Parent != nil)
	ends.Site, waits.Site, waits.Via = s.Ends.Instr().Site, s.Waits.Instr().Site, sitesOf(s.Calls)
	if s.Counted.Parent == nil {
		b := callersOf(model.Channel, s.Waits)
		b.sys.Objects = []model.Object{c.channel(s.Object, "end")}
		b.endingWith(s, waits, ends)
		b.orClosed(1, len(s.Sides))
		c.add(b.startedBy(s.Started, []int{1}), starter, 1, s.Waits.Instr().Site)
		return
	}
	b := callersOf(model.WaitGroup, s.Counted)
	b.caller(starter, []model.Transition{
		counting(s.Counted),
		{Kind: model.Spawn, Object: forgetting - 1, Site: s.Started.Instr().Site},
	})
	b.endingWith(s, waits, ends)
	b.sys.Processes[forgetting].Name = f.Display
	c.add(b.starting([]int{starting}), starter, forgetting, s.Counted.Instr().Site)
}

// endingBy is how a goroutine says by an object that it has ended, and how somebody waits for that: it closes a channel, or, if it was
// counted, calls Done of a wait group.
func endingBy(object int, isCounted bool) (ends, waits model.Transition) {
	if isCounted {
		return model.Transition{Kind: model.Add, Object: object, Label: -1}, model.Transition{Kind: model.Wait, Object: object}
	}
	return model.Transition{Kind: model.Close, Object: object}, model.Transition{Kind: model.Receive, Object: object}
}

// endingWith adds a goroutine that waits, if it takes some sides, and says then that it has ended.
func (b *callers) endingWith(s holding.SelfAwaited, waits, ends model.Transition) {
	b.caller(s.Ends.Parent, append(assumeAll(s.Sides), waits, ends))
	b.sys.Processes[len(b.sys.Processes)-1].Name = s.Ends.Parent.Display
	b.orElse(0, s.Sides, ends)
}
