package slice

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/library"
	"github.com/chancheck/chancheck/extract/internal/pointsto"
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
	f     *function
	start int
	// repeats has the blocks that can come again in a region, outside those that are
	// reached without coming past its start.
	repeats []bool
	outside map[int]bool
	confinement
	// runsSubtests says that tests run there which can be in parallel with others.
	runsSubtests bool
	// once are the functions that run at most once in it.
	once map[*function]bool
	// outlines are those that were made, by the objects.
	outlines map[string]*Outline
}

// A regionKey names a region.
type regionKey struct {
	f     *function
	start int
}

// region is one region, worked out when it is first asked for.
func (s *Slicer) region(f *function, start int) *region {
	key := regionKey{f, start}
	if r := s.regions[key]; r != nil {
		return r
	}
	r := newRegion(f, start)
	r.outlines = map[string]*Outline{}
	s.regions[key] = r
	s.confine(r)
	s.findOnce(r)
	for g := range r.scope {
		s.work.regions += g.size
		r.runsSubtests = r.runsSubtests || g.contains(func(in *ir.Instr) bool { return library.Find(in.Name).Meaning == library.Subtest })
	}
	return r
}

func newRegion(f *function, start int) *region {
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
		r.outside = reachable([]int{0}, r.successors)
	}
	return r
}

// successors are the blocks that follow in the same region.
func (r *region) successors(block int) []int {
	return slices.DeleteFunc(r.f.successorsOf(block), func(next int) bool { return next == r.start })
}

// comesOnce reports whether a block runs at most once in a region, and in it.
func (r *region) comesOnce(block int) bool { return !r.repeats[block] && !r.outside[block] }

// mostClimbs limits how many functions up the region of objects is looked for.
const mostClimbs = 8

// regionOf finds the smallest region in which objects are made and confined, as seen
// from a root; nil if there is none.
func (s *Slicer) regionOf(root *function, objects []pointsto.Location) *region {
	c := &climb{Slicer: s, within: map[*function]bool{}, makes: map[*function]bool{}}
	s.reach(root, func(f *function) { c.within[f] = true })
	f := c.findMakers(objects)
	for range mostClimbs {
		if f == nil {
			return nil
		}
		if r := c.regionIn(f, objects); r != nil {
			if s.outlinerIn(r, objects).capturesAll() {
				return r
			}
		}
		f = c.onlyCaller(f)
	}
	return nil
}

// A climb goes from the function that makes objects to its callers.
type climb struct {
	*Slicer
	within map[*function]bool // what the root reaches
	// makes are the functions that make one of the objects, or run one that does.
	makes map[*function]bool
}

// findMakers finds out who makes the objects, and returns the first one.
func (c *climb) findMakers(objects []pointsto.Location) *function {
	var makers []*function
	for _, l := range objects {
		for at := range c.places(l) {
			if !c.makes[at.f] {
				c.makes[at.f] = true
				makers = append(makers, at.f)
			}
		}
	}
	if len(makers) == 0 {
		return nil
	}
	first := slices.MinFunc(makers, func(a, b *function) int { return a.number - b.number })
	for len(makers) > 0 {
		f := makers[len(makers)-1]
		makers = makers[:len(makers)-1]
		for _, call := range f.callers {
			if c.within[call.f] && !c.makes[call.f] {
				c.makes[call.f] = true
				makers = append(makers, call.f)
			}
		}
	}
	return first
}

// places are the instructions that make an object, or the structs of which it is a field.
func (c *climb) places(l pointsto.Location) map[instruction]bool {
	list := map[instruction]bool{}
	for _, made := range append(c.index.within[l], l) {
		object := &c.points.Objects[made]
		if f := c.functions[object.Function]; object.Function != nil && f != nil && c.within[f] {
			list[instruction{f, object.At}] = true
		}
	}
	return list
}

// regionIn is the region in a function where all objects are made: from the first of the
// blocks on which they are, if these are in a loop, else a call. It is nil if they are
// not all made there.
func (c *climb) regionIn(f *function, objects []pointsto.Location) *region {
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
func (c *climb) blocks(f *function, objects []pointsto.Location) []int {
	var list []int
	for _, l := range objects {
		for at := range c.places(l) {
			if at.f == f {
				list = append(list, at.at.Block)
			}
		}
	}
	for g := range c.makes {
		for _, call := range g.callers {
			if call.f == f {
				list = append(list, call.at.Block)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// onlyCaller is the one function that calls, starts or makes a value of another one.
func (c *climb) onlyCaller(f *function) *function {
	var only *function
	for _, call := range slices.Concat(f.callers, c.closures[f]) {
		if !c.within[call.f] {
			continue
		}
		if only != nil && only != call.f {
			return nil
		}
		only = call.f
	}
	if only == f {
		return nil
	}
	return only
}

// findOnce finds the functions that run once in a region: that of the region itself, if
// it isn't called there, and those that are called at one place, which comes once, of a
// function that runs once.
func (x *index) findOnce(r *region) {
	r.once = map[*function]bool{r.f: !slices.ContainsFunc(r.f.callers, func(call instruction) bool { return r.scope[call.f] })}
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

func (r *region) runsOnce(f *function) bool {
	calls := 0
	for _, call := range f.callers {
		if !r.scope[call.f] {
			continue
		}
		calls++
		if !r.once[call.f] || !r.comesOnceIn(call.f, call.at.Block) {
			return false
		}
	}
	return calls == 1
}

// comesOnceIn reports whether a block of a function runs at most once in a run of the
// function, or of the region if it is one of that.
func (r *region) comesOnceIn(f *function, block int) bool {
	if f == r.f {
		return r.comesOnce(block)
	}
	return f.loops[block] < 0
}

// liveAt is the set of registers that hold something at the beginning of a block which is
// still used then (Aho and others, Compilers, section 9.2).
func (f *function) liveAt(block int) numberSet {
	if f.live == nil {
		f.live = make([]numberSet, len(f.Blocks))
		for grew := true; grew; {
			grew = false
			for b := len(f.Blocks) - 1; b >= 0; b-- {
				grew = f.live[b].addAll(f.liveBefore(b)) || grew
			}
		}
	}
	return f.live[block]
}

// liveBefore is what is live before a block, by what is known of those that follow.
func (f *function) liveBefore(block int) (live numberSet) {
	for _, e := range f.Blocks[block].Succs {
		after := slices.Clone(f.live[e.Block])
		for _, m := range e.Moves {
			after.remove(m.To)
		}
		for _, m := range e.Moves {
			after.use(m.From)
		}
		live.addAll(after)
	}
	for _, in := range slices.Backward(f.Blocks[block].Instrs) {
		if in.Dst >= 0 {
			live.remove(in.Dst)
		}
		for _, o := range in.Args {
			live.use(o)
		}
		for i := range in.Cases {
			live.use(in.Cases[i].Chan)
			live.use(in.Cases[i].Value)
		}
	}
	return live
}

// use adds an operand that is a register.
func (s *numberSet) use(o ir.Operand) {
	if o.Kind == ir.Register {
		s.add(o.Reg)
	}
}
