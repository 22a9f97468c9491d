package interp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Knowledge is what the evaluation of a root has found out about its objects
// as a whole, as opposed to along one path. It only grows. The evaluation of a
// root is repeated until a round adds nothing: only then do all automata rest
// on the same facts.
type knowledge struct {
	*domain.Interner
	isInert func(function string) bool

	// open says why an object is open: its operations can always happen.
	open map[domain.ObjectID]string
	// given says in which direction others can use a channel that isn't open,
	// givenWhy how they came by it, uses what the scope does with a channel: see
	// takesPart.
	given    map[domain.ObjectID]direction
	givenWhy map[domain.ObjectID]string
	uses     map[domain.ObjectID]direction
	// sharedCells are variables of the model: written by one goroutine while
	// another can see them. accesses is how we know; they are those of one round,
	// as the goroutines of another one may be the same under other names.
	sharedCells map[domain.CellID]bool
	accesses    map[domain.CellID]*access
	// protections are the locks under which such variables are used.
	protections map[domain.CellID]*protection
	// callsOfKnown are the bodies of goroutines that run known functions.
	callsOfKnown map[string]*ir.Function
	// overflowed says that a round had too many local states.
	overflowed bool
	// handedOn are the locks that somebody releases who hasn't taken them.
	handedOn map[int]bool
	// comesAgain are the objects that somebody may get twice, sentAt of one round where they are sent and by whom.
	comesAgain map[domain.ObjectID]bool
	sentAt     map[domain.ObjectID]map[string]int
	// setByOthers says of the cells that others set, who aren't in the system, how: see letOthers.
	setByOthers map[domain.CellID]meanwhile
	// outsideCells are the variables from outside that somebody loads: see letWorld.
	outsideCells map[domain.CellID]outsideCell
	// variables are the package-level variables that are the program's own. All
	// goroutines can reach them, at any time.
	variables []domain.ObjectID
	// carriers are the open objects in which a channel was stored.
	carriers map[domain.ObjectID]bool
	// guarded are the cells that are accessed under a leaf lock.
	guarded map[domain.CellID]bool
	// scribbled are the objects that several goroutines may see, of which one
	// changes plain data where that isn't followed, and the paths below which it does.
	scribbled map[domain.ObjectID][]string
	// aggregates are the uses of whole structs that several goroutines see.
	aggregates map[domain.ObjectID][]aggregateUse
	// events are the operations that slices and maps remember, by number: see history.go.
	events     []event
	eventIndex map[string]int
	// havoc are shared cells with too many values to follow.
	havoc map[domain.CellID]bool
	// sharedMaps are maps that several goroutines use, and one changes, and that are not followed.
	sharedMaps map[domain.ObjectID]bool
	// payload are the channels from which somebody uses what is received.
	payload map[domain.ObjectID]bool
	// atomic are the variables that are loaded or changed by atomic operations.
	atomic map[domain.CellID]bool
	// keepsErrors says that more is asked about errors than whether they are nil: see noteErrorAsked.
	keepsErrors bool
	// counted are the channels whose length somebody asks for.
	counted map[domain.ObjectID]bool
	// labels are the messages of a channel and the values of a shared cell.
	labels map[int]*labelSet
	// instances says how many objects a site has, in rotation.
	instances map[string]int
	// watched are the cells that stand for objects that nobody may take for others.
	watched map[domain.ObjectID]int
	// deciders, sharedSymbols, agreed, askedAt and lasting are about symbols: the last
	// goroutine that decided one; those that several decide, and the largest number that
	// one can be; where a part of an unknown was first asked about; and those that are
	// asked about again.
	deciders map[domain.SymbolID]int
	// questioners are the goroutines that ask questions about errors, severalAsk if several ask one.
	questioners   map[string]int
	sharedSymbols map[domain.SymbolID]bool
	agreed        map[domain.SymbolID]int64
	compared      map[domain.SymbolID]domain.Value // strings on which goroutines agree: the constant
	askedAt       map[domain.SymbolID]string
	lasting       map[domain.SymbolID]bool
	// worldsEnds say of the channels of contexts whether these are over, answers what contexts say of that.
	worldsEnds map[domain.ObjectID]domain.SymbolID
	answers    map[domain.SymbolID][]domain.SymbolID
	// lookedUp is where an unknown map was asked for a key, "" if that was at several places.
	lookedUp map[[2]domain.Value]string

	// parameters are the symbols that stand for parameters of the root, consulted
	// those parameters that something was decided by, presumed those of which it was
	// taken for granted that they are one of the sizes that are tried.
	// passed is what is decided by what callers pass.
	parameters          map[domain.SymbolID]int
	passed              domain.Decisions
	consulted, presumed map[int]bool

	// allAsked says that somebody compares structs.
	allAsked bool
	// asked are the variables and fields that somebody loads: plain data that
	// is stored elsewhere is forgotten at once.
	asked, forgotten map[string]bool
	// widened is what was given up because it has too many values.
	widened *widening
	// counting says how far numbers are told apart.
	counting *counting
	// related says which unknowns hang on each other.
	related *relation
	// ordered says which unknowns are compared with each other, be it by way of others.
	ordered *relation
	// supplied are the parameters and captured variables of the root of which the program
	// itself decides what they are.
	supplied []domain.SymbolID
	// examined are unknowns that something is computed from that isn't followed.
	examined map[domain.SymbolID]bool
	// results are those of calls that can be nil, by the register that has all.
	results map[string]domain.Value
	// sent are the unknowns that a goroutine made itself and sends, questioned
	// those that somebody asks about. Of one that is both, the receiver must not
	// think otherwise than the sender.
	sent, questioned map[domain.SymbolID]bool
	// crowded are channels with too many different messages to follow.
	crowded map[domain.ObjectID]bool

	entities    []entity
	entityIndex map[entity]int
	byObject    map[domain.ObjectID][]int
	fieldNames  map[domain.CellID]string
	// replaced are the objects in which structs or arrays with locks are replaced: see
	// replaceLocks.
	replaced map[domain.ObjectID]bool

	families    []*family
	familyIndex map[string]int
	origins     map[string]int
	slots       []slot

	keyBuffer []byte // to be used again

	// allStates counts the local states of all rounds.
	allStates int

	changed bool
	// stop, if not empty, is why the root can't be judged.
	stop string
	// bounded says that some unknown size was tried for a few values only.
	bounded bool
	// staged says that the root is in a test file: what the outside world says may be its own doing.
	staged bool
	// hasTimers says that goroutines wait for timers, where that matters.
	hasTimers bool
	// timers numbers those that functions start before they come to wait for them, by function and call.
	timers map[string]int
	// hasConditions says that goroutines wait for condition variables: see mayHaveEnded.
	hasConditions bool
	// capacityAsked says that somebody asks for the capacity of a channel.
	capacityAsked bool
}

