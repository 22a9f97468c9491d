package interp

import (
	"slices"
	"strconv"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Options limits the evaluation of a root. The zero value of a field stands
// for its default.
type Options struct {
	Steps       int // instructions of one goroutine between two operations
	TotalSteps  int // instructions in the evaluation of a root
	Depth       int // activations of one function at a time
	Instances   int // goroutines started in the same state
	LocalStates int // local states of all goroutines of a root
	Processes   int // goroutines of a root
	// PackageStates limits the local states that are computed for all roots of
	// a package, PackageSteps the instructions.
	PackageStates, PackageSteps int
}

// WithDefaults returns the options with the default for each limit that is 0.
func (o Options) WithDefaults() Options {
	fill := func(field *int, value int) {
		if *field == 0 {
			*field = value
		}
	}
	fill(&o.Steps, 20_000)
	fill(&o.TotalSteps, 1_000_000)
	fill(&o.Depth, 4)
	fill(&o.Instances, 32)
	fill(&o.LocalStates, 300)
	fill(&o.Processes, 64)
	fill(&o.PackageStates, 100_000)
	fill(&o.PackageSteps, 5_000_000)
	return o
}

// An Extraction is what is known about a root after evaluation.
type Extraction struct {
	// System is nil if nothing is closed in the root that isn't closed in one
	// of its callees already, and if Inconclusive says why not.
	System       *model.System
	Inconclusive string
	// Closed are the places where the objects are made that this root is the
	// smallest scope of.
	Closed []model.Site
	// Open are the channels made here that can't be judged, OpenOthers the other
	// objects. Idle are the places of those on which nobody operates.
	Open, OpenOthers []Opened
	Idle             []model.Site
	// Bounded says that unknown sizes were tried with a few values only.
	Bounded bool
	// Passes says that somebody passes by an operation on an object of which nothing is known, or which can't be
	// judged: it happens sooner or later there, where it may be in the way in the program.
	Passes bool
	// CapacityAsked says that the system was extracted for the capacities that
	// its channels have, and is another with others.
	CapacityAsked bool
}

// Opened is an object that can't be judged in a root.
type Opened struct {
	Site         model.Site
	Name, Reason string
	// HandedOn says that it goes to callers, which may judge it.
	HandedOn bool
}

// most is how often the evaluation of a root is repeated to let knowledge grow.
const mostRounds = 60

// Extract evaluates the root, on what is already known about it, until nothing
// new is learnt, and builds its system.
func (r *Root) Extract(options Options) *Extraction {
	r.options = options.WithDefaults()
	if r.learnt == nil {
		r.learnt = newKnowledge(r.program.isInert)
		r.learnt.staged = r.Function.Site.IsInTest()
	}
	k := r.learnt
	if r.Function.Unmodelled != "" {
		return &Extraction{Inconclusive: r.Function.Display + " has " + r.Function.Unmodelled}
	}
	if !r.beyond && !r.affords() {
		return &Extraction{Inconclusive: "the evaluation of the package has taken too long already"}
	}
	if name := r.tooLarge(); r.isWhole() && name != "" {
		return &Extraction{Inconclusive: name + " has too many local states"}
	}
	steps, before := 0, k.allStates
	defer func() {
		if !r.beyond { // it has been paid for what happens
			r.spending().steps += steps
			r.spending().states += k.allStates - before
		}
	}()
	for i := 0; ; i++ {
		k.changed = false
		k.deciders = map[domain.SymbolID]int{}
		k.accesses, k.sentAt = map[domain.CellID]*access{}, map[domain.ObjectID]map[string]int{} // goroutines of this round are others
		r.last = r.newRound(&steps)
		r.last.run(r.initial())
		if k.stop != "" || !k.changed {
			break
		}
		if i == mostRounds {
			k.giveUp("what is known about the objects does not settle")
		}
		k.labels = map[int]*labelSet{}
	}
	if r.isWhole() && !r.isOneCall && r.last.states > r.options.LocalStates {
		r.reach.tooLarge, r.reach.consulted = r.Function.Display, k.consulted
	}
	return r.extraction()
}

// isWhole reports whether the root is evaluated with all that it does.
func (r *Root) isWhole() bool { return r.program.whole == nil && r.itinerary == nil }

func (r *Root) newRound(steps *int) *round {
	return &round{
		evaluator: &evaluator{
			knowledge: r.learnt, program: r.program, options: &r.options,
			grown: map[nodeID]bool{}, steps: steps, clients: r.IsMadeUp() && !r.callsOnce, itinerary: r.itinerary, beyond: r.beyond, madeUp: r.IsMadeUp(),
		},
		processes: map[int]*process{},
		queued:    map[nodeID]bool{},
	}
}

// initial is the state in which the root function is called: with arguments of
// which nothing is known, but for what its callers say.
func (r *Root) initial() *localState {
	k, f := r.learnt, r.Function
	outermost := &frame{function: f, registers: make([]domain.Value, f.Registers), result: -1}
	s := &localState{
		frames: []*frame{outermost}, memory: domain.Memory{},
		decisions: domain.Decisions{}, rotation: map[string]int{},
	}
	args := make([]domain.Value, f.Params+f.FreeVars)
	for i := range args {
		kind := ir.OtherKind
		if i < len(f.ParamKinds) {
			kind = f.ParamKinds[i]
		}
		info := domain.SymbolInfo{Kind: kind, Process: -1, Size: kind == ir.IntKind}
		if i < len(f.ParamNames) {
			info.Text = f.ParamNames[i]
		}
		args[i] = k.Opaque
		if kind != ir.OtherKind {
			sym := k.Symbol("parameter "+strconv.Itoa(i), info)
			k.parameters[sym] = i
			if r.givesItself(i) && !slices.Contains(k.supplied, sym) {
				k.supplied = append(k.supplied, sym)
			}
			args[i] = k.SymbolValue(sym)
		}
		if kind.IsAggregate() {
			args[i] = k.Aggregate(args[i], "", nil, nil)
		}
		args[i] = r.pass(s, i, args[i])
	}
	copy(outermost.registers, args)
	return s
}

// givesItself reports whether the program gives the root a parameter, or a variable to
// capture, and nobody else does.
func (r *Root) givesItself(i int) bool {
	callers := r.program.callers[r.Function.Name]
	return i >= r.Function.Params || callers != nil && callers.All
}

// extraction turns the last round into an answer.
func (r *Root) extraction() *Extraction {
	k := r.learnt
	x := &Extraction{Inconclusive: k.stop, Bounded: k.bounded, CapacityAsked: k.capacityAsked}
	for _, o := range sortedKeys(k.open) {
		info := &k.ObjectTable[o]
		opened := Opened{info.Site, info.Name, k.open[o], isHandedOn(k.open[o])}
		switch {
		case !k.IsMade(o):
		case info.Kind == ir.ChanKind:
			x.Open = append(x.Open, opened)
		case info.Site.IsValid():
			x.OpenOthers = append(x.OpenOthers, opened)
		}
	}
	for _, o := range sortedKeys(k.given) {
		if info := &k.ObjectTable[o]; k.IsMade(o) && k.open[o] == "" && k.uses[o] == 0 { // it is for others to use
			x.Open = append(x.Open, Opened{info.Site, info.Name, k.givenWhy[o], isHandedOn(k.givenWhy[o])})
		}
	}
	if k.stop != "" {
		return x
	}
	x.Passes = r.last.passes
	a := &assembly{round: r.last, objects: map[int]int{}, families: map[int]int{}}
	x.System = a.system(r.Function)
	if r.program.leavesOut {
		x.System.DoubtExits(waitsForMore)
	}
	r.entityIDs, r.familyIDs = a.entityIDs, a.familyIDs
	x.Closed, x.Idle = r.newlyClosed(), r.idle()
	if len(x.Closed) == 0 {
		x.System = nil
	}
	x.Closed = append(x.Closed, k.served()...)
	return x
}

// waitsForMore is why it is in doubt that a program ends, of which only a part is looked at.
const waitsForMore = "it may wait for something else before the program ends"

// idle lists where objects are made on which nobody operates, and nobody can.
func (r *Root) idle() []model.Site {
	used := map[domain.ObjectID]bool{}
	for _, id := range r.entityIDs {
		if r.learnt.entities[id].path != identity {
			used[r.learnt.entities[id].object] = true
		}
	}
	var sites []model.Site
	for o := range r.learnt.ObjectTable {
		info, id := &r.learnt.ObjectTable[o], domain.ObjectID(o)
		if _, open := r.learnt.open[id]; !open && r.learnt.given[id] == 0 && !used[id] && r.learnt.IsMade(id) && info.Site.IsValid() {
			sites = append(sites, info.Site)
		}
	}
	slices.SortFunc(sites, model.Site.Compare)
	return slices.Compact(sites)
}

// newlyClosed lists where the objects of the system are made that no callee
// has judged. Operations on the nil channel in the function itself count as
// objects.
func (r *Root) newlyClosed() []model.Site {
	var sites []model.Site
	judged := r.judgedBelow()
	for _, id := range r.entityIDs {
		info := &r.learnt.ObjectTable[r.learnt.entities[id].object]
		if r.learnt.entities[id].path != identity && info.Site.IsValid() && !judged[info.Site.String()] {
			sites = append(sites, info.Site)
		}
	}
	for _, slot := range r.last.order {
		for _, n := range r.last.processes[slot].nodes {
			for _, t := range n.transitions {
				if t.Object < 0 && (blocks(t.Kind) || t.Kind == model.Crash) && len(t.Via) == 0 && !judged[t.Site.String()] {
					sites = append(sites, t.Site)
				}
			}
		}
	}
	slices.SortFunc(sites, model.Site.Compare)
	return slices.Compact(sites)
}

// Refine learns from an exploration that needed more instances of families or
// objects than the system had. It reports whether it makes sense to extract
// the system again.
func (r *Root) Refine(exhausted, conflicts []int) bool {
	k := r.learnt
	grew := false
	for _, i := range exhausted {
		f := k.families[r.familyIDs[i]]
		if f.members*2 <= r.options.Instances {
			f.members *= 2
			grew = true
		}
	}
	for _, i := range conflicts {
		info := &k.ObjectTable[k.entities[r.entityIDs[i]].object]
		place := info.Key[:lastSpace(info.Key)]
		if info.Repeats && k.moreInstances(place, info.Site) {
			grew = true
		}
	}
	return grew && k.stop == ""
}

func lastSpace(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == ' ' {
			return i
		}
	}
	return len(s)
}

