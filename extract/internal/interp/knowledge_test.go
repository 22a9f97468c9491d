package interp

import (
	"slices"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// TestVariablesAreSharedIfOneWritesWhatAnotherUses lists uses of one variable by
// goroutines: r0 is read by number 0.
func TestVariablesAreSharedIfOneWritesWhatAnotherUses(t *testing.T) {
	for uses, want := range map[string]bool{
		"r0": false, "w0": false, "r0w0": false, "r0r1": false, "w0w1": false,
		"w0r1": true, "r1w0": true, "r0w0r1": true, "w0w1r0": true, "w0w1r2": true,
	} {
		k := newKnowledge(nil)
		id := domain.CellID{Object: 1}
		for i := 0; i < len(uses); i += 2 {
			k.noteAccess(id, int(uses[i+1]-'0'), uses[i] == 'w')
		}
		if k.sharedCells[id] != want || k.changed != want {
			t.Errorf("%s: shared is %v, changed %v", uses, k.sharedCells[id], k.changed)
		}
	}
}

// TestStructsAreNotFollowedIfOneUsesTheWholeAndAnotherAPart does the same for a
// struct "" with a field ".1", the whole in capitals.
func TestStructsAreNotFollowedIfOneUsesTheWholeAndAnotherAPart(t *testing.T) {
	for uses, want := range map[string]bool{
		"R0R1": false, "R0r1": false, "W0w0": false, "W0r1": true, "R0w1": true, "W0W1": true, "W0R1": true,
	} {
		e := newEvaluator()
		for i := 0; i < len(uses); i += 2 {
			id, kind := domain.CellID{Object: 1, Path: ".1"}, ir.IntKind
			if uses[i] < 'a' {
				id.Path, kind = "", ir.StructKind
			}
			e.process = int(uses[i+1] - '0')
			e.noteUse(id, uses[i]|32 == 'w', kind)
		}
		if e.isScribbled(1, "") != want {
			t.Errorf("%s: given up is %v", uses, e.scribbled[1])
		}
	}
}

func TestOnlyLoadsMakeStoresMatter(t *testing.T) {
	k := newKnowledge(nil)
	field := domain.CellID{Object: 1, Path: ".2"}
	if !k.forgettable(field, ir.IntKind) || k.forgettable(field, ir.ChanKind) || k.forgettable(domain.CellID{Object: 1, Path: ".2[0]"}, ir.IntKind) {
		t.Error("plain data that nobody loads can be forgotten; channels and elements can't")
	}
	k.ask(k.askKey(domain.CellID{Object: 7, Path: ".1.2"})) // the same field of another struct
	if !k.changed || k.forgettable(field, ir.IntKind) {
		t.Error("a store was forgotten that somebody asks about")
	}
	k.changed = false
	k.ask(k.askKey(field))
	k.ask(k.askKey(domain.CellID{Object: 3}))
	if k.changed || k.forgettable(domain.CellID{Object: 3}, ir.IntKind) || !k.forgettable(domain.CellID{Object: 4}, ir.IntKind) {
		t.Error("a variable is asked about by itself, and before it was forgotten that is no news")
	}
}

func TestFieldsAreAskedAboutByName(t *testing.T) {
	k := newKnowledge(nil)
	k.fieldNames[domain.CellID{Object: 1, Path: ".2"}] = "ready"
	for id, want := range map[domain.CellID]string{
		{Object: 1}: "variable 1", {Object: 1, Path: ".2"}: "ready", {Object: 1, Path: ".2.3"}: ".3", {Object: 1, Path: ".2[3]"}: "",
	} {
		if got := k.askKey(id); got != want {
			t.Errorf("%+v is asked about as %q, want %q", id, got, want)
		}
	}
}

// handed has a channel in a struct that a closure has.
func handed(e *evaluator) (m domain.Memory, c, box domain.ObjectID) {
	c, box = e.Object("c", domain.ObjectInfo{Kind: ir.ChanKind}), e.Object("box", domain.ObjectInfo{})
	m = domain.Memory{}
	e.Store(m, box, ".0", e.Channel(c), ir.ChanKind)
	return m, c, box
}

func TestOpeningGoesAsFarAsWhatIsGivenLeads(t *testing.T) {
	inert := &ir.Function{Name: "p.inert", Inert: true, Recover: -1}
	acting := &ir.Function{Name: "p.acting", Recover: -1}
	tests := []struct {
		name  string
		given func(e *evaluator, c, box domain.ObjectID) domain.Value
		want  bool
	}{
		{"a pointer", func(e *evaluator, _, box domain.ObjectID) domain.Value { return e.Pointer(box, "") }, true},
		{"a pointer to another field", func(e *evaluator, _, box domain.ObjectID) domain.Value { return e.Pointer(box, ".5") }, true},
		{"a closure that uses it", func(e *evaluator, _, box domain.ObjectID) domain.Value {
			return e.Closure("p.acting", e.Pointer(box, ""))
		}, true},
		{"a closure that does nothing with it", func(e *evaluator, _, box domain.ObjectID) domain.Value {
			return e.Closure("p.inert", e.Pointer(box, ""))
		}, false},
		{"a context, which can only be waited for", func(e *evaluator, c, _ domain.ObjectID) domain.Value {
			return e.Intern(domain.Description{Form: domain.ContextForm, Parts: []domain.Value{e.Channel(c)}})
		}, false},
		{"its channel", func(e *evaluator, c, _ domain.ObjectID) domain.Value {
			return e.Intern(domain.Description{Form: domain.DoneForm, Parts: []domain.Value{e.Channel(c)}})
		}, false},
		{"several values", func(e *evaluator, c, _ domain.ObjectID) domain.Value { return e.Tuple(e.Yes, e.Tuple(e.Channel(c))) }, true},
		{"a number", func(e *evaluator, _, _ domain.ObjectID) domain.Value { return e.Integer(3) }, false},
	}
	for _, test := range tests {
		e := newEvaluator(inert, acting)
		m, c, box := handed(e)
		e.openAll(m, "first", test.given(e, c, box))
		if _, open := e.open[c]; open != test.want || e.changed != test.want {
			t.Errorf("%s: open is %v, changed %v", test.name, open, e.changed)
		}
		e.changed = false
		e.openAll(m, "second", e.Channel(c))
		if got := e.open[c]; test.want && (got != "first" || e.changed) {
			t.Errorf("%s: the second reason is %q", test.name, got)
		}
	}
}

func TestPublishingGoesAsFarAsWhatIsGivenLeads(t *testing.T) {
	e := newEvaluator()
	m, c, box := handed(e)
	before := m[box]
	e.publish(m, e.Pointer(box, ""))
	if !m[box].Published || !m[c].Published || before.Published {
		t.Errorf("box %v, channel %v, the old content of the box %v", m[box].Published, m[c].Published, before.Published)
	}
	if got := m[box].Find(".0"); got != e.Channel(c) {
		t.Errorf("the box holds %+v", e.Of(got))
	}
}

func TestMessagesAreNumberedByContent(t *testing.T) {
	e := newEvaluator()
	m, _, box := handed(e)
	other := domain.Memory{}
	e.Store(other, box, ".0", e.Nil, ir.ChanKind)
	pointer := e.Pointer(box, "")
	for i, test := range []struct {
		v     domain.Value
		m     domain.Memory
		want  int
		isNew bool
	}{
		{e.Integer(1), nil, 0, true}, {e.Integer(2), nil, 1, true}, {e.Integer(1), nil, 0, false},
		{pointer, m, 2, true}, {pointer, other, 3, true}, {pointer, m, 2, false},
	} {
		if got, isNew := e.labelOf(5, label{v: test.v, memory: test.m}); got != test.want || isNew != test.isNew {
			t.Errorf("message %d: number %d, new %v", i, got, isNew)
		}
	}
}

// TestChannelsWithManyMessagesAreCrowded: from a number on, messages are all the
// same; who waits for messages hears of each new one.
func TestChannelsWithManyMessagesAreCrowded(t *testing.T) {
	e := newEvaluator()
	c := e.Object("c", domain.ObjectInfo{Kind: ir.ChanKind})
	reader := nodeID{2, 3}
	e.labelSet(0).readers[reader] = true
	for i := range int64(largestAlphabet) {
		clear(e.grown)
		e.addLabel(0, c, e.Integer(i), nil)
		if !e.grown[reader] {
			t.Errorf("nobody hears of message %d", i)
		}
	}
	clear(e.grown)
	if e.addLabel(0, c, e.Integer(0), nil); e.grown[reader] || e.crowded[c] || e.changed {
		t.Error("a message that was there before is no news")
	}
	if e.addLabel(0, c, e.Integer(largestAlphabet), nil); !e.crowded[c] || !e.changed {
		t.Error("one more is too many")
	}
}

func TestEntitiesAreNumberedOnce(t *testing.T) {
	e := newEvaluator()
	o := e.Object("o", domain.ObjectInfo{})
	looped := e.Object("looped", domain.ObjectInfo{Repeats: true})
	a := e.entity(model.Mutex, o, ".0")
	b := e.entity(model.Mutex, o, ".1")
	if again := e.entity(model.Mutex, o, ".0"); a != 0 || b != 1 || again != a || e.changed {
		t.Errorf("numbers %d, %d, %d; changed %v", a, b, again, e.changed)
	}
	if got := e.entitiesOf(o); !slices.Equal(got, []int{a, b}) {
		t.Errorf("the object has %v", got)
	}
	e.open[o] = "why"
	if got := e.entitiesOf(o); got != nil {
		t.Errorf("open, it has %v", got)
	}
	if e.entity(model.Channel, looped, ""); !e.changed {
		t.Error("what is made in a loop must be made anew each time")
	}
}

func TestSitesHaveMoreInstancesUpToALimit(t *testing.T) {
	k := newKnowledge(nil)
	for want := 2; want <= largestRotation; want *= 2 {
		if !k.moreInstances("here", model.Site{}) || k.instances["here"] != want {
			t.Fatalf("%d instances, want %d", k.instances["here"], want)
		}
	}
	if k.moreInstances("here", model.Site{File: "p.go", Line: 3, Column: 1}) || k.stop != "too many objects made at p.go:3:1 are in use at once" {
		t.Errorf("then: %q", k.stop)
	}
	k.giveUp("another reason")
	if k.stop == "another reason" {
		t.Error("the first reason counts")
	}
}

// TestSenderAndReceiverMustNotDiffer about an unknown that is sent and asked
// about: that is news whichever comes first.
func TestSenderAndReceiverMustNotDiffer(t *testing.T) {
	e := newEvaluator()
	whole := e.Symbol("w", domain.SymbolInfo{Kind: ir.StructKind})
	part := e.Symbol("p", domain.SymbolInfo{Kind: ir.BoolKind, Whole: whole})
	if why := e.sendUnknown(whole); why != "" {
		t.Errorf("nobody asks: %s", why)
	}
	if e.question(part); !e.changed {
		t.Error("a part is asked about of what was sent")
	}
	e.changed = false
	if why := e.sendUnknown(part); why == "" || e.changed {
		t.Errorf("why it is in doubt: %q", why)
	}
	other := e.Symbol("o", domain.SymbolInfo{Kind: ir.BoolKind})
	if e.question(other); e.changed {
		t.Error("what isn't sent is nobody's business")
	}
}
