package interp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Knowledge is what the evaluation of a root has found out about its objects
// as a whole, as opposed to along one path. It only grows. The evaluation of a
// root is repeated until a round adds nothing: only then do all automata rest
// on the same facts.
type knowledge struct {
	*interner
	isInert func(function string) bool

	// open says why an object is open: its operations can always happen.
	open map[objectID]string
	// sharedCells are variables of the model: written by one goroutine while
	// another can see them. accesses is how we know.
	sharedCells map[cellID]bool
	accesses    map[cellID]*access
	// carriers are the open objects in which a channel was stored.
	carriers map[objectID]bool
	// guarded are the cells that are accessed under a leaf lock.
	guarded map[cellID]bool
	// scribbled are the objects that several goroutines may see, of which one
	// changes plain data where that isn't followed.
	scribbled map[objectID]bool
	// aggregates are the uses of whole structs that several goroutines see.
	aggregates map[objectID][]aggregateUse
	// havoc are shared cells with too many values to follow.
	havoc map[cellID]bool
	// sharedMaps are maps that several goroutines use and one changes.
	sharedMaps map[objectID]bool
	// payload are the channels from which somebody uses what is received.
	payload map[objectID]bool
	// counted are the channels whose length somebody asks for.
	counted map[objectID]bool
	// labels are the messages of a channel and the values of a shared cell.
	labels map[int]*labelSet
	// instances says how many objects a site has, in rotation.
	instances map[string]int
	// deciders, sharedSymbols, askedAt and lasting are about symbols: the last
	// goroutine that decided one; those that several decide; where a part of
	// an unknown was first asked about; and those that are asked about again.
	deciders      map[symbolID]int
	sharedSymbols map[symbolID]bool
	askedAt       map[symbolID]string
	lasting       map[symbolID]bool

	// asked are the variables and fields that somebody loads: plain data that
	// is stored elsewhere is forgotten at once.
	asked, forgotten map[string]bool
	// widened is what was given up because it has too many values.
	widened *widening
	// sent are the unknowns that a goroutine made itself and sends, questioned
	// those that somebody asks about. Of one that is both, the receiver must not
	// think otherwise than the sender.
	sent, questioned map[symbolID]bool
	// crowded are channels with too many different messages to follow.
	crowded map[objectID]bool

	entities    []entity
	entityIndex map[entity]int
	byObject    map[objectID][]int
	fieldNames  map[cellID]string

	families    []*family
	familyIndex map[string]int
	slots       []slot

	// allStates counts the local states of all rounds.
	allStates int

	changed bool
	// stop, if not empty, is why the root can't be judged.
	stop string
	// bounded says that some unknown size was tried for a few values only.
	bounded bool
	// capacityAsked says that somebody asks for the capacity of a channel.
	capacityAsked bool
}

// askKey names what is loaded: a variable, or a field of that name of whatever
// struct, because structs are copied. Elements have no name.
func (k *knowledge) askKey(id cellID) string {
	i := strings.LastIndexAny(id.path, ".[")
	switch {
	case i < 0:
		return "variable " + strconv.Itoa(int(id.object))
	case id.path[i] == '[':
		return ""
	case k.fieldNames[id] != "":
		return k.fieldNames[id]
	}
	return id.path[i:]
}

// ask notes that a cell is loaded. That is news if a store was forgotten.
func (k *knowledge) ask(key string) {
	if key != "" && !k.asked[key] {
		k.asked[key] = true
		k.changed = k.changed || k.forgotten[key]
	}
}

