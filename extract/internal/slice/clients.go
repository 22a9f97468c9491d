package slice

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Objects that live in fields of a type or in package-level variables are judged
// with the most general client of the package (Henzinger, Jhala and Majumdar,
// Permissive interfaces, FSE 2005, call what it may do its interface): a few
// goroutines that call, again and again, whatever functions of the package lead to
// the objects, with one object of each type. Of these there is one, made by a
// constructor where the package has one: what others hold is theirs.

// ClientsName begins the names of the functions that are made up here.
const ClientsName = "clients of "

// ClientName begins the names of the goroutines of clients, OnceName that of one of them who
// calls a function that is to be called once, SubjectName that of the one who calls once
// whatever he likes, if there is one, and MainName is that of the goroutine that calls the
// main function.
const (
	ClientName  = "a client of "
	OnceName    = "the client who calls "
	SubjectName = "the client of "
	MainName    = "main of the program"
)

// A Client asks for a slice with the most general client.
type Client struct {
	// Own reports whether a function is one of the package itself, InScope whether
	// it may be part of the slice.
	Own, InScope func(*ir.Function) bool
	// Objects is the criterion.
	Objects []pointsto.Location
	// Goroutines is how many clients there are at once, Subjects how many others there
	// are, who call only once. If there are several of these, all clients call once, but
	// where it is said that they call again.
	Goroutines, Subjects int
	Again                bool
	// Program says that the main function of the package runs, and that clients, whom
	// others may call, call only once.
	Program bool
	// Only is the name of the one function that a client calls, once, which is all that is
	// looked at then beside what makes the objects; empty if they call all.
	Only string
	// Calls are the names of functions each of which a client of its own calls, once: that is all
	// that happens then, beside what makes the objects. It is nil if they call all.
	Calls []string
	// Panics says that it is asked who panics, Maps that the maps are followed then that those who each call once share.
	Panics, Maps bool
	// Callable reports whether others can call a function by its name. Main says that
	// nobody can import the package: what is called there is, by itself.
	Callable func(*ir.Function) bool
	Main     bool
	// Variables are the package-level variables that are followed, Initializer is the
	// function that sets them first, or empty.
	Variables   []ir.PackageVariable
	Initializer string
	Site        model.Site
	Display     string
	// Chosen, Entries, Once, Open, Members and Cut are set by Clients: what clients choose among, for
	// people and by name, the last of these, which they call once, which of them others can call, the names of the functions of which something is left, but
	// for those that run before there are clients, and that of the slice.
	Chosen, Entries, Once, Members []string
	Open                           []bool
	Cut                            bool
	// Unlocked is set by Clients, too: a lock that may keep clients apart was left out.
	Unlocked bool
	// Elsewhere is set by Clients, too: the functions that operate on the objects, but are run neither by clients nor by who
	// makes what these have, such as main.
	Elsewhere []string
	// Unique is set by Clients, too: each type of object that clients have is made in one
	// way alone, by a constructor that others can call, or as its zero value. Complete says
	// that nothing is left out that somebody may do to the objects, NeedsObject that clients
	// can't do anything without one, and that nobody else gets one from a constructor that fails.
	Unique, Complete, NeedsObject bool
	// OwnType reports whether a type is one of the package.
	OwnType func(string) bool
	// Made is set by Clients, too: what others pass to the functions that they can call is made as clients make it, by
	// a constructor that others can call, as its zero value if it is only made so, or somewhere else.
	Made bool
	// Constructor is the one that makes what clients have, for people; "" if it isn't one.
	Constructor string
}

// Root is the name of the function that is the root of the slice.
func (q *Client) Root() string { return ClientsName + q.Display }