// askKey names what is loaded: a variable, or a field of that name of whatever
// struct, because structs are copied. Elements have no name.
func (k *knowledge) askKey(id domain.CellID) string {
	i := strings.LastIndexAny(id.Path, ".[")
	switch {
	case i < 0:
		return "variable " + strconv.Itoa(int(id.Object))
	case id.Path[i] == '[':
		return ""
	case k.fieldNames[id] != "":
		return k.fieldNames[id]
	}
	return id.Path[i:]
}

// ask notes that a cell is loaded. That is news if a store was forgotten.
func (k *knowledge) ask(key string) {
	if key != "" && !k.asked[key] {
		k.asked[key] = true
		k.changed = k.changed || k.forgotten[key]
	}
}

// askAll notes that whole structs are compared, with all that is in them. That is news if a store was forgotten.
func (k *knowledge) askAll() {
	k.changed = k.changed || !k.allAsked && len(k.forgotten) > 0
	k.allAsked = true
}

// forgettable reports whether a store is of plain data that nobody loads, and
// remembers that it was forgotten.
func (k *knowledge) forgettable(id domain.CellID, kind ir.ValueKind) bool {
	if !kind.IsPlain() {
		return false
	}
	key := k.askKey(id)
	if key == "" || k.asked[key] || k.allAsked {
		return false
	}
	k.forgotten[key] = true
	return true
}

// An access records who uses a cell that more than one goroutine can see.
type access struct {
	readers, writers map[int]bool
}

// An entity is something of the heap on which goroutines synchronise.
type entity struct {
	kind   model.ObjectKind
	object domain.ObjectID
	path   string
}

// A labelSet numbers the messages of a channel or the values of a cell.
type labelSet struct {
	list  []label
	index map[string]int
	// readers are the nodes to be expanded again when there is a new one.
	readers map[nodeID]bool
	// closes says that somebody closes the channel.
	closes bool
}

// A label is a value with the part of the heap that comes along.
type label struct {
	v      domain.Value
	memory domain.Memory
	// events are what has made a number what it is, sorted: see history.go.
	events []int
}

// A family is what a Spawn names: goroutines that start in the same state.
type family struct {
	name    string
	site    model.Site
	initial *localState
	members int
	// origin is where it is started, 0 if that isn't known yet: see noteOrigin.
	origin int
}

// A slot is one process: a member of a family.
type slot struct {
	family, member int
}

