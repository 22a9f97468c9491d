package interp

import (
	"encoding/binary"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/domain"
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// Data that matters a little can have many values at one point of a goroutine:
// a counter that climbs towards a bound of which nothing is known, or a dozen
// settings that were each asked about once and may be asked about again. Local
// states multiply, though what the goroutine does to others is the same in all
// of them. Widening gives up such data where it does this, and nothing else:
//
//   - a variable with many numbers, or slices of them, becomes an unknown;
//   - so does one that clients share, with several values;
//   - an assumption that is kept only because its unknown can be asked about
//     again is forgotten.
//
// From then on the goroutine can do more than the program, so that whatever
// depends on what was given up is in doubt (see model.Transition).

// mostAtPoint is the number of states at one point of a goroutine from which
// on something is given up there.
const mostAtPoint = 60

// givenUp is why what depends on what was given up is in doubt.
const givenUp = "something with many values is asked for"

// A widening is what has been given up.
type widening struct {
	registers map[registerID]bool
	cells     map[domain.CellID]bool
	symbols   map[domain.SymbolID]bool
}

// A registerID names a register of a function, in all its activations.
type registerID struct {
	function *ir.Function
	register int
}

func newWidening() *widening {
	return &widening{
		registers: map[registerID]bool{}, cells: map[domain.CellID]bool{}, symbols: map[domain.SymbolID]bool{},
	}
}

// point encodes where a state stands.
func (e *evaluator) point(s *localState) string {
	var b []byte
	for _, f := range s.frames {
		b = binary.AppendVarint(b, int64(e.flowOf(f.function).number))
		b = binary.AppendVarint(b, int64(f.block))
		b = binary.AppendVarint(b, int64(f.pc))
	}
	return string(b)
}

// countPoint counts a new state of a process, and widens if there are too many
// at its point. Then the round must be started anew.
func (r *round) countPoint(p *process, s *localState) {
	point := r.point(s)
	p.points[point] = append(p.points[point], s)
	if len(p.points[point])%mostAtPoint != 0 {
		return
	}
	if r.widenAt(p.points[point]) {
		r.changed, r.restart = true, true
	}
}

// widenMost gives up something at the points at which there are most states, or else variables that
// goroutines share, and reports whether there was anything. It is the last resort of clients, who
// store whatever they are given.
func (r *round) widenMost() bool {
	var most []*localState
	for _, slot := range r.order {
		points := r.processes[slot].points
		for _, point := range slices.Sorted(maps.Keys(points)) {
			if len(points[point]) > len(most) {
				most = points[point]
			}
		}
	}
	return r.widenAt(most) || r.widenShared(6) || r.widenShared(3)
}

// widenCounters gives up the registers that have counted far, at whatever points, and reports whether there
// was any: a loop has far more rounds than anybody tells apart.
func (r *round) widenCounters() bool {
	v := newVariety()
	for _, slot := range r.order {
		for _, states := range r.processes[slot].points {
			for _, s := range states {
				v.add(r.evaluator, s)
			}
		}
	}
	widened := false
	for id, values := range v.registers {
		if len(values) >= farCount && !r.widened.registers[id] && !r.counting.counts[id] && r.areNumbers(values) {
			r.widened.registers[id] = true
			widened = true
		}
	}
	return widened
}

// farCount is how many numbers a register has had that has counted far.
const farCount = 6

func (r *round) areNumbers(values map[domain.Value]bool) bool {
	for v := range values {
		if r.Of(v).Form != domain.IntForm {
			return false
		}
	}
	return true
}

// widenAt gives up what varies most among the states at a point, and reports
// whether there was anything: variables with many values first, then what is
// remembered of conditions, then variables with a few values.
func (r *round) widenAt(states []*localState) bool {
	v := newVariety()
	for _, s := range states {
		v.add(r.evaluator, s)
	}
	return r.widenVariables(v, 6) || r.widenSymbols(v, false) || r.widenVariables(v, 3) || r.widenVariables(v, fewest) || r.widenSymbols(v, true)
}

// widenShared gives up the shared variables with at least most values: whoever asks for one gets each
// of them, and two that are asked for, or one that is asked for twice, all combinations.
func (r *round) widenShared(most int) bool {
	widened := false
	for id := range r.sharedCells {
		number, ok := r.entityIndex[entity{model.Cell, id.Object, id.Path}]
		if ok && !r.havoc[id] && len(r.labelSet(number).list) >= most {
			r.havoc[id] = true
			widened = true
		}
	}
	return widened
}

// fewest is how many values a variable has that is given up last.
const fewest = 2

// widenVariables gives up the variables with at least most values. What a loop counts with comes last:
// without it nobody knows whether the loop ever ends.
func (r *round) widenVariables(v *variety, most int) bool {
	widened := false
	for id, values := range v.registers {
		if len(values) >= most && !r.widened.registers[id] && (most <= fewest || !r.counting.counts[id]) {
			r.widened.registers[id] = true
			widened = true
		}
	}
	for id, values := range v.cells {
		if len(values) >= most && !r.widened.cells[id] && !r.sharedCells[id] {
			r.widened.cells[id] = true
			widened = true
		}
	}
	return widened
}

// widenSymbols gives up assumptions that are kept for later; those about what loops count up to last,
// as what they count with.
func (r *round) widenSymbols(v *variety, bounds bool) bool {
	widened := false
	for sym := range v.symbols {
		if isBound := len(r.counting.upTo[sym]) > 0; isBound != bounds {
			continue
		}
		_, passed := r.passed[sym] // that doesn't vary
		if !r.widened.symbols[sym] && !r.sharedSymbols[sym] && r.lasting[sym] && !passed {
			r.widened.symbols[sym] = true
			widened = true
		}
	}
	return widened
}

// A variety has the values of plain variables, and the unknowns about which
// something is assumed.
type variety struct {
	registers map[registerID]map[domain.Value]bool
	cells     map[domain.CellID]map[domain.Value]bool
	symbols   map[domain.SymbolID]bool
}

func newVariety() *variety {
	return &variety{
		registers: map[registerID]map[domain.Value]bool{}, cells: map[domain.CellID]map[domain.Value]bool{},
		symbols: map[domain.SymbolID]bool{},
	}
}

func (v *variety) add(e *evaluator, s *localState) {
	for _, f := range s.frames {
		for r, x := range f.registers {
			if e.plainKind(s.memory, x) != ir.OtherKind {
				count(v.registers, registerID{f.function, r}, x)
			}
		}
	}
	for o, h := range s.memory {
		for _, c := range h.Cells {
			if e.plainKind(s.memory, c.Value) != ir.OtherKind && !strings.HasSuffix(c.Path, "*") {
				count(v.cells, domain.CellID{Object: o, Path: c.Path}, c.Value)
			}
		}
	}
	for sym := range s.decisions {
		v.symbols[sym] = true
	}
}

func count[K, V comparable](sets map[K]map[V]bool, key K, v V) {
	if sets[key] == nil {
		sets[key] = map[V]bool{}
	}
	sets[key][v] = true
}

// plainKind is the kind of a number, string or boolean that is known or was
// given up, or of a slice of such; OtherKind for everything else.
func (e *evaluator) plainKind(m domain.Memory, v domain.Value) ir.ValueKind {
	switch d := e.Of(v); d.Form {
	case domain.IntForm, domain.StringForm, domain.BoolForm:
		return e.kindOf(v)
	case domain.SliceForm:
		if e.isPlainData(m[d.Object]) {
			return ir.SliceKind
		}
	case domain.SymbolForm:
		if info := &e.SymbolTable[d.Number]; info.Taint == givenUp {
			return info.Kind
		}
	}
	return ir.OtherKind
}

// isPlainData reports whether an object holds nothing that leads elsewhere.
func (e *evaluator) isPlainData(h *domain.HeapObject) bool {
	if h == nil {
		return true
	}
	return !slices.ContainsFunc(h.Cells, func(c domain.Cell) bool {
		switch d := e.Of(c.Value); d.Form {
		case domain.IntForm, domain.StringForm, domain.BoolForm, domain.NilForm, domain.NonNilForm:
			return false
		case domain.OpaqueForm:
			return d.Object != 0
		case domain.SymbolForm:
			return !e.SymbolTable[d.Number].Kind.IsPlain()
		}
		return true
	})
}

// widenRegister is the value of a register after widening.
func (e *evaluator) widenRegister(m domain.Memory, f *ir.Function, register int, v domain.Value) domain.Value {
	if len(e.widened.registers) == 0 || !e.widened.registers[registerID{f, register}] {
		return v
	}
	return e.unknownLike(m, v)
}

// widenCell is the value of a cell after widening.
func (e *evaluator) widenCell(m domain.Memory, id domain.CellID, v domain.Value) domain.Value {
	if len(e.widened.cells) == 0 || !e.widened.cells[id] {
		return v
	}
	return e.unknownLike(m, v)
}

// forget drops what is assumed about unknowns that were given up.
func (e *evaluator) forget(s *localState) {
	for sym := range s.decisions {
		if e.widened.symbols[sym] {
			s.undecide(sym)
		}
	}
}

// unknownLike is the unknown that stands for all plain values that were given
// up, or v if that isn't one. Nothing is ever remembered about it, so that one
// of each kind will do.
func (e *evaluator) unknownLike(m domain.Memory, v domain.Value) domain.Value {
	kind := e.plainKind(m, v)
	if kind == ir.OtherKind {
		return v
	}
	sym := e.Symbol("given up "+strconv.Itoa(int(kind)), domain.SymbolInfo{Kind: kind, Process: -1, Taint: givenUp})
	e.widened.symbols[sym] = true
	return e.SymbolValue(sym)
}