// Clients slices what clients may call, and adds the functions that do. It returns
// nil if no function of the package is left that clients can call.
func (s *Slicer) Clients(q *Client, level Level) *Slice {
	c := s.criterion(nil, s.scopeOf(q), q.Objects, level)
	c.clients, c.concrete = true, q.Calls != nil
	c.runs(q)
	c.grow()
	d := &driver{criterion: c, question: q, constructors: map[string]*maker{}}
	d.findEntries()
	if len(d.types) == 0 && d.main() == nil {
		d.findMade()
	}
	for d.findConstructors() { // whose results are asked for now
		c.grow()
		d.findEntries()
	}
	if len(d.entries) == 0 && d.main() == nil && len(d.constructors) == 0 {
		return nil
	}
	d.entries = slices.DeleteFunc(d.entries, d.makesAnother)
	d.entries, d.once = d.CalledOnce(d.entries, q)
	result := c.result()
	all := d.callable()
	q.Chosen, q.Once, q.Entries, q.Open = Displays(all), d.once.Displays(), nil, nil
	for _, f := range all {
		q.Entries = append(q.Entries, f.Name)
		q.Open = append(q.Open, d.isOpen(f) || q.Only != "" && len(f.Callers) > 0)
	}
	run := d.runByClients()
	result.Cut, q.Elsewhere, q.Unlocked = d.isCut(run), d.elsewhere(run), d.leavesOutLocks(run)
	q.Constructor, q.Complete = d.constructor(), d.isComplete()
	q.Made = d.areMade(all, q.Open)
	q.Unique = !slices.ContainsFunc(d.types, func(t string) bool { return !d.isMadeOnlySo(t) })
	q.NeedsObject = !slices.ContainsFunc(all, func(f *supergraph.Function) bool { return !d.isGiven(f) }) && d.areKept()
	q.Members = nil
	for _, f := range d.members {
		if d.parts[f].alive && !d.initializes(f) {
			q.Members = append(q.Members, f.Name)
		}
	}
	d.write(result)
	return result
}

// isOpen reports whether others can call a function: by its name, as a value, or as a method of a
// struct that they get, as what an interface holds for example.
func (d *driver) isOpen(f *supergraph.Function) bool {
	isOfHanded := func() bool {
		for l := range d.Points.Objects {
			o := &d.Points.Objects[l]
			if o.Kind == pointsto.Variable && o.Function != nil && o.IsStruct() && o.Type == f.ParamType(0) && d.Points.IsHanded(pointsto.Location(l)) {
				return true
			}
		}
		return false
	}
	isOwn := !d.question.Main && f.Params > 0 && f.ParamType(0) != "" && d.question.Callable(f.Function)
	return f.Exported && !d.question.Main || d.Points.Exposed(f.Name) || isOwn && isOfHanded()
}

// scopeOf says which functions may be part of the slice.
func (s *Slicer) scopeOf(q *Client) func(*supergraph.Function) bool {
	called := q.all()
	if called == nil {
		return func(f *supergraph.Function) bool { return q.InScope(f.Function) }
	}
	scope := maps.Clone(s.RunsFirst(q.Initializer))
	enter := func(f *supergraph.Function) { scope[f] = q.InScope(f.Function) }
	var types []string
	for _, name := range called {
		if f := s.ByName[name]; f != nil {
			s.VisitReached(f, enter)
			types = append(types, f.ParamTypes...)
		}
	}
	for _, f := range s.Order {
		if slices.ContainsFunc(types, func(t string) bool { return t != "" && s.makes(f, t) }) {
			s.VisitReached(f, enter)
		}
	}
	return func(f *supergraph.Function) bool { return scope[f] }
}

// all are the functions that are all that clients call; nil if they call what they like.
func (q *Client) all() []string {
	if q.Only != "" {
		return []string{q.Only}
	}
	return q.Calls
}

// makes reports whether a function returns a new struct of a type.
func (s *Slicer) makes(f *supergraph.Function, typeName string) bool {
	return slices.ContainsFunc(f.Returned(), func(o ir.Operand) bool { return s.returnsNew(f, o, typeName) })
}

// A driver makes the clients of a slice.
type driver struct {
	*criterion
	question *Client
	// entries are what clients call again and again, once what they call once each.
	entries      []*supergraph.Function
	once         Alternatives
	constructors map[string]*maker
	// types are those of the objects that clients have: what entries are given, and made,
	// see findMade.
	types, made []string
	// leadingTypes are the struct types that lead to the objects, once they are asked for.
	leadingTypes []string
	// same are the keys that clients are given, see passSame.
	same []string
}

// A maker is a function that returns a new object of a type, as a result.
type maker struct {
	*supergraph.Function
	result int
}

