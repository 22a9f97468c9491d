package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Tell puts a finding into words: one sentence, and the execution. It names
// things as the programmer does, and never mentions the model. What happens in other packages is told by the
// calls that lead there from the package that is reported on, if that is known.
func Tell(sys *model.System, f *verify.Finding, pkg Package) Finding {
	return newNarrator(sys, f, pkg).tell()
}

func newNarrator(sys *model.System, f *verify.Finding, pkg Package) *narrator {
	f, needed := causal(sys, f, verify.Needed(sys, f))
	n := &narrator{sys: sys, finding: f, pkg: pkg, ends: replay(sys, f), needed: needed}
	n.dropSuccess()
	n.partakers = n.whoTakesPart()
	return n
}

func (n *narrator) tell() Finding {
	n.order = n.inOrder()
	n.order = appearing(n.steps(), n.order)
	own, steps := n.own(), n.steps()
	names := n.goroutines(steps)
	n.order = nil
	what, rest := n.what(), n.message()
	told := Finding{
		Category: string(n.finding.Category), Site: own.Site, Via: own.Via, Message: what + rest,
		Steps: steps, Goroutines: names, what: len(what), again: n.again(), unexplained: n.isUnexplained(),
	}
	if h := n.kept; h != nil {
		what, rest = n.whatIsKept(h)
		told.kept, told.tail, told.what = n.whereKept(h), nextBlocks, len(what)
		told.Site, told.Via, told.Message = told.kept.Last, nil, what+rest+nextBlocks
	}
	return told
}

// isUnexplained reports whether somebody waits for a wait group, and nothing is known of who doesn't call Done.
func (n *narrator) isUnexplained() bool {
	if !n.finding.Category.IsStuck() || n.waiting()[0].Kind != model.Wait {
		return false
	}
	return n.hindered("", n.own().Object, model.Add) == "" && len(n.gone()) == 0
}

// MessageFrom is the message for another place: it says where the operation is.
func (f *Finding) MessageFrom() string {
	return f.Message[:f.what] + " at " + short(f.Site) + f.Message[f.what:]
}

// A narrator has what the words depend on.
type narrator struct {
	sys     *model.System
	finding *verify.Finding
	pkg     Package
	ends    *ending
	needed  []bool // of each step, whether it assumes what the finding hangs on
	order   []int  // of the processes of the story, nil in the sentence
	kept    *hold  // by a call that has returned; nil if the finding isn't about that
	// partakers are the processes that the story is about.
	partakers map[int]bool
}

// waiting are the transitions of the state that the finding is about.
func (n *narrator) waiting() []model.Transition {
	return n.transitions(n.finding.Process, n.finding.State)
}

// awaited are the transitions that wait for others: those of the state that the finding is about, or
// the send of a message that is left.
func (n *narrator) awaited() []model.Transition {
	if n.finding.Category.IsStuck() {
		return n.waiting()
	}
	return []model.Transition{*n.wrong()}
}

// wrong is the step that goes wrong: the operation of the finding, or if that is only where a panic ends the program
// once deferred calls have run, what has begun it.
func (n *narrator) wrong() *model.Transition {
	own := n.own()
	if n.finding.Category == verify.Panic && own.Object < 0 {
		for _, s := range slices.Backward(n.finding.Trace) {
			if t := n.at(&s); s.Process == n.finding.Process && t.Kind == model.Fault {
				return t
			}
		}
	}
	return own
}

// transitions are those of a local state, but for what only says where a fault
// would lead.
func (n *narrator) transitions(process, state int) []model.Transition {
	all := n.sys.Processes[process].States[state].Transitions
	operations := slices.DeleteFunc(slices.Clone(all), func(t model.Transition) bool { return t.Kind == model.Fault })
	if len(operations) == 0 {
		return all
	}
	return operations
}

// own is the transition that stands for the operation of the finding.
func (n *narrator) own() *model.Transition {
	f := n.finding
	return f.In(n.sys)
}

