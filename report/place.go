package report

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/model"
)

// A Package is the package that is reported on.
type Package interface {
	// Owns reports whether a place is in a file of the package.
	Owns(model.Site) bool
	// Call spells the function of a call in the package, without arguments; "" if it can't. Of a literal it says what it is.
	Call(model.Site) string
	// Text is the source of a place in the package, on one line; "" if it is too long or isn't known. Of a call that would be
	// too long with its arguments these are Omitted.
	Text(model.Site) string
	// Argument is the source of what a call in the package passes for a parameter of the function that a place is in, if that never
	// gives it another value; "" if it isn't known.
	Argument(inside, call model.Site, parameter string) string
	// Function is the name of the function of the package that a place is in; "" if that is a literal, or isn't known.
	Function(inside model.Site) string
	// IsStarted reports whether a function literal at a place in the package is what a go statement runs.
	IsStarted(model.Site) bool
}

// What has no name that could be told is called by what it is.
const (
	DeferredLiteral = "the deferred function"
	CalledLiteral   = "the function literal"
)

// Omitted stands for the arguments of a call of which nobody would read all.
const Omitted = "…"

// place is where the reader sees something: the place itself, or the innermost call in his own package
// that leads there, and what that calls.
func (n *narrator) place(site model.Site, via []model.Site) (place model.Site, call string) {
	if n.pkg == nil || n.pkg.Owns(site) {
		return site, ""
	}
	for _, v := range slices.Backward(via) {
		if n.pkg.Owns(v) {
			return v, n.pkg.Call(v)
		}
	}
	return site, ""
}

// leading are the calls that lead a process to a place: those of its function, or if none of them is in the reader's package, nor the
// place, those that lead to its start before, which is one of them then.
func (n *narrator) leading(process int, site model.Site, via []model.Site) []model.Site {
	if n.pkg == nil || n.pkg.Owns(site) || slices.ContainsFunc(via, n.pkg.Owns) {
		return via
	}
	for i, s := range slices.Backward(n.finding.Trace) {
		if s.Spawned == process {
			t := n.at(&n.finding.Trace[i])
			return slices.Concat(n.leading(s.Process, t.Site, t.Via), []model.Site{t.Site}, via)
		}
	}
	return via
}

// placed has steps of goroutines that never come to the reader's package stand where that has them started.
func (n *narrator) placed(steps []Step) []Step {
	for i, s := range steps {
		if s.Act != nil {
			steps[i].Via = n.leading(s.Act.Goroutine, s.Site, s.Via)
		}
	}
	return steps
}

// outermost is where the function of a goroutine itself comes to a place: at a call, or at the place.
func (n *narrator) outermost(site model.Site, via []model.Site) model.Site {
	for _, v := range via {
		if n.pkg != nil && n.pkg.Owns(v) {
			return v
		}
	}
	place, _ := n.place(site, via)
	return place
}

// where names a place for the reader.
func (n *narrator) where(site model.Site, via []model.Site) string {
	place, _ := n.place(site, via)
	return "at " + short(place) + n.within(site, via)
}

// within says in which call something happens that another package does.
func (n *narrator) within(site model.Site, via []model.Site) string {
	if _, call := n.place(site, via); call != "" {
		return " in " + call
	}
	return ""
}

// short is a place in few letters: the file's own name and the line.
func short(site model.Site) string {
	return filepath.Base(site.File) + ":" + strconv.Itoa(site.Line)
}

// mostCalls is how many new calls are told before a step. Of more only the first and the last are.
const mostCalls = 2

// withCalls puts the calls before steps through which they happen.
func (n *narrator) withCalls(steps []Step) []Step {
	if n.pkg == nil {
		return steps
	}
	var list []Step
	stacks := map[int][]model.Site{} // by process
	for _, s := range steps {
		if s.Act == nil {
			list = append(list, s)
			continue
		}
		place, _ := n.place(s.Site, s.Via)
		var stack []model.Site
		for _, v := range s.Via {
			// Who stands for callers is called where the objects are made.
			if n.pkg.Owns(v) && v != place && v != n.sys.Processes[s.Act.Goroutine].Site {
				stack = append(stack, v)
			}
		}
		var calls []Step
		for _, v := range fewest(above(stacks[s.Act.Goroutine], stack)) {
			if called := n.pkg.Call(v); called != "" {
				next := append(slices.Clip(stack), place)[slices.Index(stack, v)+1]
				text := n.who(s.Act.Goroutine) + " calls " + n.withLine(called, v) + n.leadingTo(called, next)
				calls = append(calls, Step{Site: v, Text: text, Act: &Act{Goroutine: s.Act.Goroutine, Kind: ActCall}})
			}
		}
		list = slices.Insert(list, n.before(list, &s), calls...)
		if slices.Contains(s.Via, place) {
			stack = append(stack, place) // what comes later in that call, in the reader's package again, has had it told
		}
		stacks[s.Act.Goroutine] = stack
		list = append(list, s)
	}
	return list
}

// withLine says of a function without a name in which line it is.
func (n *narrator) withLine(called string, site model.Site) string {
	if called != DeferredLiteral && called != CalledLiteral {
		return called
	}
	return called + " at " + n.line(site)
}

// leadingTo says which function a call leads to, if that has another name than what is called: a reader doesn't see that fmt.Sprintf calls String.
func (n *narrator) leadingTo(called string, next model.Site) string {
	function := n.pkg.Function(next)
	if function == "" || lastName(called) == lastName(function) {
		return ""
	}
	return ", which leads to " + function
}

// before is where the calls stand that lead to a step. They come before what makes a panic of that, and before who tells the story is
// stuck.
func (n *narrator) before(list []Step, s *Step) int {
	for i := len(list) - 1; i >= 0 && list[i].Act != nil && list[i].Act.Goroutine != s.Act.Goroutine; i-- {
		a := list[i].Act
		if a.Kind == ActBlock && s.Act.Kind == ActAlso || a.Kind == model.Close.String() && s.Act.Kind == ActPanic && a.Object == s.Act.Object {
			return i
		}
	}
	return len(list)
}

// above is what is left of a stack of calls above those that another one has, too.
func above(known, stack []model.Site) []model.Site {
	i := 0
	for i < len(known) && i < len(stack) && known[i] == stack[i] {
		i++
	}
	return stack[i:]
}

func fewest(calls []model.Site) []model.Site {
	if len(calls) <= mostCalls {
		return calls
	}
	return []model.Site{calls[0], calls[len(calls)-1]}
}