// callable lists what clients call.
func (d *driver) callable() []*supergraph.Function {
	return append(slices.Clone(d.entries), d.once.All()...)
}

// findEntries lists the functions that clients call: those of which something is
// left and that can be called from outside, or that are given an object which the
// caller has taken out of memory.
func (d *driver) findEntries() {
	d.entries, d.types = nil, slices.Clone(d.made)
	for _, f := range d.members {
		if d.parts[f].alive && d.question.Own(f.Function) && d.isEntry(f) {
			d.entries = append(d.entries, f)
		}
	}
	slices.SortFunc(d.entries, func(a, b *supergraph.Function) int { return a.Number - b.Number })
	for _, f := range d.entries {
		d.collectTypes(f)
	}
}

func (d *driver) isEntry(f *supergraph.Function) bool {
	if called := d.question.all(); called != nil {
		return slices.Contains(called, f.Name)
	}
	if f.FreeVars > 0 && !d.Points.Exposed(f.Name) {
		return false
	}
	if d.question.Callable(f.Function) || d.Points.Exposed(f.Name) || d.question.Main && len(f.Callers) > 0 && d.isGiven(f) {
		return true
	}
	return slices.ContainsFunc(f.Callers, func(call supergraph.Instruction) bool { return d.takesOut(call, d.parts[f]) })
}

// isGiven reports whether a function needs an object that it is given.
func (d *driver) isGiven(f *supergraph.Function) bool {
	for parameter := range f.Params {
		if d.parts[f].needed[parameter] && f.ParamType(parameter) != "" {
			return true
		}
	}
	return false
}

// isTraceable reports whether a value comes from a parameter of the function, or the one around it, or is made there:
// not out of memory, nor from a call. Once some registers are, all that were seen for that are, as each was only asked
// about others of them; and one that is not never is.
func (c *criterion) isTraceable(f *supergraph.Function, o ir.Operand) bool {
	seen := supergraph.Registers{}
	if !c.traceable(f, o, seen) {
		return false
	}
	maps.Copy(c.traced, seen)
	return true
}

// traceable is isTraceable with the registers that are being asked about, which count as traceable.
func (c *criterion) traceable(f *supergraph.Function, o ir.Operand, seen supergraph.Registers) bool {
	switch {
	case o.Kind != ir.Register || o.Reg < f.Params || c.traced.Has(f, o.Reg):
		return true
	case c.untraced.Has(f, o.Reg):
		return false
	case !seen.Add(f, o.Reg):
		return true
	}
	is := c.comesTraceably(f, o.Reg, seen)
	if !is {
		c.untraced.Add(f, o.Reg)
	}
	return is
}

func (c *criterion) comesTraceably(f *supergraph.Function, register int, seen supergraph.Registers) bool {
	if register < f.Params+f.FreeVars {
		return c.AreCaptured(f, register, func(g *supergraph.Function, v ir.Operand) bool { return c.traceable(g, v, seen) })
	}
	value := func(from ir.Operand) bool { return c.traceable(f, from, seen) }
	return f.IsSetOnlyBy(register, value, func(i supergraph.Instruction) bool { return c.traceableBy(i, seen) })
}

func (c *criterion) traceableBy(i supergraph.Instruction, seen supergraph.Registers) bool {
	in := i.Instr()
	switch in.Op {
	case ir.OpAlloc:
		return true
	case ir.OpCopy, ir.OpTypeAssert, ir.OpMakeInterface, ir.OpFieldAddr, ir.OpField:
		return c.traceable(i.Parent, in.Args[0], seen)
	case ir.OpLoad:
		return c.holdsTraceable(i.Parent, in.Args[0], seen)
	}
	return false
}

// holdsTraceable reports whether an address is that of local or captured variables
// that hold nothing but what is traceable, or of package-level variables that the
// initializer alone sets, to something of its own.
func (c *criterion) holdsTraceable(f *supergraph.Function, address ir.Operand, seen supergraph.Registers) bool {
	list := c.Points.Operand(f.Function, address)
	for _, l := range list {
		if c.isInitialized(l) {
			continue
		}
		o := &c.Points.Objects[l]
		if o.Kind != pointsto.Variable || o.Function == nil || o.Type != "" {
			return false
		}
		for _, store := range c.Stores[l] {
			if in := store.Instr(); in.Op != ir.OpStore || !c.traceable(store.Parent, in.Args[1], seen) {
				return false
			}
		}
	}
	return len(list) > 0
}