// forgettable reports whether a store is of plain data that nobody loads, and
// remembers that it was forgotten.
func (k *knowledge) forgettable(id cellID, kind ir.ValueKind) bool {
	if !kind.IsPlain() {
		return false
	}
	key := k.askKey(id)
	if key == "" || k.asked[key] {
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
	object objectID
	path   string
}

// A labelSet numbers the messages of a channel or the values of a cell.
type labelSet struct {
	list  []label
	index map[string]int
	// readers are the nodes to be expanded again when there is a new one.
	readers map[nodeID]bool
}

// A label is a value with the part of the heap that comes along.
type label struct {
	v      value
	memory memory
}

// A family is what a Spawn names: goroutines that start in the same state.
type family struct {
	name    string
	site    model.Site
	initial *localState
	members int
}

// A slot is one process: a member of a family.
type slot struct {
	family, member int
}

func newKnowledge(isInert func(string) bool) *knowledge {
	return &knowledge{
		interner:      newInterner(),
		isInert:       isInert,
		widened:       newWidening(),
		open:          map[objectID]string{},
		sharedCells:   map[cellID]bool{},
		accesses:      map[cellID]*access{},
		carriers:      map[objectID]bool{},
		guarded:       map[cellID]bool{},
		scribbled:     map[objectID]bool{},
		aggregates:    map[objectID][]aggregateUse{},
		havoc:         map[cellID]bool{},
		sharedMaps:    map[objectID]bool{},
		payload:       map[objectID]bool{},
		counted:       map[objectID]bool{},
		labels:        map[int]*labelSet{},
		instances:     map[string]int{},
		deciders:      map[symbolID]int{},
		sharedSymbols: map[symbolID]bool{},
		askedAt:       map[symbolID]string{},
		lasting:       map[symbolID]bool{},
		asked:         map[string]bool{},
		forgotten:     map[string]bool{},
		crowded:       map[objectID]bool{},
		sent:          map[symbolID]bool{},
		questioned:    map[symbolID]bool{},
		entityIndex:   map[entity]int{},
		byObject:      map[objectID][]int{},
		fieldNames:    map[cellID]string{},
		familyIndex:   map[string]int{},
	}
}

// giveUp notes that the root can't be judged. The first reason counts.
func (k *knowledge) giveUp(reason string) {
	if k.stop == "" {
		k.stop = reason
	}
}

// entity numbers what goroutines synchronise on.
func (k *knowledge) entity(kind model.ObjectKind, object objectID, path string) int {
	key := entity{kind, object, path}
	if i, ok := k.entityIndex[key]; ok {
		return i
	}
	i := len(k.entities)
	k.entities = append(k.entities, key)
	k.entityIndex[key] = i
	k.byObject[object] = append(k.byObject[object], i)
	if k.objectTable[object].repeats {
		k.changed = true // its place must be made anew each time
	}
	return i
}

// openAll opens everything that can be reached from values.
func (k *knowledge) openAll(m memory, reason string, values ...value) {
	var given []value
	for _, v := range values {
		given = k.handles(given, v)
	}
	for _, o := range k.reachable(m, given) {
		if _, done := k.open[o]; !done {
			k.open[o] = reason
			k.changed = true
		}
	}
}

// handles lists the parts of v through which code that isn't seen could act on
// something. A context is none: whoever has it can only wait for it. Neither is
// an inert function.
func (k *knowledge) handles(list []value, v value) []value {
	d := k.of(v)
	switch {
	case d.form == contextForm || d.form == doneForm:
		return list
	case d.form == closureForm && k.isInert(d.text):
		return list
	}
	if d.object != 0 {
		list = append(list, k.intern(description{form: pointerForm, object: d.object}))
	}
	for _, part := range k.table[v].parts {
		list = k.handles(list, part)
	}
	return list
}

// publish notes that another goroutine may refer to what values refer to.
func (k *knowledge) publish(m memory, values ...value) {
	for _, o := range k.reachable(m, values) {
		h := m[o]
		if h != nil && h.published {
			continue
		}
		n := heapObject{published: true}
		if h != nil {
			n.cells = h.cells
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
// changes it, the object isn't followed.
func (e *evaluator) noteUse(id cellID, write bool, kind ir.ValueKind) {
	use := aggregateUse{id.path, e.process, write}
	clash := slices.ContainsFunc(e.aggregates[id.object], func(other aggregateUse) bool {
		return other.process != use.process && (other.write || use.write) && (below(other.path, use.path) || below(use.path, other.path))
	})
	if kind.IsAggregate() {
		if !slices.Contains(e.aggregates[id.object], use) {
			e.aggregates[id.object] = append(e.aggregates[id.object], use)
			e.changed = true // parts may have been used before
		}
	} else {
		e.noteAccess(id, e.process, write)
	}
	if clash && !e.scribbled[id.object] {
		e.scribbled[id.object] = true
		e.changed = true
	}
}

// noteAccess records a use of a cell that several goroutines may see, and
// makes it a variable of the model once one writes what another one uses.
func (k *knowledge) noteAccess(id cellID, process int, write bool) {
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
	if !k.sharedCells[id] && a.conflict() {
		k.sharedCells[id] = true
		k.changed = true
	}
}

// noteGuard records that a cell is accessed under a leaf lock, if it is. The
// lock isn't in the model, so that a goroutine of the model can come in between
// where one of the program can't: what others read there is not followed.
func (k *knowledge) noteGuard(id cellID, guarded bool) {
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
func (k *knowledge) labelOf(entity int, v value, m memory) (int, bool) {
	set := k.labelSet(entity)
	key := labelKey(v, m)
	if i, ok := set.index[key]; ok {
		return i, false
	}
	i := len(set.list)
	set.index[key] = i
	set.list = append(set.list, label{v, m})
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
