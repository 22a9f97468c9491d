package outline

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/dataflow"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/waitfor"
	"github.com/chancheck/chancheck/extract/ir"
)

// What a function makes anew each time that it is called, or a loop each time round,
// stands for several objects to whoever looks from above. But often nobody sees more
// than one of them: they don't outlive the call, or the turn, but for the goroutines
// that are started there. That is their region (Tofte and Talpin, Region-based memory
// management, 1997; captured objects in Choi and others, Escape analysis for Java,
// 1999), and its outline says what goes wrong with them, whoever runs it and how often.

// A region is what a function does from the beginning of a block until it comes there
// again, or ends: from its entry on that is a call of the function. What is made there
// is made once then, unless in a smaller loop.
type region struct {
	f     *supergraph.Function
	start int
	// repeats has the blocks that can come again in a region, outside those that are
	// reached without coming past its start.
	repeats []bool
	outside map[int]bool
	confinement
	// runsSubtests says that tests run there which can be in parallel with others.
	runsSubtests bool
	// once are the functions that run at most once in it.
	once map[*supergraph.Function]bool
	// outlines are those that were made, by the objects.
	outlines map[string]*Outline
}

// A regionKey names a region.
type regionKey struct {
	f     *supergraph.Function
	start int
}

// region is one region, worked out when it is first asked for.
func (x *Outlines) region(f *supergraph.Function, start int) *region {
	key := regionKey{f, start}
	if r := x.regions[key]; r != nil {
		return r
	}
	r := newRegion(f, start)
	r.outlines = map[string]*Outline{}
	x.regions[key] = r
	x.confine(r)
	x.findOnce(r)
	for g := range r.scope {
		x.work.Regions += waitfor.Spent(g.Size)
		r.runsSubtests = r.runsSubtests || g.RunsSubtests
	}
	return r
}

func newRegion(f *supergraph.Function, start int) *region {
	r := &region{f: f, start: start, repeats: make([]bool, len(f.Blocks))}
	cycles := ir.Components(len(f.Blocks), r.successors)
	size := map[int]int{}
	for _, c := range cycles {
		size[c]++
	}
	for b, c := range cycles {
		r.repeats[b] = size[c] > 1 || slices.Contains(r.successors(b), b)
	}
	if start != 0 {
		r.outside = dataflow.Reachable([]int{0}, r.successors)
	}
	return r
}

// successors are the blocks that follow in the same region.
func (r *region) successors(block int) []int {
	return slices.DeleteFunc(r.f.SuccessorsOf(block), func(next int) bool { return next == r.start })
}

// comesOnce reports whether a block runs at most once in a region, and in it.
func (r *region) comesOnce(block int) bool { return !r.repeats[block] && !r.outside[block] }

// mostClimbs limits how many functions up the region of objects is looked for.
const mostClimbs = 8

// regionOf finds the smallest region in which objects are made and confined, as seen
// from a root; nil if there is none.
func (x *Outlines) regionOf(root *supergraph.Function, objects []pointsto.Location) *region {
	c := &climb{Outlines: x, within: x.reachedFrom(root), makes: map[*supergraph.Function]bool{}}
	f := c.findMakers(objects)
	for range mostClimbs {
		if f == nil {
			return nil
		}
		if r := c.regionIn(f, objects); r != nil {
			if x.outlinerIn(r, objects).capturesAll() {
				return r
			}
		}
		f = c.onlyCaller(f)
	}
	return nil
}

// A climb goes from the function that makes objects to its callers.
type climb struct {
	*Outlines
	within dataflow.Set // the numbers of the functions that the root reaches
	// makes are the functions that make one of the objects, or run one that does.
	makes map[*supergraph.Function]bool
}

// reachedFrom has the numbers of the functions that a root reaches, of which many groups of
// objects are asked about one after the other.
func (x *Outlines) reachedFrom(root *supergraph.Function) dataflow.Set {
	if x.root != root {
		x.root, x.reached = root, nil
		x.VisitReached(root, func(f *supergraph.Function) { x.reached.Add(f.Number) })
	}
	return x.reached
}