// collectTypes notes the types of objects that an entry is given.
func (d *driver) collectTypes(f *supergraph.Function) {
	for parameter := range f.Params {
		if t := f.ParamType(parameter); t != "" && d.parts[f].needed[parameter] && !slices.Contains(d.types, t) {
			d.types = append(d.types, t)
		}
	}
}

// findConstructors looks for functions that return new objects of the types that
// are needed, and asks for these results. It reports whether there was a new one.
func (d *driver) findConstructors() bool {
	found := false
	for i := 0; i < len(d.types); i++ {
		t := d.types[i]
		if _, known := d.constructors[t]; known {
			continue
		}
		m := d.constructorOf(t)
		d.constructors[t] = m
		if m != nil {
			d.askFor(m.Function, m.result)
			d.close()
			d.collectTypes(m.Function)
			found = true
		}
	}
	return found
}

// constructorOf is the first function that leads to the objects and returns a struct of a type which it, or a
// function that it calls, has made, or one by which clients can call it if they can't themselves; nil if there is
// none.
func (d *driver) constructorOf(typeName string) *maker {
	for _, m := range d.makersOf(typeName) {
		if p := d.parts[m.Function]; p != nil && p.alive && m.FreeVars == 0 {
			return cmp.Or(d.calledBy(m, typeName), m)
		}
	}
	return nil
}

// calledBy is the first function that clients can call and that returns what a constructor returns which they can't
// call; nil if there is none, or they can.
func (d *driver) calledBy(m *maker, typeName string) *maker {
	if d.question.Callable(m.Function.Function) {
		return nil
	}
	for _, outer := range d.makersOf(typeName) {
		f := outer.Function
		if f.FreeVars == 0 && d.inScope(f) && d.question.Callable(f.Function) && slices.Contains(d.reachedFrom(f), m.Function) {
			return outer
		}
	}
	return nil
}

// makersOf lists the functions that return a new struct of a type; found once.
func (s *Slicer) makersOf(typeName string) []*maker {
	list, known := s.makers[typeName]
	if !known {
		for _, f := range s.Order {
			if m := s.findMaker(f, typeName); m != nil {
				list = append(list, m)
			}
		}
		s.makers[typeName] = list
	}
	return list
}

func (s *Slicer) findMaker(f *supergraph.Function, typeName string) *maker {
	for b := range f.Blocks {
		in := f.Blocks[b].Terminator()
		if in.Op != ir.OpReturn {
			continue
		}
		for i, o := range in.Args {
			if s.returnsNew(f, o, typeName) {
				return &maker{f, i}
			}
		}
	}
	return nil
}

func (s *Slicer) returnsNew(f *supergraph.Function, o ir.Operand, typeName string) bool {
	for _, l := range s.Points.Operand(f.Function, o) {
		if made := &s.Points.Objects[l]; made.Kind == pointsto.Variable && made.Type == typeName && made.Function != nil {
			return slices.ContainsFunc(s.reachedFrom(f), func(g *supergraph.Function) bool { return g.Function == made.Function })
		}
	}
	return false
}

// reachedFrom lists a function and those that it calls, directly or not.
func (s *Slicer) reachedFrom(f *supergraph.Function) []*supergraph.Function {
	return slices.Collect(maps.Keys(dataflow.Reachable([]*supergraph.Function{f}, func(g *supergraph.Function) (list []*supergraph.Function) {
		for _, call := range s.CallsIn(g) {
			list = append(list, call.Callees...)
		}
		return list
	})))
}

// write adds the root, which makes the objects and starts the clients, and the
// function of the clients.
func (d *driver) write(s *Slice) {
	if users := d.callable(); !d.question.Site.IsValid() && len(users) > 0 { // of a field: the first function that uses it stands for it
		d.question.Site = users[0].Site
	}
	root := &ir.Function{
		Name: d.question.Root(), Display: ClientsName + d.question.Display, Site: d.question.Site, Recover: -1,
	}
	w := newWriter(root)
	d.initialize(w, s)
	objects := map[string]ir.Operand{}
	var args []ir.Operand
	for _, t := range d.types {
		args = append(args, d.object(w, t, objects))
	}
	d.startClients(w, s, args)
	w.emit(ir.Instr{Op: ir.OpReturn, Dst: -1})
	s.Functions[root.Name] = root
}

