package ir

// A registerSet is a set of registers, one bit each.
type registerSet []uint64

func (s registerSet) add(r int)      { s[r/64] |= 1 << (r % 64) }
func (s registerSet) has(r int) bool { return s[r/64]&(1<<(r%64)) != 0 }

// meet keeps what both sets have, and reports whether that is less than before.
func (s registerSet) meet(other registerSet) bool {
	changed := false
	for i := range s {
		if both := s[i] & other[i]; both != s[i] {
			s[i], changed = both, true
		}
	}
	return changed
}

// assignedBeforeRead checks that on each path to an instruction all registers
// that it reads have been assigned: definite assignment, a forward analysis whose
// meet is intersection (Aho and others, Compilers, section 9.2). The block that
// runs after a panic can be reached from anywhere; only what the entry assigns
// before it calls anything is there.
func (c *checker) assignedBeforeRead() {
	f := c.f
	if len(f.Blocks) == 0 {
		return
	}
	before := make([]registerSet, len(f.Blocks)) // nil: not reached
	before[0] = make(registerSet, (f.Registers+63)/64)
	for r := range f.Params + f.FreeVars {
		before[0].add(r)
	}
	c.flow(before, 0)
	if f.Recover >= 0 {
		c.enter(before, f.Recover, c.beforeCalls(before[0]))
		c.flow(before, f.Recover)
	}
	for i := range f.Blocks {
		if before[i] != nil {
			c.reads(i, before[i])
		}
	}
}

// beforeCalls is what the entry block assigns before the first instruction
// that can panic in a function that it calls.
func (c *checker) beforeCalls(set registerSet) registerSet {
	set = append(registerSet(nil), set...)
	for i := range c.f.Blocks[0].Instrs {
		in := &c.f.Blocks[0].Instrs[i]
		if in.Op != OpAlloc && in.Op != OpStore {
			break
		}
		if in.Dst >= 0 {
			set.add(in.Dst)
		}
	}
	return set
}

// enter notes what is assigned when control comes to a block, and reports
// whether that is less than was known.
func (c *checker) enter(before []registerSet, block int, set registerSet) bool {
	if before[block] == nil {
		before[block] = append(registerSet(nil), set...)
		return true
	}
	return before[block].meet(set)
}

// flow goes on from a block until nothing changes.
func (c *checker) flow(before []registerSet, start int) {
	work := []int{start}
	for len(work) > 0 {
		b := &c.f.Blocks[work[len(work)-1]]
		after := append(registerSet(nil), before[work[len(work)-1]]...)
		work = work[:len(work)-1]
		for i := range b.Instrs {
			if r := b.Instrs[i].Dst; r >= 0 {
				after.add(r)
			}
		}
		for _, e := range b.Succs {
			there := append(registerSet(nil), after...)
			for _, m := range e.Moves {
				there.add(m.To)
			}
			if c.enter(before, e.Block, there) {
				work = append(work, e.Block)
			}
		}
	}
}

// reads checks the reads of one block.
func (c *checker) reads(i int, set registerSet) {
	b := &c.f.Blocks[i]
	set = append(registerSet(nil), set...)
	check := func(o Operand, where any) {
		c.require(o.Kind != Register || set.has(o.Reg), "block %d: %v reads %v, which may not be assigned", i, where, o)
	}
	for n := range b.Instrs {
		in := &b.Instrs[n]
		for _, o := range in.Args {
			check(o, in)
		}
		for _, s := range in.Cases {
			check(s.Chan, in)
			check(s.Value, in)
		}
		if in.Dst >= 0 {
			set.add(in.Dst)
		}
	}
	for _, e := range b.Succs {
		for _, m := range e.Moves {
			check(m.From, m)
		}
	}
}