// findMakers finds out who makes the objects, and returns the first one.
func (c *climb) findMakers(objects []pointsto.Location) *supergraph.Function {
	var makers []*supergraph.Function
	for _, l := range objects {
		for at := range c.places(l) {
			if !c.makes[at.Parent] {
				c.makes[at.Parent] = true
				makers = append(makers, at.Parent)
			}
		}
	}
	if len(makers) == 0 {
		return nil
	}
	first := slices.MinFunc(makers, func(a, b *supergraph.Function) int { return a.Number - b.Number })
	for len(makers) > 0 {
		f := makers[len(makers)-1]
		makers = makers[:len(makers)-1]
		for _, call := range f.Callers {
			if c.within.Has(call.Parent.Number) && !c.makes[call.Parent] {
				c.makes[call.Parent] = true
				makers = append(makers, call.Parent)
			}
		}
	}
	return first
}

// places are the instructions that make an object, or the structs of which it is a field.
func (c *climb) places(l pointsto.Location) map[supergraph.Instruction]bool {
	list := map[supergraph.Instruction]bool{}
	for _, made := range append(c.Graph.Within[l], l) {
		object := &c.Points.Objects[made]
		if f := c.Functions[object.Function]; object.Function != nil && f != nil && c.within.Has(f.Number) {
			list[f.At(object.At)] = true
		}
	}
	return list
}

// regionIn is the region in a function where all objects are made: from the first of the
// blocks on which they are, if these are in a loop, else a call. It is nil if they are
// not all made there.
func (c *climb) regionIn(f *supergraph.Function, objects []pointsto.Location) *region {
	blocks := c.blocks(f, objects)
	if len(blocks) == 0 {
		return nil
	}
	for _, start := range append([]int{0}, blocks...) {
		r := newRegion(f, start)
		if !slices.ContainsFunc(blocks, func(b int) bool { return !r.comesOnce(b) }) {
			return c.region(f, start)
		}
	}
	return nil
}

// blocks lists the blocks of a function in which objects are made, or a function runs
// that makes some.
func (c *climb) blocks(f *supergraph.Function, objects []pointsto.Location) []int {
	var list []int
	for _, l := range objects {
		for at := range c.places(l) {
			if at.Parent == f {
				list = append(list, at.At.Block)
			}
		}
	}
	for g := range c.makes {
		for _, call := range g.Callers {
			if call.Parent == f {
				list = append(list, call.At.Block)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// onlyCaller is the one function that calls, starts or makes a value of another one.
func (c *climb) onlyCaller(f *supergraph.Function) *supergraph.Function {
	var only *supergraph.Function
	for _, call := range slices.Concat(f.Callers, c.Closures[f]) {
		if !c.within.Has(call.Parent.Number) {
			continue
		}
		if only != nil && only != call.Parent {
			return nil
		}
		only = call.Parent
	}
	if only == f {
		return nil
	}
	return only
}

// findOnce finds the functions that run once in a region: that of the region itself, if
// it isn't called there, and those that are called at one place, which comes once, of a
// function that runs once.
func (x *Outlines) findOnce(r *region) {
	r.once = map[*supergraph.Function]bool{r.f: !slices.ContainsFunc(r.f.Callers, func(call supergraph.Instruction) bool { return r.scope[call.Parent] })}
	for grew := true; grew; {
		grew = false
		for f := range r.scope {
			if !r.once[f] && r.runsOnce(f) && !x.isGiven(r, f) {
				r.once[f] = true
				grew = true
			}
		}
	}
}

func (r *region) runsOnce(f *supergraph.Function) bool {
	calls := 0
	for _, call := range f.Callers {
		if !r.scope[call.Parent] {
			continue
		}
		calls++
		if !r.once[call.Parent] || !r.comesOnceIn(call.Parent, call.At.Block) {
			return false
		}
	}
	return calls == 1
}

// comesOnceIn reports whether a block of a function runs at most once in a run of the
// function, or of the region if it is one of that.
func (r *region) comesOnceIn(f *supergraph.Function, block int) bool {
	if f == r.f {
		return r.comesOnce(block)
	}
	return f.Loops[block] < 0
}