// startClients starts the clients, and the main function if it runs.
func (d *driver) startClients(w *writer, s *Slice, args []ir.Operand) {
	root := w.f
	start := func(name, display string, entries []*supergraph.Function, once bool) {
		w.emit(ir.Instr{Op: ir.OpGo, Dst: -1, Name: name, Args: args, Site: d.question.Site})
		s.Functions[name] = d.client(name, entries, once)
		s.Functions[name].Display = display
	}
	all := d.callable()
	if d.question.Calls != nil {
		args = append(args, d.passSame(w, all)...)
		for i, name := range d.question.Calls {
			if f := d.ByName[name]; slices.Contains(all, f) {
				start(root.Name+"$"+strconv.Itoa(i), OnceName+f.Display, []*supergraph.Function{f}, true)
			}
		}
		return
	}
	client, subject := root.Name+"$client", root.Name+"$subject"
	if d.question.Subjects > 0 && len(all) > 0 {
		for range d.question.Subjects {
			start(subject, SubjectName+d.question.Display, all, true)
		}
	}
	if main := d.main(); main != nil {
		w.emit(ir.Instr{Op: ir.OpGo, Dst: -1, Name: root.Name + "$main", Site: main.Site})
		s.Functions[root.Name+"$main"] = program(root.Name+"$main", main)
	}
	if len(d.entries) > 0 {
		for range d.question.Goroutines {
			start(client, ClientName+d.question.Display, d.entries, d.question.Program || d.question.Subjects > 1 && !d.question.Again || d.question.Only != "")
		}
	}
	for i, display := range d.once.Displays() {
		start(root.Name+"$"+d.once[i][0].Name, OnceName+display, d.once[i], true)
	}
}

// passSame makes the keys that the clients of a few calls pass: they are the same for all who call
// them by the same name, as they may be.
func (d *driver) passSame(w *writer, entries []*supergraph.Function) (args []ir.Operand) {
	for _, f := range entries {
		for i := range f.Params {
			name := d.keyOf(f, i)
			if name == "" || slices.Contains(d.same, name) {
				continue
			}
			d.same = append(d.same, name)
			w.emit(unknownArgument(w.f, f, i))
			args = append(args, ir.Operand{Kind: ir.Register, Reg: w.f.Registers - 1})
		}
	}
	return args
}

// keyOf names a parameter that may be a key: a number or string that matters; "" if it is none.
func (d *driver) keyOf(f *supergraph.Function, parameter int) string {
	if d.question.Calls == nil || !d.parts[f].needed[parameter] || parameter >= len(f.ParamKinds) {
		return ""
	}
	switch kind := f.ParamKinds[parameter]; kind {
	case ir.IntKind, ir.StringKind:
		return strconv.Itoa(int(kind)) + " " + f.ParamNames[parameter]
	}
	return ""
}

// main is the main function, if it runs and something is left of it.
func (d *driver) main() *supergraph.Function {
	if !d.question.Program {
		return nil
	}
	for _, f := range d.members {
		if f.Main && d.parts[f].alive {
			return f
		}
	}
	return nil
}

// program is a function that calls the main function. That the program ends then neither
// brings about nor prevents that goroutines wait for each other.
func program(name string, main *supergraph.Function) *ir.Function {
	return &ir.Function{Name: name, Display: MainName, Site: main.Site, Recover: -1, Blocks: []ir.Block{{Instrs: []ir.Instr{
		{Op: ir.OpCall, Dst: -1, Name: main.Name, Site: main.Site, Text: strconv.Quote(main.Display)},
		{Op: ir.OpReturn, Dst: -1},
	}}}}
}

// A writer writes the instructions of a function: block 1 returns, the others follow
// each other.
type writer struct{ f *ir.Function }