// An assembly turns the automata of a round into a model.System.
type assembly struct {
	*round
	objects, families    map[int]int // entity or family to its index in the system
	entityIDs, familyIDs []int
	index                map[int]int // slot to process
}

func (a *assembly) system(root *ir.Function) *model.System {
	sys := &model.System{Name: root.Name, Site: root.Site}
	a.index = map[int]int{}
	for i, slot := range a.order {
		a.index[slot] = i
	}
	for _, slot := range a.order {
		a.collect(a.processes[slot])
	}
	a.collectWatched()
	for _, id := range a.entityIDs {
		sys.Objects = append(sys.Objects, a.object(id))
	}
	for _, id := range a.familyIDs {
		sys.Families = append(sys.Families, a.modelFamily(id))
	}
	for _, slot := range a.order {
		sys.Processes = append(sys.Processes, a.automaton(slot, root))
	}
	return sys
}

// collect numbers the objects and families that an automaton uses, in order.
func (a *assembly) collect(p *process) {
	for _, n := range p.nodes {
		for _, t := range n.transitions {
			switch {
			case t.Kind == model.Spawn:
				a.number(a.families, &a.familyIDs, t.Object)
			case t.Object >= 0:
				a.number(a.objects, &a.entityIDs, t.Object)
			}
		}
	}
}