func newKnowledge(isInert func(string) bool) *knowledge {
	return &knowledge{
		Interner:      domain.NewInterner(),
		isInert:       isInert,
		widened:       newWidening(),
		counting:      newCounting(),
		related:       newRelation(),
		ordered:       newRelation(),
		examined:      map[domain.SymbolID]bool{},
		results:       map[string]domain.Value{},
		open:          map[domain.ObjectID]string{},
		given:         map[domain.ObjectID]direction{},
		givenWhy:      map[domain.ObjectID]string{},
		uses:          map[domain.ObjectID]direction{},
		sharedCells:   map[domain.CellID]bool{},
		accesses:      map[domain.CellID]*access{},
		protections:   map[domain.CellID]*protection{},
		handedOn:      map[int]bool{},
		callsOfKnown:  map[string]*ir.Function{},
		sentAt:        map[domain.ObjectID]map[string]int{},
		comesAgain:    map[domain.ObjectID]bool{},
		setByOthers:   map[domain.CellID]meanwhile{},
		outsideCells:  map[domain.CellID]outsideCell{},
		carriers:      map[domain.ObjectID]bool{},
		guarded:       map[domain.CellID]bool{},
		scribbled:     map[domain.ObjectID][]string{},
		aggregates:    map[domain.ObjectID][]aggregateUse{},
		eventIndex:    map[string]int{},
		havoc:         map[domain.CellID]bool{},
		sharedMaps:    map[domain.ObjectID]bool{},
		payload:       map[domain.ObjectID]bool{},
		atomic:        map[domain.CellID]bool{},
		counted:       map[domain.ObjectID]bool{},
		labels:        map[int]*labelSet{},
		instances:     map[string]int{},
		watched:       map[domain.ObjectID]int{},
		deciders:      map[domain.SymbolID]int{},
		questioners:   map[string]int{},
		sharedSymbols: map[domain.SymbolID]bool{},
		agreed:        map[domain.SymbolID]int64{},
		compared:      map[domain.SymbolID]domain.Value{},
		askedAt:       map[domain.SymbolID]string{},
		lasting:       map[domain.SymbolID]bool{},
		worldsEnds:    map[domain.ObjectID]domain.SymbolID{},
		answers:       map[domain.SymbolID][]domain.SymbolID{},
		lookedUp:      map[[2]domain.Value]string{},
		parameters:    map[domain.SymbolID]int{},
		consulted:     map[int]bool{},
		presumed:      map[int]bool{},
		asked:         map[string]bool{},
		forgotten:     map[string]bool{},
		crowded:       map[domain.ObjectID]bool{},
		sent:          map[domain.SymbolID]bool{},
		questioned:    map[domain.SymbolID]bool{},
		entityIndex:   map[entity]int{},
		byObject:      map[domain.ObjectID][]int{},
		replaced:      map[domain.ObjectID]bool{},
		fieldNames:    map[domain.CellID]string{},
		familyIndex:   map[string]int{},
		origins:       map[string]int{},
	}
}

// giveUp notes that the root can't be judged. The first reason counts.
func (k *knowledge) giveUp(reason string) {
	if k.stop == "" {
		k.stop = reason
	}
}

// entity numbers what goroutines synchronise on.
func (k *knowledge) entity(kind model.ObjectKind, object domain.ObjectID, path string) int {
	key := entity{kind, object, path}
	if i, ok := k.entityIndex[key]; ok {
		return i
	}
	i := k.newEntity(key)
	k.byObject[object] = append(k.byObject[object], i)
	if k.ObjectTable[object].Repeats || k.replaced[object] {
		k.changed = true // it must be made anew each time that its place is
	}
	if kind == model.Cond && !k.hasConditions {
		k.hasConditions, k.changed = true, true
	}
	return i
}

func (k *knowledge) newEntity(key entity) int {
	i := len(k.entities)
	k.entities = append(k.entities, key)
	k.entityIndex[key] = i
	return i
}

// openAll opens everything that can be reached from values: channels in the
// directions in which they lead there.
func (k *knowledge) openAll(m domain.Memory, reason string, values ...domain.Value) {
	var given []domain.Value
	for _, v := range values {
		given = k.handles(given, v)
	}
	reached := k.Reachable(m, given)
	directions := k.directions(m, given, reached)
	for _, o := range reached {
		if in, known := directions[o]; known && in != receiving|sending && k.ObjectTable[o].Kind == ir.ChanKind {
			k.give(o, in, reason)
		} else if _, done := k.open[o]; !done {
			k.open[o] = reason
			k.changed = true
		}
	}
}

// handles lists the parts of v through which code that isn't seen could act on
// something. A context is none: whoever has it can only wait for it. Neither is
// an inert function.
func (k *knowledge) handles(list []domain.Value, v domain.Value) []domain.Value {
	d := k.Of(v)
	switch {
	case d.Form == domain.ContextForm || d.Form == domain.DoneForm:
		return list
	case d.Form == domain.ClosureForm && k.isInert(d.Text):
		return list
	}
	if d.Form == domain.ChanForm {
		return append(list, v)
	}
	if d.Object != 0 {
		list = append(list, k.Intern(domain.Description{Form: domain.PointerForm, Object: d.Object}))
	}
	for _, part := range k.Of(v).Parts {
		list = k.handles(list, part)
	}
	return list
}