func newWriter(f *ir.Function) *writer {
	end := ir.Block{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}}
	start := ir.Block{Instrs: []ir.Instr{{Op: ir.OpJump, Dst: -1}}, Succs: []ir.Edge{{Block: 2}}}
	f.Blocks = []ir.Block{start, end, {}}
	return &writer{f}
}

func (w *writer) emit(in ir.Instr) {
	last := &w.f.Blocks[len(w.f.Blocks)-1]
	last.Instrs = append(last.Instrs, in)
}

// unless ends the function if a condition holds.
func (w *writer) unless(condition ir.Operand) {
	w.emit(ir.Instr{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{condition}})
	w.f.Blocks[len(w.f.Blocks)-1].Succs = []ir.Edge{{Block: 1}, {Block: len(w.f.Blocks)}}
	w.f.Blocks = append(w.f.Blocks, ir.Block{})
}

func (w *writer) register() int {
	w.f.Registers++
	return w.f.Registers - 1
}

// object makes the one object of a type, by its constructor if there is one.
func (d *driver) object(w *writer, typeName string, made map[string]ir.Operand) ir.Operand {
	if o, ok := made[typeName]; ok {
		return o
	}
	made[typeName] = ir.Operand{} // what it needs itself is unknown to its constructor
	m := d.constructors[typeName]
	result := w.register()
	switch {
	case m == nil && d.isMadeByOthers(typeName):
		w.emit(ir.Instr{Op: ir.OpUnknown, Dst: result, Kind: ir.PointerKind, Name: ir.ArgumentResult, Text: d.nameOf(typeName)})
	case m == nil:
		w.emit(ir.Instr{Op: ir.OpAlloc, Dst: result, Kind: ir.StructKind, TypeName: typeName, Name: d.nameOf(typeName), Site: d.question.Site})
	default:
		args := make([]ir.Operand, m.Params)
		for i := range args {
			switch t := m.Function.ParamType(i); {
			case !d.parts[m.Function].needed[i]:
			case t != "":
				args[i] = d.object(w, t, made)
			default:
				w.emit(unknownArgument(w.f, m.Function, i))
				args[i] = ir.Operand{Kind: ir.Register, Reg: w.f.Registers - 1}
			}
		}
		d.construct(w, m, args, result)
	}
	made[typeName] = ir.Operand{Kind: ir.Register, Reg: result}
	d.leave(w, typeName, made[typeName])
	return made[typeName]
}

// isMadeByOthers reports whether structs of a type are nothing to the objects, and others make them,
// with whatever they like in them.
func (d *driver) isMadeByOthers(typeName string) bool {
	name := typeName[strings.LastIndexByte(typeName, '.')+1:]
	if d.leadingTypes == nil {
		d.leadingTypes = d.TypesLeadingTo(d.question.Objects)
	}
	return pointsto.StartsUpper(name) && !slices.Contains(d.leadingTypes, typeName)
}

// nameOf is what the first entry that is given an object of a type calls it.
func (d *driver) nameOf(typeName string) string {
	for _, f := range d.callable() {
		for i := range f.Params {
			if f.ParamType(i) == typeName && i < len(f.ParamNames) {
				return f.ParamNames[i]
			}
		}
	}
	return ""
}

// construct calls a constructor. If that fails, there is nothing to be a client of.
func (d *driver) construct(w *writer, m *maker, args []ir.Operand, result int) {
	call := ir.Instr{Op: ir.OpCall, Dst: result, Name: m.Name, Args: args, Kind: ir.PointerKind, Site: d.question.Site}
	object := ir.Operand{Kind: ir.Register, Reg: result}
	if arity(m.Function) == 1 {
		w.emit(call)
	} else {
		call.Kind, call.Dst = ir.TupleKind, w.register()
		w.emit(call)
		w.emit(ir.Instr{Op: ir.OpExtract, Dst: result, Kind: ir.PointerKind, Index: m.result, Args: []ir.Operand{{Kind: ir.Register, Reg: call.Dst}}})
	}
	failed := w.register()
	w.emit(ir.Instr{Op: ir.OpBinary, Dst: failed, Name: "==", Kind: ir.PointerKind, Args: []ir.Operand{object, {Kind: ir.NilConst}}})
	w.unless(ir.Operand{Kind: ir.Register, Reg: failed})
}

