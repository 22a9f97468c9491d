package holding

import (
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// A Stream is a channel on which a goroutine sends without looking at what ends the goroutine, though it does elsewhere: the author
// knows that others end it. (Deviant behaviour, as Engler and others 2001 have it, within one function.) All who receive may have
// gone then: they look at the same, and leave, or they are callers who have the channel to receive from it, and needn't any more.
type Stream struct {
	Channel pointsto.Location
	// Capacity is that of the channel, Filled are the sends on it before the goroutine is started.
	Capacity int
	Filled   []supergraph.Instruction
	Started  supergraph.Instruction
	Ending   Ending
	// Sent is the send, to which Calls lead from the loop.
	Sent  supergraph.Instruction
	Calls []supergraph.Instruction
	Sides []Side
	// By returns the channel to callers. If there are none, Received is one of those selects in which somebody receives, or leaves.
	By       *supergraph.Function
	Received supergraph.Instruction
}

// An Ending is where a goroutine returns as others than the package want it to.
type Ending struct {
	// Looks is a select with a case, or a branch with a side, for that; Out is the block to which the goroutine comes then.
	Looks supergraph.Instruction
	Out   int
	// Quit is closed, or cancelled, or a flag is set, at Set, by a function that By runs, which others call. There are none if it is
	// a context of theirs that has ended. Context is the call of a method of that, or of one that is cancelled; Text names it.
	Quit    pointsto.Location
	Set     supergraph.Instruction
	By      *supergraph.Function
	Context *ir.Instr
	Text    string
}

// Streams lists those of a function that runs as a goroutine, one for each channel.
func (a *Analysis) Streams(f *supergraph.Function) (list []Stream) {
	start, ok := a.StartOf(f)
	if !ok {
		return nil
	}
	for _, ending := range a.endingsOf(f) {
		for i := range f.Instructions() {
			s := Stream{Started: start, Ending: ending}
			isKnown := func(other Stream) bool { return other.Channel == s.Channel }
			if a.findStream(&s, i) && !slices.ContainsFunc(list, isKnown) {
				list = append(list, s)
			}
		}
	}
	return list
}

// endingsOf lists where a goroutine returns as others want it to.
func (a *Analysis) endingsOf(f *supergraph.Function) (list []Ending) {
	for i := range f.Instructions() {
		for n := range i.Instr().Cases {
			if e, ok := a.endingCase(i, n); ok {
				list = append(list, e)
			}
		}
		if e, ok := a.endingBranch(i); ok {
			list = append(list, e)
		}
	}
	return list
}

// endingCase is the ending that a case of a select is.
func (a *Analysis) endingCase(looks supergraph.Instruction, n int) (e Ending, ok bool) {
	f, c := looks.Parent, &looks.Instr().Cases[n]
	e.Looks = looks
	if done := f.Definition(f.Original(c.Chan)); done != nil && done.Op == ir.OpCall {
		e.Context, e.Text = done, contextIn(done)
	}
	if !a.isContextOfWorld(f, c) {
		e.Quit, e.Set, ok = a.toldBy(looks, n)
		if !ok || !a.findEnder(&e) || a.runs(f, e.Set.Parent) {
			return e, false
		}
	}
	e.Out, ok = f.AfterCase(looks, n)
	return e, ok && e.isWayOut()
}

// toldBy is the channel, or the context that the package has made to be cancelled, for which a case of a select is, and where
// the one is closed or the other cancelled.
func (a *Analysis) toldBy(looks supergraph.Instruction, n int) (quit pointsto.Location, set supergraph.Instruction, ok bool) {
	locations := a.Points.Operand(looks.Parent.Function, looks.Instr().Cases[n].Chan)
	if len(locations) == 1 && a.Points.Objects[locations[0]].Kind == pointsto.Context {
		set, ok = a.closeOf(locations[0])
		return locations[0], set, ok
	}
	return a.endOf(looks, n)
}

// endingBranch is the ending that a side of a branch is: on a flag that stays as others set it, or on whether a context has ended.
func (a *Analysis) endingBranch(branch supergraph.Instruction) (e Ending, ok bool) {
	if branch.Instr().Op != ir.OpIf {
		return e, false
	}
	f := branch.Parent
	e.Looks = branch
	flag, value, ok := a.flagOf(branch)
	if ok {
		e.Set = a.settingOf(flag, value)
		ok = e.Set.Parent != nil && a.findEnder(&e)
	} else if e.Context, value, ok = a.contextOf(branch); ok {
		e.Text = contextIn(e.Context)
	} else {
		e.Text, value, ok = a.contextBehind(branch)
	}
	leaves := 0
	if !value {
		leaves = 1
	}
	e.Out = f.SuccessorsOf(branch.At.Block)[leaves]
	return e, ok && e.isWayOut()
}

// contextOf is the call by which a branch asks whether a context has ended that others may end, and whether it takes its first side
// then.
func (a *Analysis) contextOf(branch supergraph.Instruction) (call *ir.Instr, isFirst, ok bool) {
	f := branch.Parent
	asked := f.Definition(branch.Instr().Args[0])
	if asked == nil || asked.Op != ir.OpBinary || asked.Kind != ir.ErrorKind {
		return nil, false, false
	}
	call = f.Definition(f.Original(asked.Args[0]))
	if call == nil || call.Op != ir.OpCall || call.Method != "Err" || call.TypeName != ir.ContextType {
		return nil, false, false
	}
	return call, asked.Name == "!=", a.isOfWorld(f, call.Args[0])
}

// contextIn is the text of the context of which a call is that of a method.
func contextIn(call *ir.Instr) string { return strings.TrimSuffix(call.Text, "."+call.Method+"()") }

// contextBehind is the context that callers have given a function, with which that has got something that a branch out of a loop asks
// whether there is more, and the answer with which that ends. Such answers come to an end when the context does.
func (a *Analysis) contextBehind(branch supergraph.Instruction) (name string, value, ok bool) {
	f := branch.Parent
	o, negated := f.Negated(branch.Instr().Args[0])
	if !isInLoop(branch) || !a.asksOutside(f, o) {
		return "", false, false
	}
	if asked := f.Definition(o); asked.Op == ir.OpBinary {
		negated = asked.Name == "!="
	}
	name, ok = a.contextAmong(f, o, longestOrigin)
	return name, negated, ok
}

// longestOrigin limits through how many calls, parts and functions it is asked where a value comes from.
const longestOrigin = 12

// contextAmong is the context of callers from which a value comes by calls that aren't seen.
func (a *Analysis) contextAmong(f *supergraph.Function, o ir.Operand, depth int) (name string, ok bool) {
	o = f.Original(o)
	if o.Kind != ir.Register || depth == 0 {
		return "", false
	}
	if o.Reg < f.Params+f.FreeVars {
		if f.ParamType(o.Reg) == ir.ContextType && a.isChosenByCallers(f, o) {
			return f.ParamNames[o.Reg], true
		}
		return a.contextPassed(f, o, depth)
	}
	i, ok := f.DefinedAt(o)
	if !ok || len(a.CalleesAt(i)) > 0 {
		return "", false
	}
	switch i.Instr().Op {
	case ir.OpCall, ir.OpExtract, ir.OpBinary:
		for _, arg := range i.Instr().Args {
			if name, ok = a.contextAmong(f, arg, depth-1); ok {
				return name, true
			}
		}
	}
	return "", false
}

// contextPassed is contextAmong for what the one call of a function passes, or what its one closure captures.
func (a *Analysis) contextPassed(f *supergraph.Function, o ir.Operand, depth int) (name string, ok bool) {
	switch {
	case o.Reg >= f.Params && len(a.Closures[f]) == 1:
		made := a.Closures[f][0]
		return a.contextAmong(made.Parent, made.Instr().Args[o.Reg-f.Params], depth-1)
	case o.Reg < f.Params && !a.isOpen(f) && len(f.Callers) == 1:
		if given, isGiven := supergraph.Argument(f.Callers[0].Instr(), f, o.Reg); isGiven {
			return a.contextAmong(f.Callers[0].Parent, given, depth-1)
		}
	}
	return "", false
}

// isWayOut reports whether a goroutine returns in any case then.
func (e *Ending) isWayOut() bool {
	f := e.Looks.Parent
	return f.ReturnsWithout([]int{e.Out}, nowhere) && !reachedFrom(f, e.Out)[e.Looks.At.Block]
}

// flagOf is the flag for which a branch asks, itself or by a function that returns it, and the value with which it takes its first side.
func (a *Analysis) flagOf(branch supergraph.Instruction) (flag pointsto.Location, value, ok bool) {
	f := branch.Parent
	o, negated := f.Negated(branch.Instr().Args[0])
	if call, isDefined := f.DefinedAt(o); isDefined && call.Instr().Op == ir.OpCall {
		callees := a.CalleesAt(call)
		if len(callees) != 1 {
			return 0, false, false
		}
		f = callees[0]
		if o, ok = answerOf(f); !ok {
			return 0, false, false
		}
	}
	cells := a.Memory(f, loadedFrom(f, o))
	if len(cells) != 1 {
		return 0, false, false
	}
	return cells[0], !negated, a.isFlag(cells[0])
}

// answerOf is what a function returns that does so in one place, but for what it returns if it has recovered from a panic. One that
// defers something keeps it in a variable until that is done.
func answerOf(f *supergraph.Function) (answer ir.Operand, ok bool) {
	for b := range f.Blocks {
		if end := f.Blocks[b].Terminator(); end.Op == ir.OpReturn && b != f.Recover {
			if ok || len(end.Args) != 1 {
				return answer, false
			}
			answer, ok = end.Args[0], true
		}
	}
	variable := loadedFrom(f, answer)
	if made := f.Definition(variable); made == nil || made.Op != ir.OpAlloc {
		return answer, ok
	}
	isStored := false
	for i := range f.Instructions() {
		if in := i.Instr(); in.Op == ir.OpStore && in.Args[0] == variable {
			answer, ok = in.Args[1], !isStored
			isStored = true
		}
	}
	return answer, ok && isStored
}

// isFlag reports whether all that is ever stored in a field is the same constant, but when its struct is made.
func (a *Analysis) isFlag(l pointsto.Location) bool {
	values := [2]bool{}
	for _, store := range a.Stores[l] {
		in := store.Instr()
		switch {
		case in.Op != ir.OpStore:
			return false
		case isNew(store.Parent, store.Parent.BaseOfPart(in.Args[0])):
		case in.Args[1].Kind != ir.BoolConst:
			return false
		default:
			values[in.Args[1].Int&1] = true
		}
	}
	return a.Points.Objects[l].Kind == pointsto.Field && values[0] != values[1]
}

// settingOf is where a flag is set to a value.
func (a *Analysis) settingOf(flag pointsto.Location, value bool) (set supergraph.Instruction) {
	for _, store := range a.Stores[flag] {
		if in := store.Instr(); in.Args[1].Kind == ir.BoolConst && (in.Args[1].Int != 0) == value && !isNew(store.Parent, store.Parent.BaseOfPart(in.Args[0])) {
			return store
		}
	}
	return set
}

// findEnder finds a function that others call, by an exported name, and that runs what ends a goroutine.
func (a *Analysis) findEnder(e *Ending) bool {
	for _, f := range a.Order {
		if a.isOpen(f) && hasExportedName(f) && a.runs(f, e.Set.Parent) && !a.runs(f, e.Looks.Parent) {
			e.By = f
			return true
		}
	}
	return false
}

// findStream finds the channel on which an instruction in the loop sends, or what it calls, and reports whether whoever
// receives from it may have gone.
func (a *Analysis) findStream(s *Stream, i supergraph.Instruction) bool {
	f, looks := i.Parent, s.Ending.Looks
	if !f.Leads(looks.At.Block, i.At.Block) && !f.Leads(i.At.Block, looks.At.Block) || !f.Leads(i.At.Block, i.At.Block) || !a.findSend(s, i) {
		return false
	}
	capacity, known := a.Points.Objects[s.Channel].Capacity()
	s.Capacity, s.Filled = capacity, a.sentBefore(s.Started, s.Channel)
	if !known || capacity > len(s.Filled) && !a.mayGoRound(i) || a.isKeptFrom(&s.Ending, s.Sent, i) {
		return false
	}
	var isPossible bool
	s.Sides, isPossible = a.sidesInLoop(i, &s.Ending)
	return isPossible && a.comesAbout(i) && (a.isLeftByCallers(s) || a.isLeftByAll(s))
}

// isLeftByCallers reports whether callers alone receive from a channel, who need not any more when they have ended the goroutine.
func (a *Analysis) isLeftByCallers(s *Stream) bool {
	return a.isMadeWith(s) && !a.isFlushed(s) && !a.isFed(s.Ending.Looks.Parent) && a.isForCallersAlone(s)
}

// isMadeWith reports whether a channel is made by who starts the goroutine: else there may be one for each message.
func (a *Analysis) isMadeWith(s *Stream) bool {
	maker := a.Functions[a.Points.Objects[s.Channel].Function]
	return maker != nil && a.runs(maker, s.Ending.Looks.Parent)
}

// isFlushed reports whether the goroutine still sends when it has seen that it is to end: somebody is to receive that.
func (a *Analysis) isFlushed(s *Stream) bool {
	f := s.Ending.Looks.Parent
	after := reachedFrom(f, s.Ending.Out)
	for i := range f.Instructions() {
		if after[i.At.Block] && slices.Contains(a.sentAt(i), s.Channel) {
			return true
		}
	}
	return false
}

// isFed reports whether a goroutine gets what it sends from callers of the package, or waits for them to ask for it: who ends it
// may be one of these, and those who receive others.
func (a *Analysis) isFed(f *supergraph.Function) bool {
	return slices.ContainsFunc(a.Operations(f), func(o supergraph.Operation) bool {
		isFeeding := func(other supergraph.Operation) bool {
			return (o.Receives && other.Sends || other.Kind == model.Cond) && slices.ContainsFunc(o.Objects, func(l pointsto.Location) bool { return slices.Contains(other.Objects, l) })
		}
		return slices.ContainsFunc(a.Order, func(user *supergraph.Function) bool {
			return slices.ContainsFunc(a.Operations(user), isFeeding) && a.isRunBeside(user, f)
		})
	})
}

// isRunBeside reports whether callers of the package run a function, but don't start another one with that.
func (a *Analysis) isRunBeside(f, other *supergraph.Function) bool {
	return slices.ContainsFunc(a.Order, func(caller *supergraph.Function) bool {
		return a.isOpen(caller) && a.runs(caller, f) && !a.runs(caller, other)
	})
}

// findSend finds the send that an instruction is, or that what it calls comes to in any case.
func (a *Analysis) findSend(s *Stream, i supergraph.Instruction) bool {
	for _, channel := range a.sentAt(i) {
		sent, calls, _, ok := a.sendsAt(i, channel)
		if ok {
			s.Channel, s.Sent, s.Calls = channel, sent, calls
			return true
		}
	}
	return false
}

// sentAt are the channels on which an instruction may send, or what it calls.
func (a *Analysis) sentAt(i supergraph.Instruction) (list []pointsto.Location) {
	if i.Instr().Op == ir.OpSend {
		return a.Points.Operand(i.Parent.Function, i.Instr().Args[0])
	}
	for _, callee := range a.CalleesAt(i) {
		for _, o := range a.Operations(callee) {
			if o.Sends {
				list = append(list, o.Objects...)
			}
		}
	}
	return list
}

// sentBefore are the sends on a channel without which a function doesn't come to where it starts a goroutine.
func (a *Analysis) sentBefore(start supergraph.Instruction, channel pointsto.Location) (list []supergraph.Instruction) {
	for i := range start.Parent.Instructions() {
		if a.sendsOn(i, channel) && i.AlwaysComesBefore(start) {
			list = append(list, i)
		}
	}
	return list
}

// isKeptFrom reports whether who ends a goroutine has to wait until somebody is past some instructions, who has a lock there that
// he takes.
func (a *Analysis) isKeptFrom(e *Ending, passed ...supergraph.Instruction) bool {
	if e.By == nil {
		return false
	}
	taken := a.locksOf(e.By)
	return slices.ContainsFunc(passed, func(i supergraph.Instruction) bool { return pointsto.Overlap(a.locksAt(i), taken) })
}

// sidesInLoop is sidesTo for whoever comes to an instruction in a loop, which goes on for all that the program says, without having seen
// that he is to end.
func (a *Analysis) sidesInLoop(i supergraph.Instruction, ending *Ending) (list []Side, ok bool) {
	f := i.Parent
	list = slices.DeleteFunc(a.decide(i), func(s Side) bool {
		isPassed := !f.Reaches([]int{0}, i.At.Block, s.Branch.At.Block)
		return !isPassed || s.Branch == ending.Looks || isEndOfRange(s, i)
	})
	return list, !slices.ContainsFunc(list, func(s Side) bool {
		_, entersRange := rangedOver(s)
		return !entersRange && !a.mayTake(s.Branch, s.Edge)
	})
}

// mayGoRound reports whether a loop may come to an instruction again and again, for all that the program says.
func (a *Analysis) mayGoRound(i supergraph.Instruction) bool {
	f := i.Parent
	for branch := range branchesOf(f) {
		if f.Loops[branch.At.Block] < 0 || !f.Leads(i.At.Block, branch.At.Block) {
			continue
		}
		for edge, next := range f.SuccessorsOf(branch.At.Block) {
			if !f.Reaches([]int{next}, i.At.Block, nowhere) && !a.mayTake(branch, 1-edge) {
				return false
			}
		}
	}
	return true
}

// isForCallersAlone reports whether a channel is one from which just callers receive, to whom some function returns it,
// and which they can't close.
func (a *Analysis) isForCallersAlone(s *Stream) bool {
	l := s.Channel
	if a.Points.Objects[l].Kind != pointsto.Channel || a.Points.Escapes(l) || a.Points.CanSend(l) || !a.isReceivedOnlyIn(l, nil) || a.isConverted(l) {
		return false
	}
	for _, f := range a.Order {
		if a.isOpen(f) && a.returns(f, l) {
			s.By = f
			return true
		}
	}
	return false
}

func (a *Analysis) returns(f *supergraph.Function, l pointsto.Location) bool {
	return slices.ContainsFunc(f.Returned(), func(o ir.Operand) bool { return slices.Contains(a.Points.Operand(f.Function, o), l) })
}

// isLeftByAll reports whether all who receive from a channel in a field look at what ends the goroutine, and return then; it finds
// one of them. They do so whoever sends: the goroutine asks for the end just where it waits for more.
func (a *Analysis) isLeftByAll(s *Stream) bool {
	l, e := s.Channel, &s.Ending
	in := e.Looks.Instr()
	if in.Op != ir.OpSelect || in.Default || isInLoop(s.Started) || s.Capacity > 0 && !a.isMadeWith(s) || e.By != nil && (a.looksAtEnd(s.Sent, e.Quit) || a.isSteeredBy(s.Sent, e.Set.Parent)) ||
		!a.isInField(l) || !a.isOfOne(l) || a.isKnownElsewhere(l) || !a.isClosedOnlyIn(l, nil) {
		return false
	}
	for _, user := range a.Users[l] {
		for _, o := range a.Operations(user) {
			if !o.Receives || !slices.Contains(o.Objects, l) {
				continue
			}
			received := user.At(o.At)
			if !a.leavesFor(received, e, l) {
				return false
			}
			s.Received = received
		}
	}
	return s.Received.Parent != nil && (e.By == nil || !a.runs(e.Set.Parent, s.Received.Parent))
}

// leavesFor reports whether a select has a case for what ends a goroutine, after which its function receives nothing from a
// channel any more, and returns.
func (a *Analysis) leavesFor(received supergraph.Instruction, e *Ending, channel pointsto.Location) bool {
	in := received.Instr()
	return in.Op == ir.OpSelect && !in.Default && a.hasWayOut(received, e, channel)
}

func (a *Analysis) hasWayOut(received supergraph.Instruction, e *Ending, channel pointsto.Location) bool {
	for n := range received.Instr().Cases {
		if a.isFor(received, n, e) {
			return !a.receivesAfter(received, n, channel)
		}
	}
	return false
}

// isFor reports whether a case of a select is for what ends a goroutine: of two contexts, whether they are in the same field, which
// only new structs have set.
func (a *Analysis) isFor(received supergraph.Instruction, n int, e *Ending) bool {
	f, c := received.Parent, &received.Instr().Cases[n]
	if e.By != nil {
		return !c.Send && slices.Equal(a.Points.Operand(f.Function, c.Chan), []pointsto.Location{e.Quit})
	}
	done := f.Definition(f.Original(c.Chan))
	if !a.isContextOfWorld(f, c) || done == nil {
		return false
	}
	field := a.Memory(f, loadedFrom(f, done.Args[0]))
	return len(field) == 1 && a.isSetOnce(field[0]) && slices.Equal(field, a.Memory(e.Looks.Parent, loadedFrom(e.Looks.Parent, e.Context.Args[0])))
}