func (a *assembly) number(index map[int]int, list *[]int, id int) {
	if _, ok := index[id]; !ok {
		index[id] = len(*list)
		*list = append(*list, id)
	}
}

// object describes an entity to the model.
func (a *assembly) object(id int) model.Object {
	key := a.entities[id]
	o := model.Object{Kind: key.kind, Owner: -1}
	if key.object == 0 { // an unknown that several goroutines ask about
		sym, _ := strconv.Atoi(key.path[len("symbol "):])
		return a.symbolCell(o, domain.SymbolID(sym))
	}
	info := &a.ObjectTable[key.object]
	o.Name, o.Site, o.Capacity = a.cellName(domain.CellID{Object: key.object, Path: key.path}), info.Site, int(info.Capacity)
	if o.Name == "" {
		o.Name = "the " + kindWord(key.kind) + model.MadeAtLine + strconv.Itoa(info.Site.Line)
	}
	if owner, ok := a.index[info.Process]; ok && owner > 0 {
		o.Owner = owner
	}
	o.Slots = info.Slots
	o.Counted = key.kind == model.Channel && (a.counted[key.object] || o.Slots)
	o.Atomic = a.atomic[domain.CellID{Object: key.object, Path: key.path}]
	switch key.kind {
	case model.Channel, model.Cell:
		a.addLabels(&o, id)
	}
	return o
}