func arity(f *supergraph.Function) int {
	for b := range f.Blocks {
		if in := f.Blocks[b].Terminator(); in.Op == ir.OpReturn {
			return len(in.Args)
		}
	}
	return 0
}

// client is the function of a client: a loop that lets the world choose an entry,
// by a select of which every case is ready, and calls it; no loop if it calls only once.
func (d *driver) client(name string, entries []*supergraph.Function, once bool) *ir.Function {
	n := len(entries)
	f := &ir.Function{Name: name, Display: ClientName + d.question.Display, Params: len(d.types) + len(d.same), Recover: -1}
	after := ir.Edge{Block: 0}
	if once {
		after.Block = 1 + 2*n
	}
	chosen, index := f.Params, f.Params+1
	f.Registers = f.Params + 2
	choose := ir.Block{Instrs: []ir.Instr{
		{Op: ir.OpSelect, Dst: chosen, Cases: slices.Repeat([]ir.SelectCase{{Send: true}}, n)},
		{Op: ir.OpExtract, Dst: index, Kind: ir.IntKind, Args: []ir.Operand{{Kind: ir.Register, Reg: chosen}}},
		{Op: ir.OpJump, Dst: -1},
	}, Succs: []ir.Edge{{Block: 1}}}
	f.Blocks = []ir.Block{choose}
	for i, entry := range entries {
		test := f.Registers
		f.Registers++
		ask := ir.Block{Instrs: []ir.Instr{
			{Op: ir.OpBinary, Dst: test, Name: "==", Kind: ir.IntKind, Args: []ir.Operand{{Kind: ir.Register, Reg: index}, {Kind: ir.IntConst, Int: int64(i)}}},
			{Op: ir.OpIf, Dst: -1, Args: []ir.Operand{{Kind: ir.Register, Reg: test}}},
		}, Succs: []ir.Edge{{Block: 2 + 2*i}, {Block: (3 + 2*i) % (2*n + 1)}}}
		call := ir.Block{Instrs: append(d.callOf(f, entry), ir.Instr{Op: ir.OpJump, Dst: -1}), Succs: []ir.Edge{after}}
		f.Blocks = append(f.Blocks, ask, call)
	}
	if once {
		f.Blocks = append(f.Blocks, ir.Block{Instrs: []ir.Instr{{Op: ir.OpReturn, Dst: -1}}})
	}
	return f
}

// callOf is the call of an entry, with one object of each type: two of a type may be
// one or not, and nothing may hang on that. What else it needs is unknown, or known to the package
// if nobody else calls it.
func (d *driver) callOf(f *ir.Function, entry *supergraph.Function) []ir.Instr {
	var list []ir.Instr
	args := make([]ir.Operand, entry.Params+entry.FreeVars)
	given := map[string]bool{}
	for i := range entry.Params {
		t := entry.ParamType(i)
		switch {
		case !d.parts[entry].needed[i]:
		case t != "" && !given[t]:
			given[t] = true
			args[i] = ir.Operand{Kind: ir.Register, Reg: slices.Index(d.types, t)}
		case slices.Contains(d.same, d.keyOf(entry, i)):
			args[i] = ir.Operand{Kind: ir.Register, Reg: len(d.types) + slices.Index(d.same, d.keyOf(entry, i))}
		default:
			argument := unknownArgument(f, entry, i)
			if d.question.Only != "" && !d.isOpen(entry) {
				argument.Name = ir.PassedResult
			}
			list = append(list, argument)
			args[i] = ir.Operand{Kind: ir.Register, Reg: f.Registers - 1}
		}
	}
	return append(list, ir.Instr{Op: ir.OpCall, Dst: -1, Name: entry.Name, Args: args, Text: strconv.Quote(entry.Display)})
}

// unknownArgument makes an unknown for a parameter, in a new register: one that has
// the same value whenever it is asked about.
func unknownArgument(f *ir.Function, callee *supergraph.Function, parameter int) ir.Instr {
	in := ir.Instr{Op: ir.OpUnknown, Dst: f.Registers, Name: ir.ArgumentResult}
	if parameter < len(callee.ParamKinds) {
		in.Kind, in.Text = callee.ParamKinds[parameter], callee.ParamNames[parameter]
	}
	f.Registers++
	return in
}
