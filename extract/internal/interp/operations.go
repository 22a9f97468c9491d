package interp

import (
	"cmp"
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// transition makes the transition of an operation at the current point.
func (e *evaluator) transition(s *localState, kind model.Kind, object int, site model.Site) model.Transition {
	site, via := s.source(site)
	return model.Transition{Kind: kind, Object: object, Site: site, Via: via}
}

// communicate executes a channel operation.
func (e *evaluator) communicate(s *localState, f *frame, in *ir.Instr) []alternative {
	switch in.Op {
	case ir.OpSend:
		channel, v := e.operand(s, f, in.Args[0]), e.operand(s, f, in.Args[1])
		e.passBy(channel, sending)
		return e.send(s, channel, v, in, func(n *localState) { n.top().pc++ })
	case ir.OpReceive:
		channel, needed := e.operand(s, f, in.Args[0]), in.Dst >= 0
		e.passBy(channel, receiving)
		list := e.receive(s, channel, needed, in.Kind, in.Site, func(n *localState, v, ok domain.Value) {
			if in.CommaOk {
				v = e.Tuple(v, ok)
			}
			e.set(n.top(), in.Dst, v)
			n.top().pc++
		})
		if in.Index == ir.Timed {
			list = e.timed(list, model.Timer{})
		} else if in.Index > ir.Timed {
			list = e.timed(list, e.timerOf(s, in.Index, e.operand(s, f, in.Args[1])))
		}
		return list
	case ir.OpClose:
		return e.closeChannel(s, e.operand(s, f, in.Args[0]), in.Site, func(n *localState) { n.top().pc++ })
	}
	return e.executeSelect(s, f, in)
}

// modelChannel returns the channel object of a value if it is closed in the
// scope, so that the model has it.
func (e *evaluator) modelChannel(v domain.Value) (domain.ObjectID, bool) {
	d := e.Of(v)
	if d.Form == domain.SymbolForm {
		e.consult(domain.SymbolID(d.Number))
	}
	if d.Form != domain.ChanForm {
		return 0, false
	}
	_, open := e.open[d.Object]
	return d.Object, !open
}

// outside is the one alternative of an operation on something open: sooner or
// later it happens.
func (e *evaluator) outside(s *localState, site model.Site, then func(*localState)) []alternative {
	n := s.clone()
	e.letWorld(n)
	then(n)
	t := e.transition(s, model.Tau, -1, site)
	t.Lasts = e.process == 0 && e.program.isMain(s.frames[0].function)
	if e.staged {
		t.Event = model.WorldEvent
	}
	return []alternative{{t, n}}
}

// passBy notes that an operation is passed by on a channel of which nothing is known, where somebody waits for nothing
// else: who has a choice comes on anyway.
func (e *evaluator) passBy(channel domain.Value, by direction) {
	if _, known := e.modelOperation(channel, by); known {
		return
	}
	form := e.Of(channel).Form
	e.passes = e.passes || form == domain.OpaqueForm || form == domain.ChanForm
}

// never is an operation on the nil channel.
func (e *evaluator) never(s *localState, kind model.Kind, site model.Site) []alternative {
	return []alternative{{e.transition(s, kind, -1, site), s.clone()}}
}

func (e *evaluator) send(s *localState, channel, v domain.Value, in *ir.Instr, then func(*localState)) []alternative {
	if channel == e.Nil {
		return e.never(s, model.Send, in.Site)
	}
	o, ok := e.modelOperation(channel, sending)
	if !ok {
		e.openAll(s.memory, "sent on a channel that isn't followed", v)
		return e.elsewhere(s, channel, in.Site, then)
	}
	if list := e.settlePayload(s, o, v, in); list != nil {
		return list
	}
	channelEntity := e.entity(model.Channel, o, "")
	n := s.clone()
	t := e.transition(s, model.Send, channelEntity, in.Site)
	t.Label = e.labelMessage(n, channelEntity, o, v)
	then(n)
	return e.withFault(s, []alternative{{t, n}}, channelEntity, "send on closed channel", in.Site, then)
}

// labelMessage numbers the message v of a channel. Messages whose content
// nobody uses are all the same.
func (e *evaluator) labelMessage(n *localState, channelEntity int, o domain.ObjectID, v domain.Value) int {
	if !e.payload[o] || e.crowded[o] {
		if objects := e.Reachable(n.memory, []domain.Value{v}); len(objects) > 0 && e.crowded[o] {
			e.openAll(n.memory, crowdedOut, v)
		}
		i, _ := e.labelOf(channelEntity, label{v: e.Opaque})
		return i
	}
	e.publish(n.memory, v)
	v = e.withoutLocals(v)
	content := domain.Memory{}
	for _, object := range e.Reachable(n.memory, []domain.Value{v}) {
		if h := n.memory[object]; h != nil {
			content[object] = h
			e.noteSent(n, object)
		}
	}
	return e.addLabel(channelEntity, o, v, content)
}

func (e *evaluator) addLabel(entity int, o domain.ObjectID, v domain.Value, content domain.Memory) int {
	i, isNew := e.labelOf(entity, label{v: v, memory: content})
	if !isNew {
		return i
	}
	if i >= largestAlphabet {
		e.crowded[o] = true
		e.changed = true
	}
	for reader := range e.labels[entity].readers {
		e.grown[reader] = true
	}
	return i
}

// largestAlphabet limits how many different messages of one channel, or values
// of one variable, are told apart.
const largestAlphabet = 32

// withoutLocals replaces the unknowns that a goroutine made itself: for the
// receiver a message has new ones, see withFresh.
func (e *evaluator) withoutLocals(v domain.Value) domain.Value {
	d := e.Of(v)
	switch {
	case d.Form == domain.SymbolForm && e.SymbolTable[d.Number].Process >= 0:
		return e.OpaqueAs(e.SymbolTable[d.Number].Kind, cmp.Or(e.TaintOf(v), e.sendUnknown(domain.SymbolID(d.Number))))
	case d.Form == domain.TestForm || d.Form == domain.NotForm:
		return e.OpaqueAs(ir.BoolKind, e.TaintOf(v))
	}
	if len(d.Parts) == 0 {
		return v
	}
	n := *d
	n.Parts = make([]domain.Value, len(d.Parts))
	for i, part := range e.Of(v).Parts {
		n.Parts[i] = e.withoutLocals(part)
	}
	return e.Intern(n)
}

// sendUnknown notes that an unknown is sent, and says why what the receiver asks
// about it is in doubt, "" if it isn't.
func (k *knowledge) sendUnknown(sym domain.SymbolID) string {
	whole := cmp.Or(k.SymbolTable[sym].Whole, sym)
	k.sent[whole] = true
	if k.questioned[whole] {
		return "the sender asks about what it sends, too"
	}
	return ""
}

// question notes that somebody asks about an unknown, or a part of it.
func (k *knowledge) question(sym domain.SymbolID) {
	whole := cmp.Or(k.SymbolTable[sym].Whole, sym)
	if !k.questioned[whole] {
		k.questioned[whole] = true
		k.changed = k.changed || k.sent[whole]
	}
}

// withFresh gives a message new unknowns where withoutLocals took some away, so
// that who asks twice gets the same answer. The variant tells the parts of a
// message from each other.
func (e *evaluator) withFresh(s *localState, v domain.Value, kind ir.ValueKind, variant, text string) domain.Value {
	v = e.As(v, kind)
	d := *e.Of(v)
	if d.Form == domain.OpaqueForm {
		return e.freshAs(s, variant+text, cmp.Or(kind, ir.ValueKind(d.Number)), text, d.Text)
	}
	if d.Form != domain.StructForm {
		return v
	}
	parts := e.Parts(&d)
	if background := e.Of(parts[0]); background.Form == domain.OpaqueForm {
		whole := e.freshAs(s, variant+" background", ir.StructKind, text, background.Text)
		parts[0] = e.Of(whole).Parts[0]
	}
	for i, part := range parts[1:] {
		parts[i+1] = e.withFresh(s, part, ir.OtherKind, variant+" "+d.Paths[i], "")
	}
	d.Parts = parts
	return e.Intern(d)
}

// settlePayload decides the booleans, be they computed, and errors in a message before
// it is sent, so that sender and receiver agree about them.
func (e *evaluator) settlePayload(s *localState, o domain.ObjectID, v domain.Value, in *ir.Instr) []alternative {
	if !e.payload[o] || e.crowded[o] {
		return nil
	}
	return e.settle(s, v, in.Site)
}

// settle branches on the first boolean or error in v that is still unknown.
func (e *evaluator) settle(s *localState, v domain.Value, site model.Site) []alternative {
	var question domain.Value
	e.Walk(v, func(part domain.Value, d *domain.Description) {
		if question == 0 && e.Resolve(s.decisions, part) == part {
			question = e.questionOf(part, d)
		}
	})
	if question == 0 {
		return nil
	}
	text := e.questionText(question)
	return e.branch(s, question, text, site, func(*localState, bool) {})
}

// questionOf is what is to be asked about a part of a message, 0 if that is nothing.
func (e *evaluator) questionOf(part domain.Value, d *domain.Description) domain.Value {
	switch {
	case d.Form == domain.TestForm: // a boolean that is computed
		return part
	case d.Form != domain.SymbolForm:
		return 0
	}
	switch e.SymbolTable[d.Number].Kind {
	case ir.BoolKind:
		return part
	case ir.ErrorKind:
		return e.equal(part, e.Nil)
	}
	return 0
}

// questionText words a question, as far as it is about something with a name.
func (e *evaluator) questionText(question domain.Value) string {
	d := e.Of(question)
	if d.Form != domain.TestForm {
		return e.SymbolTable[d.Number].Text
	}
	text := e.SymbolTable[e.Of(d.Parts[0]).Number].Text
	if text == "" || e.Of(d.Parts[1]).IsQuestion() {
		return ""
	}
	return text + " " + d.Text + " " + e.spell(d.Parts[1])
}

// receive makes the alternatives of a receive operation.
func (e *evaluator) receive(s *localState, channel domain.Value, needed bool, kind ir.ValueKind, site model.Site, then func(n *localState, v, ok domain.Value)) []alternative {
	if channel == e.Nil {
		return e.never(s, model.Receive, site)
	}
	if d := e.Of(channel); d.Form == domain.DoneForm {
		return e.receiveDone(s, channel, kind, site, then)
	}
	o, ok := e.modelOperation(channel, receiving)
	if !ok {
		return e.elsewhere(s, channel, site, func(n *localState) {
			e.sees(n, e.endOf(channel))
			e.receiveUnknown(n, channel, kind, then)
		})
	}
	channelEntity := e.entity(model.Channel, o, "")
	list := e.receiveMessages(s, channelEntity, o, needed, kind, site, then)
	set := e.labelSet(channelEntity)
	set.readers[e.current] = true
	if !set.closes && !e.beyond {
		return list
	}
	n := s.clone()
	then(n, e.Zero(kind), e.No)
	return append(list, alternative{e.transition(s, model.ReceiveClosed, channelEntity, site), n})
}

// receiveUnknown receives from a channel that isn't followed. What comes over one
// that the scope made and gave away, other parts of the program decide.
func (e *evaluator) receiveUnknown(n *localState, channel domain.Value, kind ir.ValueKind, then func(n *localState, v, ok domain.Value)) {
	taint := e.TaintOf(channel)
	if e.Of(channel).Form == domain.ChanForm {
		taint = "a message comes over a channel that was given away"
	}
	v := e.fresh(n, kind, "", taint)
	then(n, v, e.fresh(n, ir.BoolKind, "", taint))
}

// manyMessages is why it is in doubt what a message says if there are too many to tell them apart: the program decides it.
const manyMessages = "a message of too many different ones is asked for"

func (e *evaluator) receiveMessages(s *localState, channelEntity int, o domain.ObjectID, needed bool, kind ir.ValueKind, site model.Site, then func(n *localState, v, ok domain.Value)) []alternative {
	if needed && !e.payload[o] {
		e.payload[o] = true
		e.changed = true
	}
	if !needed || e.crowded[o] {
		n, taint := s.clone(), ""
		if needed {
			taint = manyMessages
		}
		then(n, e.fresh(n, kind, "", taint), e.Yes)
		t := e.transition(s, model.Receive, channelEntity, site)
		t.Label = model.AnyLabel
		return []alternative{{t, n}}
	}
	set := e.labelSet(channelEntity)
	set.readers[e.current] = true
	var list []alternative
	for i, l := range set.list {
		n := s.clone()
		e.noteReturned(l)
		e.takeAlong(n, l)
		then(n, e.withFresh(n, l.v, kind, "", ""), e.Yes)
		t := e.transition(s, model.Receive, channelEntity, site)
		t.Label = i
		list = append(list, alternative{t, n})
	}
	if len(list) == 0 {
		// Nobody has sent yet; the operation must be seen all the same.
		t := e.transition(s, model.Receive, channelEntity, site)
		t.Label = model.AnyLabel
		n := s.clone()
		if e.beyond {
			then(n, e.fresh(n, kind, "", ""), e.Yes)
		} else {
			n.frames = nil
		}
		list = append(list, alternative{t, n})
	}
	return list
}

// receiveDone waits for a context: for any of the channels that cancel it, or
// for the outside world.
func (e *evaluator) receiveDone(s *localState, context domain.Value, kind ir.ValueKind, site model.Site, then func(n *localState, v, ok domain.Value)) []alternative {
	var list []alternative
	d := e.Of(context)
	outside := d.Number != 0
	for _, part := range e.Parts(d) {
		o, ok := e.modelChannel(part)
		if !ok {
			outside = true
			continue
		}
		n := s.clone()
		then(n, e.Zero(kind), e.No)
		list = append(list, alternative{e.transition(s, model.ReceiveClosed, e.entity(model.Channel, o, ""), site), n})
	}
	if outside {
		ended := e.outside(s, site, func(n *localState) {
			e.sees(n, e.endOf(context))
			then(n, e.Zero(kind), e.No)
		})
		switch {
		case e.isOver(s, context):
			ended = atOnce(ended)
		case d.Number < byTime || len(list) == len(e.Parts(d)):
			ended = e.ended(ended, d)
		}
		list = append(list, ended...)
	}
	return list
}

func (e *evaluator) closeChannel(s *localState, channel domain.Value, site model.Site, then func(*localState)) []alternative {
	if channel == e.Nil {
		then(s)
		s.startPanic(site, "close of nil channel", true)
		return nil
	}
	o, ok := e.modelChannel(channel)
	if !ok {
		return atOnce(e.outside(s, site, then))
	}
	channelEntity := e.entity(model.Channel, o, "")
	if set := e.labelSet(channelEntity); !set.closes {
		set.closes = true
		maps.Copy(e.grown, set.readers)
	}
	n := s.clone()
	then(n)
	list := []alternative{{e.transition(s, model.Close, channelEntity, site), n}}
	return e.withFault(s, list, channelEntity, "close of closed channel", site, then)
}

// withFault adds what happens when the runtime panics at an operation, if that
// is more than a crash: there are deferred calls to run.
func (e *evaluator) withFault(s *localState, list []alternative, object int, text string, site model.Site, then func(*localState)) []alternative {
	deferred := false
	for _, f := range s.frames {
		deferred = deferred || len(f.deferred) > 0
	}
	if !deferred {
		return list
	}
	t := e.transition(s, model.Fault, object, site)
	n := s.clone()
	then(n)
	n.startPanic(site, text, true)
	return append(list, alternative{t, n})
}

// executeSelect makes the alternatives of all cases of a select. Whether a channel
// that was given away is ready, other parts of the program decide: such a case is
// in doubt, and that there is none to be taken is one more alternative.
func (e *evaluator) executeSelect(s *localState, f *frame, in *ir.Instr) []alternative {
	if list := e.settleCases(s, f, in); list != nil {
		return list
	}
	given, list := e.cases(s, f, in)
	hasOthers := len(list) > 0 || in.Default
	switch {
	case f.declined:
		given = nil
	case len(given) > 0 && hasOthers:
		n := s.clone()
		n.top().declined = true
		given = append(given, alternative{model.Transition{Kind: model.Tau, Object: -1}, n}) // nobody sees it
	}
	for i := range given {
		if t := &given[i].transition; hasOthers || t.Doubt == "" {
			t.Doubt = "a select has a case with a channel that was given away"
		}
	}
	if in.Default && len(given) == 0 && !e.isReady(s, f, in) {
		n := s.clone()
		e.selected(n, in, -1, -1, e.Opaque, e.No)
		otherwise := e.transition(s, model.Default, -1, in.Site)
		otherwise.Text = in.Text
		return append(list, alternative{otherwise, n})
	}
	if in.Default && len(given) > 0 { // the others only if they are ready, too
		return given
	}
	list = append(given, list...)
	if len(list) == 0 && len(in.Cases) > 0 {
		return e.never(s, model.Receive, in.Site)
	}
	if len(list) == 0 { // select {}: on purpose
		s.frames = nil
		return nil
	}
	return list
}

// cases makes the alternatives of the cases with a channel that was given away,
// and those of the others.
func (e *evaluator) cases(s *localState, f *frame, in *ir.Instr) (given, others []alternative) {
	received := 0
	*e.steps += len(in.Cases) * len(in.Cases) / casesOfStep
	for i := range in.Cases {
		c := &in.Cases[i]
		channel := e.operand(s, f, c.Chan)
		position := received
		if !c.Send {
			received++
		}
		if channel == e.Nil {
			continue
		}
		var list []alternative
		if c.Send {
			send := ir.Instr{Site: in.Site}
			v := e.operand(s, f, c.Value)
			list = e.send(s, channel, v, &send, func(n *localState) { e.selected(n, in, i, -1, e.Opaque, e.No) })
		} else {
			list = e.receive(s, channel, c.Needed, c.Kind, in.Site, func(n *localState, v, ok domain.Value) {
				e.selected(n, in, i, position, v, ok)
			})
		}
		for j := range list {
			if t := &list[j].transition; t.Kind == model.Tau && c.Site.IsValid() { // the world takes this case
				t.Site = c.Site
			}
		}
		if c.Timed != 0 {
			list = e.timed(list, e.timerOf(s, c.Timed, e.operand(s, f, c.Value)))
		}
		if c.Patient {
			list = outOfTime(list, in.Default)
		}
		by := receiving
		if c.Send {
			by = sending
		}
		if _, known := e.modelOperation(channel, by); !known && (e.Of(channel).Form == domain.ChanForm || e.TaintOf(channel) != "") {
			given = append(given, list...)
		} else {
			others = append(others, list...)
		}
	}
	return given, others
}

// outOfTime makes those of a timer's alternatives that the world takes, when time is up, give way to
// whatever is ready at once, and to a default in any case.
func outOfTime(list []alternative, hasDefault bool) []alternative {
	byWorld := func(a alternative) bool { return a.transition.Kind == model.Tau }
	if hasDefault {
		return slices.DeleteFunc(list, byWorld)
	}
	for i := range list {
		if byWorld(list[i]) {
			t := &list[i].transition
			t.Kind, t.Text = model.Default, model.TimeIsUp
			t.Timer.Least = max(t.Timer.Least, t.Timer.Most) // a context was made a moment ago, too
		}
	}
	return list
}

// casesOfStep: each case of a select has an alternative with results for all of them. To copy so
// many takes about as long as another instruction; there are selects with thousands of cases, of
// clients who may call as many functions.
const casesOfStep = 64

// settleCases decides what must be known of a message before the select: the
// choice of a case must not be mixed with the answers to questions.
func (e *evaluator) settleCases(s *localState, f *frame, in *ir.Instr) []alternative {
	for i := range in.Cases {
		c := &in.Cases[i]
		if !c.Send {
			continue
		}
		o, ok := e.modelOperation(e.operand(s, f, c.Chan), sending)
		if !ok {
			continue
		}
		if list := e.settlePayload(s, o, e.operand(s, f, c.Value), in); list != nil {
			return list
		}
	}
	return nil
}

// selected continues after case number index of a select.
func (e *evaluator) selected(n *localState, in *ir.Instr, index, position int, v, ok domain.Value) {
	parts := []domain.Value{e.Integer(int64(index)), ok}
	received := 0
	for _, c := range in.Cases {
		if c.Send {
			continue
		}
		if received == position {
			parts = append(parts, v)
		} else {
			parts = append(parts, e.Zero(c.Kind))
		}
		received++
	}
	e.set(n.top(), in.Dst, e.Tuple(parts...))
	n.top().declined = false
	n.top().pc++
}
