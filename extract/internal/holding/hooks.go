package holding

import (
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// A struct may have a function in a field that whoever makes it gives it: a hook. What that has captured is known where it is given, as a
// method of the one who keeps the struct may be. A path by way of a hook leads to its field, and from there to what it has captured.

// callsValueInField reports whether an instruction calls what a function has found in a field of a struct.
func callsValueInField(i supergraph.Instruction) bool {
	in := i.Instr()
	if in.Op != ir.OpCall || !in.CallsValue() {
		return false
	}
	address := i.Parent.Definition(loadedFrom(i.Parent, in.Args[0]))
	return address != nil && address.Op == ir.OpFieldAddr
}

// pathByHook is the path to what a path leads to in a literal that a function calls by way of a field, if it begins at what that has captured.
func (a *Analysis) pathByHook(i supergraph.Instruction, literal *supergraph.Function, p path) path {
	captured := p.root.Reg - literal.Params
	if !p.known || p.root.Kind != ir.Register || captured < 0 || captured >= literal.FreeVars || !callsValueInField(i) {
		return path{}
	}
	address := loadedFrom(i.Parent, i.Instr().Args[0])
	hook, ok := a.fieldAt(i.Parent, address)
	of := a.pathOf(i.Parent, hook.base)
	if !ok || !of.known {
		return path{}
	}
	return path{of.root, of.steps + hookBegins + strconv.Itoa(int(hook.field)) + hookCaptures + strconv.Itoa(captured) + hookEnds + p.steps, true}
}

// What the step by way of a hook is written with: the field that it is in, and the number of what it has captured.
const hookBegins, hookCaptures, hookEnds = "(", ",", ")"

// byHook is the hook that a path goes by, the number of what it has captured, and the steps before and after that.
func (p path) byHook() (before string, hook pointsto.Location, captured int, after string, ok bool) {
	before, rest, begins := strings.Cut(p.steps, hookBegins)
	step, after, ends := strings.Cut(rest, hookEnds)
	field, number, _ := strings.Cut(step, hookCaptures)
	of, err := strconv.Atoi(field)
	captured, failed := strconv.Atoi(number)
	return before, locationOf(of), captured, after, p.known && begins && ends && err == nil && failed == nil
}

// leadsToOwner reports whether those who are put into a field are given a hook, in a field of theirs, which has captured the struct in whose
// field they are, or something in it, and what the steps to that are.
func (a *Analysis) leadsToOwner(children, hook pointsto.Location, captured int) (steps string, ok bool) {
	if !a.isSetOnce(hook) {
		return "", false
	}
	for _, p := range a.putsInto(children) {
		f := p.at.Parent
		for _, given := range a.givenForField(f, unboxed(f, p.value), hook) {
			made := f.Definition(f.Original(given))
			if made == nil || made.Op != ir.OpMakeClosure || captured >= len(made.Args) {
				continue
			}
			of, owner := a.pathOf(f, made.Args[captured]), a.pathOf(f, p.owner)
			rest, isWithin := strings.CutPrefix(of.steps, owner.steps)
			if of.known && owner.known && of.root == owner.root && isWithin {
				return rest, true
			}
		}
	}
	return "", false
}

// givenForField are the values that a function stores in a field of a struct that it makes, or passes to the function that makes it so.
func (a *Analysis) givenForField(f *supergraph.Function, v ir.Operand, field pointsto.Location) (list []ir.Operand) {
	if isNew(f, v) {
		return a.storedInField(f, v, field)
	}
	call, ok := f.DefinedAt(v)
	if !ok || call.Instr().Op != ir.OpCall || len(a.CalleesAt(call)) != 1 {
		return nil
	}
	maker := a.CalleesAt(call)[0]
	for _, returned := range maker.Returned() {
		for _, o := range a.storedInField(maker, unboxed(maker, returned), field) {
			if given, isGiven := supergraph.Argument(call.Instr(), maker, o.Reg); isGiven && o.Kind == ir.Register && o.Reg < maker.Params {
				list = append(list, given)
			}
		}
	}
	return list
}

// storedInField are the values that a function stores in a field of a struct that it makes.
func (a *Analysis) storedInField(f *supergraph.Function, made ir.Operand, field pointsto.Location) (list []ir.Operand) {
	for _, store := range a.Stores[field] {
		if p, ok := a.fieldAt(store.Parent, store.Instr().Args[0]); ok && store.Parent == f && p.base == made && isNew(f, made) {
			list = append(list, f.Original(store.Instr().Args[1]))
		}
	}
	return list
}

// isHookOfParent reports whether a goroutine may be that of one which a function finds in the struct with the lock, and wants that of the
// struct by way of a hook that it was given.
func (a *Analysis) isHookOfParent(c *Circle, to, served, wanted path) bool {
	before, hook, captured, after, ok := wanted.byHook()
	if !ok || len(c.Calls) != 1 || !served.known || served.root != wanted.root || before != "" || !strings.HasSuffix(to.steps, served.steps) {
		return false
	}
	return slices.ContainsFunc(a.fellowsAt(c.Calls[0]), func(child fellow) bool {
		f, given := child.call.Parent, child.call.Instr().Args[child.given]
		isOfChild := to.root == child.of.root || to.root == f.Original(given)
		if !child.of.known || !isOfChild || child.of.root != c.Taking.path.root {
			return false
		}
		steps, leads := a.leadsToOwner(child.field.field, hook, captured)
		return leads && child.of.steps+steps+after == c.Taking.path.steps
	})
}
