package holding

import (
	"maps"
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A Leftover is a goroutine that a function starts for a struct or a channel which it has made, where it fails afterwards, and returns without
// that: what would end the goroutine is done by functions that are called with the struct, or by the function itself, which has left it.
type Leftover struct {
	Rounds
	// Starts is where the function starts the goroutine, or calls the one that does, at Started.
	Starts, Started supergraph.Instruction
	// Fails is the side of a branch on which the function returns, Sides are those that it takes before.
	Fails Side
	Sides []Side
	// failing are the blocks on that side.
	failing map[int]bool
	// lost are the structs, and what else the function has made that leads to them.
	lost map[pointsto.Location]bool
	// ran are the functions that may run until it has returned, because of it, itself left out.
	ran map[*supergraph.Function]bool
}

// Leftovers lists the goroutines that a function leaves if it fails, one for each place where they are started.
func (a *Analysis) Leftovers(f *supergraph.Function) (list []Leftover) {
	for i := range f.Instructions() {
		l := Leftover{Rounds: Rounds{Analysis: a}, Starts: i, lost: map[pointsto.Location]bool{}}
		if !a.findStarted(&l) || isInLoop(i) && l.Starts != l.Started {
			continue
		}
		l.Rounds.comesNever, l.Rounds.closesNever = l.comesNever, l.closesNever
		if runs := a.CalleesAt(l.Started); len(runs) == 1 && a.failsAfter(&l) && l.neverEnd(runs[0]) && l.nobodyHasIt() {
			list = append(list, l)
		}
	}
	return list
}

// nobodyHasIt reports whether the goroutine waits for what is done with one of the structs, and nobody has that, before or after.
func (l *Leftover) nobodyHasIt() bool {
	return len(l.Vain) > 0 && !l.isPassed() && !l.isReturned() && !l.isGiven()
}

// findStarted finds the goroutine that an instruction starts: itself, or as a function that starts it in any case.
func (a *Analysis) findStarted(l *Leftover) bool {
	if l.Started = l.Starts; l.Starts.Instr().Op == ir.OpGo {
		return true
	}
	callees := a.CalleesAt(l.Starts)
	if l.Starts.Instr().Op != ir.OpCall || len(callees) != 1 {
		return false
	}
	maker := callees[0]
	for i := range maker.Instructions() {
		if i.Instr().Op == ir.OpGo && !isInLoop(i) && !maker.ReturnsWithout([]int{0}, i.At.Block) {
			l.Started = i
			return true
		}
	}
	return false
}

// failsAfter finds a branch on which the function returns when something has failed that it has done since.
func (a *Analysis) failsAfter(l *Leftover) bool {
	f := l.Starts.Parent
	for branch := range branchesOf(f) {
		if !isErrorTest(branch) || !ComesBefore(l.Starts, branch) || ComesBefore(branch, l.Starts) && !isInLoop(l.Starts) {
			continue
		}
		side, _ := a.errorSide(branch)
		sides, isPossible := a.sidesTo(branch)
		if !l.Starts.AlwaysComesBefore(branch) {
			starting, mayStart := a.sidesTo(l.Starts)
			isTaken := func(s Side) bool { return slices.Contains(starting, s.Other()) } // a loop ends that has started some
			sides = slices.DeleteFunc(sides, isTaken)
			isPossible = isPossible && mayStart && !a.askForTheSame(starting, append(slices.Clip(sides), Side{branch, side}))
			sides = append(starting, sides...)
		}
		first := f.SuccessorsOf(branch.At.Block)[side]
		if isPossible && a.mayTake(branch, side) && f.ReturnsWithout([]int{first}, nowhere) {
			l.Fails, l.Sides, l.failing = Side{branch, side}, sides, reachedFrom(f, first)
			l.findRan()
			return true
		}
	}
	return false
}

// askForTheSame reports whether some branches hang on something that others hang on, too: whoever comes there by the ones may not come by the
// others.
func (a *Analysis) askForTheSame(sides, others []Side) bool {
	return slices.ContainsFunc(sides, func(s Side) bool {
		return slices.ContainsFunc(others, func(o Side) bool { return s.Branch != o.Branch && a.groundsOf(s.Branch).shares(a.groundsOf(o.Branch)) })
	})
}

// findRan finds what may run until the function has returned.
func (l *Leftover) findRan() {
	l.ran = map[*supergraph.Function]bool{}
	for i := range l.Starts.Parent.Instructions() {
		if l.mayComeThere(i) {
			for _, callee := range l.CalleesAt(i) {
				l.VisitReached(callee, func(g *supergraph.Function) { l.ran[g] = true })
			}
		}
	}
}

// mayComeThere reports whether the function may come to an instruction until it has returned on the side on which it fails.
func (l *Leftover) mayComeThere(i supergraph.Instruction) bool {
	leaves := l.Fails.Branch.At.Block
	return l.Starts.Parent.Leads(i.At.Block, leaves) || i.At.Block == leaves || l.failing[i.At.Block]
}

// mayComeThereWith is mayComeThere while the function has what it has made last of some place: in each turn of a loop it may make another one.
func (l *Leftover) mayComeThereWith(i supergraph.Instruction, of pointsto.Location) bool {
	f, made := l.Starts.Parent, &l.Points.Objects[of]
	if made.Function != f.Function || i.At.Block == made.At.Block || l.failing[i.At.Block] {
		return l.mayComeThere(i)
	}
	return f.Reaches([]int{i.At.Block}, l.Fails.Branch.At.Block, made.At.Block)
}

// comesNever reports whether nobody does what a case of a select waits for once the struct is lost.
func (l *Leftover) comesNever(f *supergraph.Function, c *ir.SelectCase) bool {
	locations := l.Points.Operand(f.Function, c.Chan)
	return !c.Send && len(locations) > 0 && !slices.ContainsFunc(locations, func(of pointsto.Location) bool { return !l.isEndedByStruct(of) })
}

// closesNever reports whether nobody closes that from which an instruction receives once the struct is lost.
func (l *Leftover) closesNever(i supergraph.Instruction) bool {
	return i.Instr().Op == ir.OpReceive && l.comesNever(i.Parent, &ir.SelectCase{Chan: i.Instr().Args[0]})
}

// isEndedByStruct reports whether only who has a struct that is lost sends on a channel, or closes it, or ends a context.
func (l *Leftover) isEndedByStruct(of pointsto.Location) bool {
	kind := l.Points.Objects[of].Kind
	ends, isKept := of, kind == pointsto.Channel
	if kind == pointsto.Context {
		ends, isKept = l.Points.CancelOf(of)
		isKept = isKept && !l.Points.GivesCancel(of)
	}
	return isKept && l.isMadeHere(of) && !l.isDoneHere(of) && l.isInLost(ends)
}

// isMadeHere reports whether the function makes something, or what it runs does.
func (l *Leftover) isMadeHere(of pointsto.Location) bool {
	maker := l.Functions[l.Points.Objects[of].Function]
	return maker != nil && l.runs(l.Starts.Parent, maker)
}

// isDoneHere reports whether somebody sends on a channel, closes it, or ends a context until the function has returned.
func (l *Leftover) isDoneHere(of pointsto.Location) bool {
	ends := func(g *supergraph.Function, isThere func(supergraph.Instruction) bool) bool {
		return slices.ContainsFunc(l.Operations(g), func(o supergraph.Operation) bool {
			return (o.Sends || o.IsClose()) && slices.Contains(o.Objects, of) && isThere(g.At(o.At))
		})
	}
	anywhere := func(supergraph.Instruction) bool { return true }
	return ends(l.Starts.Parent, func(i supergraph.Instruction) bool { return l.mayComeThereWith(i, of) }) || slices.ContainsFunc(l.Order, func(g *supergraph.Function) bool { return l.ran[g] && ends(g, anywhere) })
}

// isInLost reports whether something is in fields of structs that are lost, and in variables of those who have these.
func (l *Leftover) isInLost(of pointsto.Location) bool {
	return !slices.ContainsFunc(l.Into[of], func(holder pointsto.Location) bool { return !l.leadsToLost(holder) })
}

// leadsToLost reports whether what holds something is lost itself: a field of a struct of which the function has made the only ones
// there are, a variable, an interface, or a literal that nobody has who isn't seen.
func (l *Leftover) leadsToLost(holder pointsto.Location) bool {
	o := &l.Points.Objects[holder]
	switch {
	case o.Kind == pointsto.Field:
		structs := l.structsOf(pointsto.TypeOfField(o.Name))
		return len(structs) == 1 && l.isLost(structs[0])
	case o.Kind == pointsto.Closure:
		return !l.Points.Escapes(holder) && l.isLost(holder)
	}
	return (o.Kind == pointsto.Variable || o.Kind == pointsto.Box) && l.isLost(holder)
}

// isLost reports whether nobody has something when the function has returned that it has made: it is nowhere but in what is lost.
func (l *Leftover) isLost(of pointsto.Location) bool {
	if known, ok := l.lost[of]; ok {
		return known
	}
	l.lost[of] = true // in circles
	if l.isMadeHere(of) && !slices.ContainsFunc(l.Into[of], func(holder pointsto.Location) bool { return !l.leadsToLost(holder) }) {
		return true
	}
	maps.DeleteFunc(l.lost, func(_ pointsto.Location, isLost bool) bool { return isLost }) // what was found in such a circle
	l.lost[of] = false
	return false
}

// isPassed reports whether the function may have been given one of the structs: others have that.
func (l *Leftover) isPassed() bool {
	f := l.Starts.Parent
	isOne := func(of pointsto.Location) bool { return l.lost[of] }
	for register := range f.Params + f.FreeVars {
		if slices.ContainsFunc(l.Points.Register(f.Function, register), isOne) || f.ParamType(register) != "" && slices.ContainsFunc(l.structsOf(f.ParamType(register)), isOne) {
			return true
		}
	}
	return false
}

// isReturned reports whether the function may return one of the structs, or what leads to them, when it has failed. Any literal may
// have captured one.
func (l *Leftover) isReturned() bool {
	f := l.Starts.Parent
	for block := range l.failing {
		last := f.Blocks[block].Terminator()
		if last.Op == ir.OpReturn && slices.ContainsFunc(last.Args, func(o ir.Operand) bool {
			return slices.ContainsFunc(l.Points.Operand(f.Function, o), func(of pointsto.Location) bool { return l.lost[of] || l.Points.Objects[of].Kind == pointsto.Closure })
		}) {
			return true
		}
	}
	return false
}

// isGiven reports whether the function, or what it runs, gives one of the structs to code that isn't seen.
func (l *Leftover) isGiven() bool {
	run := []*ir.Function{l.Starts.Parent.Function}
	for _, g := range l.Order {
		if l.ran[g] {
			run = append(run, g.Function)
		}
	}
	given, received := l.Points.GivenBy(run, nil)
	for of, isLost := range l.lost {
		if isLost && (given[of] || received[of]) {
			return true
		}
	}
	return false
}