func kindWord(kind model.ObjectKind) string {
	switch kind {
	case model.Channel:
		return "channel"
	case model.Mutex, model.RWMutex:
		return "mutex"
	case model.WaitGroup:
		return "wait group"
	case model.Once:
		return "sync.Once"
	case model.Cond:
		return "condition variable"
	}
	return "variable"
}

func (a *assembly) symbolCell(o model.Object, sym domain.SymbolID) model.Object {
	info := &a.SymbolTable[sym]
	o.Name = info.Text
	names := []string{"undecided", "false", "true"}
	switch info.Kind {
	case ir.BoolKind:
	case ir.IntKind:
		names = []string{"undecided"}
		for n := range max(a.agreed[sym], domain.LargestSize) + 1 {
			names = append(names, strconv.FormatInt(n, 10))
		}
	case ir.StringKind:
		names = []string{"undecided", "another one", a.spell(a.compared[sym])}
	default:
		names = []string{"undecided", "nil", "not nil"}
	}
	for _, name := range names {
		o.Labels = append(o.Labels, model.Label{Name: name})
	}
	return o
}

// addLabels lists the messages or values of an entity, with distinct names.
func (a *assembly) addLabels(o *model.Object, id int) {
	used := map[string]int{}
	for _, l := range a.labelSet(id).list {
		name := a.spell(l.v)
		used[name]++
		if n := used[name]; n > 1 {
			name += "#" + strconv.Itoa(n)
		}
		o.Labels = append(o.Labels, model.Label{
			Name: name, Refs: a.references(a.Reachable(l.memory, []domain.Value{l.v})),
		})
	}
	if len(o.Labels) == 0 && o.Kind == model.Cell {
		o.Labels = []model.Label{{Name: "initial"}}
	}
}

// references lists the objects of the system that belong to heap objects.
func (a *assembly) references(heap []domain.ObjectID) []int {
	var list []int
	for _, h := range heap {
		for _, id := range a.entitiesOf(h) {
			if i, ok := a.objects[id]; ok {
				list = append(list, i)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// spell writes a value for people.
func (k *knowledge) spell(v domain.Value) string {
	d := k.Of(v)
	switch d.Form {
	case domain.IntForm:
		return strconv.FormatInt(d.Number, 10)
	case domain.BoolForm:
		return strconv.FormatBool(d.Number != 0)
	case domain.StringForm:
		return strconv.Quote(d.Text)
	case domain.NilForm:
		return "nil"
	case domain.NonNilForm:
		return "not nil"
	case domain.ChanForm:
		if name := k.ObjectTable[d.Object].Name; name != "" {
			return name
		}
		return "a channel"
	case domain.IfaceForm:
		return k.spell(d.Parts[0])
	case domain.ClosureForm:
		return "a function"
	}
	return "value"
}

func (a *assembly) modelFamily(id int) model.Family {
	f := model.Family{Name: a.knowledge.families[id].name}
	for slot, s := range a.slots {
		if i, ok := a.index[slot]; ok && s.family == id && slot > 0 {
			f.Members = append(f.Members, i)
		}
	}
	slices.Sort(f.Members)
	return f
}

func (a *assembly) automaton(slot int, root *ir.Function) model.Automaton {
	m := model.Automaton{Name: root.Display, Site: root.Site}
	if slot > 0 {
		f := a.knowledge.families[a.slots[slot].family]
		m.Name, m.Site = f.name, f.site
		if a.slots[slot].member > 0 {
			m.Name += "#" + strconv.Itoa(a.slots[slot].member+1)
		}
	}
	for _, n := range a.processes[slot].nodes {
		state := model.State{Refs: a.references(n.reaches), Busy: n.state.heldUp}
		for _, t := range n.transitions {
			switch {
			case t.Kind == model.Spawn:
				t.Object = a.families[t.Object]
			case t.Object >= 0:
				t.Object = a.objects[t.Object]
			}
			state.Transitions = append(state.Transitions, t)
		}
		m.States = append(m.States, state)
	}
	return m
}