// what is the beginning of the one sentence of a diagnostic: what operation it is about.
func (n *narrator) what() string {
	own := n.own()
	in := n.within(own.Site, own.Via)
	switch {
	case n.finding.Category == verify.Panic && n.wrong().Object >= 0 && own.Kind != model.Spawn:
		return fmt.Sprintf("%s: %s (%s%s)%s", n.outcome(), n.finding.Text, n.name(n.wrong().Object), n.lockedOtherwise(), in)
	case n.finding.Category == verify.Panic:
		return n.outcome() + ": " + n.finding.Text + in
	case n.finding.Category.IsStuck():
		return n.operation(n.waiting()) + in
	}
	return "message sent on " + n.name(own.Object) + in
}

// outcome is how the runtime ends a program. What it calls a fatal error nobody can recover from.
func (n *narrator) outcome() string {
	if wrong := n.wrong(); wrong.Kind != model.Spawn && wrong.Object >= 0 && n.sys.Objects[wrong.Object].Kind.IsLock() {
		return "fatal error"
	}
	return panics
}

// panics is how a program ends that might have recovered.
const panics = "panic"

// message is the rest of the sentence.
func (n *narrator) message() string {
	sentence := " blocks forever" + n.instead()
	switch n.finding.Category {
	case verify.Panic:
		return n.instead() + n.whyClosed() + n.condition()
	case verify.Orphan, verify.OrphanTest:
		return " is never received: nobody receives from it"
	case verify.OrphanMay:
		return " can be left behind, received by nobody"
	case verify.Leak:
		sentence += " and leaks the goroutine"
	case verify.LeakFailed:
		sentence += " and leaks the goroutine if " + n.end()
	}
	if why := n.reason(n.waiting()); why != "" {
		sentence += ": " + why
	}
	return sentence + n.condition()
}

// instead names the lines at which the same may happen in its place.
func (n *narrator) instead() string {
	own, _ := n.place(n.own().Site, n.own().Via)
	var places []model.Site
	others := map[model.Site]string{} // what is done there, if that is another operation
	for _, b := range n.finding.Or {
		waiting := n.transitions(b.Process, b.State)
		site, _ := n.place(waiting[0].Site, waiting[0].Via)
		line := model.Site{File: site.File, Line: site.Line}
		places = append(places, line)
		if operation := n.operation(waiting); n.finding.Category.IsStuck() && operation != n.operation(n.waiting()) {
			others[line] = " (" + operation + ")"
		}
	}
	slices.SortFunc(places, model.Site.Compare)
	places = slices.DeleteFunc(slices.Compact(places), func(s model.Site) bool { return s.File == own.File && s.Line == own.Line })
	if len(places) == 0 {
		return ""
	}
	var texts []string
	for _, site := range places {
		texts = append(texts, n.line(site)+others[site])
	}
	return " here or at " + strings.Join(texts, " or at ")
}

// line names a line beside the place of the finding: with its file, if that is another one.
func (n *narrator) line(site model.Site) string {
	if own, _ := n.place(n.own().Site, n.own().Via); own.File != site.File {
		return short(site)
	}
	return "line " + strconv.Itoa(site.Line)
}

// mostConditions is how many assumptions a reader takes in with a sentence.
const mostConditions = 2

// ifs begins what has to be the case.
const ifs = " (if "

// condition names the assumptions of the execution, if they are few. The story
// has them all.
func (n *narrator) condition() string {
	var assumed []*model.Transition
	words := map[*model.Transition]string{}
	for i, s := range n.finding.Trace {
		t := n.at(&s)
		if n.needed[i] {
			words[t] = n.assumed(&s)
		}
		known := slices.ContainsFunc(assumed, func(o *model.Transition) bool { return n.isSameAssumption(o, t) })
		if n.needed[i] && !known && !strings.HasSuffix(t.Text, model.IsReady) { // a choice, no condition
			assumed = slices.DeleteFunc(assumed, func(o *model.Transition) bool { return isNarrower(t, o) })
			assumed = append(assumed, t)
		}
	}
	if len(assumed) == 0 || len(assumed) > mostConditions {
		return ""
	}
	var texts []string
	for i, t := range assumed {
		text := words[t]
		isAskedAgain := slices.ContainsFunc(assumed[:i], func(o *model.Transition) bool { return n.areAtOnePlace(o, t) })
		switch site := n.outermost(t.Site, t.Via); {
		case len(assumed) == 1 && bare.MatchString(text) && slices.Contains(t.Via, site):
			text += n.calledAt(t, text) // a name that a callee has for it says nothing
		case isOfCaller(t, text):
			text += " at " + n.line(site)
		case isAskedAgain:
			text = "later " + text + n.calledAt(t, text)
		case i+1 < len(assumed) && n.areAtOnePlace(t, assumed[i+1]): // which says where
		case len(assumed) > 1 && subject(t) == subject(assumed[0]) && subject(t) == subject(assumed[1]) && t.Site.IsValid():
			text += n.calledAt(t, text) // err here is not err there
		}
		texts = append(texts, text)
	}
	return ifs + strings.Join(texts, " and ") + ")"
}