// publish notes that another goroutine may refer to what values refer to.
func (k *knowledge) publish(m domain.Memory, values ...domain.Value) {
	for _, o := range k.Reachable(m, values) {
		h := m[o]
		if h != nil && h.Published {
			continue
		}
		n := domain.HeapObject{Published: true}
		if h != nil {
			n.Cells = h.Cells
		}
		m[o] = &n
	}
}

// An aggregateUse is an access to a whole struct or array.
type aggregateUse struct {
	path    string
	process int
	write   bool
}

// noteUse records a use of a variable that several goroutines may see. Where one
// of them uses a part of a struct, another one the whole, and one of the two
// changes it, the object isn't followed. Code with type parameters doesn't say whether
// it uses a struct: if others use a part of it, it is one.
func (e *evaluator) noteUse(id domain.CellID, write bool, kind ir.ValueKind) {
	use := aggregateUse{id.Path, e.who(), write}
	several := e.isOneOfSeveral(id.Object)
	clash := slices.ContainsFunc(e.aggregates[id.Object], func(other aggregateUse) bool {
		if other.process == use.process && !several || !other.write && !use.write || kind == ir.GenericKind && other.path == use.path {
			return false
		}
		return domain.Below(other.path, use.path) || domain.Below(use.path, other.path)
	})
	if kind.IsAggregate() || kind == ir.GenericKind {
		if !slices.Contains(e.aggregates[id.Object], use) {
			e.aggregates[id.Object] = append(e.aggregates[id.Object], use)
			e.changed = true // parts may have been used before
		}
	}
	if !kind.IsAggregate() {
		e.noteCell(id, write)
	}
	if clash {
		e.noteScribbled(domain.CellID{Object: id.Object})
	}
}

// noteCell records that the goroutine which is evaluated uses a cell that others may see: as two of
// them if it is one of several that start in the same way, each of which finds what the last one has
// left.
func (e *evaluator) noteCell(id domain.CellID, write bool) {
	e.noteAccess(id, e.who(), write)
	if e.isOneOfSeveral(id.Object) {
		e.noteAccess(id, theOthers-e.process, write)
	}
}

// theOthers is the number from which on, downwards, goroutines stand for others that start in the
// same way as those with a slot: see who.
const theOthers = -1_000_000

// noteAccess records a use of a cell that several goroutines may see, and
// makes it a variable of the model once one writes what another one uses.
func (k *knowledge) noteAccess(id domain.CellID, process int, write bool) {
	a := k.accesses[id]
	if a == nil {
		a = &access{readers: map[int]bool{}, writers: map[int]bool{}}
		k.accesses[id] = a
	}
	if write {
		a.writers[process] = true
	} else {
		a.readers[process] = true
	}
	if a.conflict() || k.comesAgain[id.Object] && len(a.writers) > 0 && len(a.readers) > 0 {
		k.share(id)
	}
}

// share makes a cell a variable of the model.
func (k *knowledge) share(id domain.CellID) {
	if !k.sharedCells[id] {
		k.sharedCells[id] = true
		k.changed = true
	}
}

// noteGuard records that a cell is accessed under a leaf lock, if it is. The
// lock isn't in the model, so that a goroutine of the model can come in between
// where one of the program can't: what others read there is not followed.
func (k *knowledge) noteGuard(id domain.CellID, guarded bool) {
	if guarded && !k.guarded[id] {
		k.guarded[id] = true
		k.changed = true
	}
}

// conflict reports whether one goroutine writes what another one reads. Cells
// that nobody reads don't matter, whoever writes them.
func (a *access) conflict() bool {
	for w := range a.writers {
		for r := range a.readers {
			if w != r {
				return true
			}
		}
	}
	return len(a.writers) > 1 && len(a.readers) > 0
}

// labelOf numbers a message or value, and reports whether it is new.
func (k *knowledge) labelOf(entity int, l label) (int, bool) {
	set := k.labelSet(entity)
	key := labelKey(l)
	if i, ok := set.index[key]; ok {
		return i, false
	}
	i := len(set.list)
	set.index[key] = i
	set.list = append(set.list, l)
	return i, true
}

func (k *knowledge) labelSet(entity int) *labelSet {
	set := k.labels[entity]
	if set == nil {
		set = &labelSet{index: map[string]int{}, readers: map[nodeID]bool{}}
		k.labels[entity] = set
	}
	return set
}