// isOfCaller reports whether an assumption is told in the words of a caller, which don't say what has given the answer.
func isOfCaller(t *model.Transition, told string) bool {
	return told != t.Text && strings.Contains(told, " ") && model.ParseCondition(told).Compares() && !t.Condition().Compares()
}

// bare is a question that is nothing but a name, or the opposite.
var bare = regexp.MustCompile(`^!?[\pL_][\pL\d_]*$`)

// calledAt says where an assumption is made that is told in some words, and in which call if it is about what a
// callee calls so.
func (n *narrator) calledAt(t *model.Transition, told string) string {
	site := n.outermost(t.Site, t.Via)
	if told == t.Text && slices.Contains(t.Via, site) && n.pkg.Call(site) != "" {
		return " in " + n.pkg.Call(site) + " at " + n.line(site)
	}
	return " at " + n.line(site)
}

// isSameAssumption reports whether two steps assume the same, as far as their places say so: what no
// source has, such as a loop that the compiler writes, may have none. How many elements something has is the same for
// the reader wherever it is asked.
func (n *narrator) isSameAssumption(a, b *model.Transition) bool {
	return a.Text == b.Text && (n.areAtOnePlace(a, b) || !a.Site.IsValid() || !b.Site.IsValid() || strings.HasPrefix(a.Text, "len("))
}

// areAtOnePlace reports whether two steps are at one place, in one call.
func (n *narrator) areAtOnePlace(a, b *model.Transition) bool {
	return a.Site == b.Site && n.outermost(a.Site, a.Via) == n.outermost(b.Site, b.Via)
}

// subject is what an assumption is about.
func subject(t *model.Transition) string {
	c := t.Condition()
	return c.Subject + model.From + c.From
}

// name is what the programmer calls an object.
func (n *narrator) name(object int) string {
	switch {
	case object < 0:
		return "a nil channel"
	case n.sys.Objects[object].Name != "":
		return n.withFile(&n.sys.Objects[object])
	}
	return fmt.Sprintf("the %s made at %s", kindWord(n.sys.Objects[object].Kind), short(n.sys.Objects[object].Site))
}

// withFile is the name of an object. One that says nothing but in which line it is made says in which file as
// well, if that is another one than that of the finding.
func (n *narrator) withFile(o *model.Object) string {
	own, _ := n.place(n.own().Site, n.own().Via)
	if what, ok := strings.CutSuffix(o.Name, model.MadeAtLine+strconv.Itoa(o.Site.Line)); ok && own.File != o.Site.File {
		return what + " made at " + short(o.Site)
	}
	return o.Name
}

// kindWord is what to call an object that has no name.
func kindWord(kind model.ObjectKind) string {
	switch kind {
	case model.Channel:
		return "channel"
	case model.Mutex, model.RWMutex:
		return "lock"
	case model.WaitGroup:
		return "wait group"
	case model.Cond:
		return "condition variable"
	}
	return kind.String()
}

// CallOf begins the names of processes that are no goroutines of the program but
// stand for a call of one of its functions, by anybody.
const CallOf = "a call of "

func (n *narrator) isCaller(process int) bool {
	return strings.HasPrefix(n.sys.Processes[process].Name, CallOf)
}

// who names a goroutine.
func (n *narrator) who(process int) string {
	if process == 0 || n.isCaller(process) {
		return n.function(process)
	}
	if number := n.number(process); number > 0 {
		return fmt.Sprintf("goroutine %d started %s", number, n.start(process))
	}
	return "the goroutine started " + n.start(process)
}

// someone names a goroutine of which only the go statement matters.
func (n *narrator) someone(process int) string {
	if process == 0 || n.isCaller(process) {
		return n.function(process)
	}
	return "a goroutine started " + n.start(process)
}

// function names what a process runs, or who. A function literal has no name that a reader could find.
func (n *narrator) function(process int) string {
	p := &n.sys.Processes[process]
	call, name := "", p.Name
	if n.isCaller(process) {
		call, name = n.call(process)+" of ", p.Name[len(CallOf):]
	}
	if strings.HasPrefix(name, model.StartedAt) {
		return name
	}
	if strings.Contains(name, "$") && n.pkg != nil && n.pkg.IsStarted(p.Site) {
		return model.StartedAt + short(p.Site)
	}
	if strings.Contains(name, "$") && p.Site.IsValid() {
		return call + "the function literal at " + short(p.Site) + n.inOther(name)
	}
	return call + valueReceiver.ReplaceAllString(name, "$1.")
}

// inOther says which function a literal is in, if the one that the finding is about isn't in the same. In the story the line says it.
func (n *narrator) inOther(literal string) string {
	in, _, _ := strings.Cut(literal, "$")
	own, _, _ := strings.Cut(strings.TrimPrefix(n.sys.Processes[n.finding.Process].Name, CallOf), "$")
	if in == own || in == "" || n.order != nil {
		return ""
	}
	return " in " + valueReceiver.ReplaceAllString(in, "$1.")
}

// call tells calls of one function apart: in a story by which comes first. The sentence is about one of them, beside which there is another
// one.
func (n *narrator) call(process int) string {
	same := func(p int) bool { return n.sys.Processes[p].Name == n.sys.Processes[process].Name }
	if n.kept != nil && process == n.finding.Process {
		return "the next call"
	}
	if n.order == nil {
		if process != n.finding.Process && same(n.finding.Process) {
			return "another call"
		}
		return "a call"
	}
	var before []int
	for _, p := range n.order {
		if p == process {
			break
		}
		if same(p) && !slices.Contains(before, p) {
			before = append(before, p)
		}
	}
	return [...]string{"a call", "a second call", "a third call"}[min(len(before), 2)]
}

// appearing lists processes in the order in which a story names them, and then those that it doesn't name.
func appearing(story []Step, all []int) (list []int) {
	for _, s := range story {
		if s.Act == nil {
			continue
		}
		list = append(list, s.Act.Goroutine)
		if s.Act.Partner != nil {
			list = append(list, *s.Act.Partner)
		}
	}
	return slices.Concat(list, all)
}

// inOrder lists the processes of an execution in the order in which they do something in it.
func (n *narrator) inOrder() (list []int) {
	told, _ := n.relevant()
	add := func(p int) {
		if p >= 0 && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for i, s := range n.finding.Trace {
		if told[i] {
			add(s.Process)
			add(s.Partner)
		}
	}
	add(n.finding.Process)
	for _, s := range n.finding.Trace {
		add(s.Process)
		add(s.Partner)
	}
	for _, b := range n.finding.Also {
		add(b.Process)
	}
	return list
}

// valueReceiver is a receiver as package ssa spells it. Programmers write no parentheses there.
var valueReceiver = regexp.MustCompile(`\((\w+)\)\.`)

// start says where a process was started.
func (n *narrator) start(process int) string {
	for _, s := range slices.Backward(n.finding.Trace) {
		if s.Spawned == process {
			t := n.at(&s)
			return n.where(t.Site, t.Via)
		}
	}
	return n.where(n.sys.Processes[process].Site, nil)
}

// number tells goroutines of one go statement apart, if several take part; it
// is 0 if only one does.
func (n *narrator) number(process int) int {
	before, all := 0, 0
	for q, state := range n.ends.states {
		isSame := n.sys.Processes[q].Site == n.sys.Processes[process].Site
		if q > 0 && state >= 0 && isSame && (q == process || n.partakers[q]) {
			all++
			if q <= process {
				before++
			}
		}
	}
	if all < 2 {
		return 0
	}
	return before
}
