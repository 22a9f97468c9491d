package slice

import (
	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// Package-level variables that only the package can use belong to the system of its
// clients: the root makes them, and runs what is left of the initializer of the
// package before there are any clients.

// initialize makes the variables that the slice uses, and gives them their first
// values.
func (d *driver) initialize(w *writer, s *Slice) {
	used := map[string]bool{}
	for _, f := range s.Functions {
		pointsto.EachVariable(f, func(o ir.Operand, _ bool) { used[o.Text] = true })
	}
	for _, v := range d.question.Variables {
		if !used[v.Name] || !d.variables[v.Name] {
			continue
		}
		in := ir.Instr{
			Op: ir.OpAlloc, Dst: w.register(), Kind: v.Kind, TypeName: v.TypeName, Site: v.Site,
			Args: []ir.Operand{{Kind: ir.GlobalConst, Text: v.Name}},
		}
		if v.Locks {
			in.Index = 1
		}
		w.emit(in)
	}
	if s.Functions[d.question.Initializer] != nil {
		w.emit(ir.Instr{Op: ir.OpCall, Dst: -1, Name: d.question.Initializer})
	}
}

// runs takes in the initializer, which runs before all others: what it calls may store
// what is asked for.
func (c *criterion) runs(q *Client) {
	c.initializer, c.variables = q.Initializer, map[string]bool{}
	for _, v := range q.Variables {
		list := c.Points.Operand(nil, ir.Operand{Kind: ir.GlobalConst, Text: v.Name})
		c.variables[v.Name] = len(list) == 1 && !c.Points.Escapes(list[0])
	}
	if f := c.ByName[q.Initializer]; f != nil {
		c.part(f).alive = true
	}
}

// isInitialized reports whether a location is a variable of the package that is set by
// the initializer alone, to something that this makes.
func (c *criterion) isInitialized(l pointsto.Location) bool {
	o := &c.Points.Objects[l]
	if o.Kind != pointsto.Variable || o.Function != nil || !c.variables[o.Name] {
		return false
	}
	for _, i := range c.Stores[l] {
		in := i.Instr()
		if in.Op != ir.OpStore || !c.initializes(i.Parent) {
			return false
		}
		for _, held := range c.Points.Operand(i.Parent.Function, in.Args[1]) {
			if c.Points.Objects[held].Function == nil || c.Points.Objects[held].Kind == pointsto.External {
				return false
			}
		}
	}
	return true
}

// initializes reports whether a function is the initializer, or one called init.
func (c *criterion) initializes(f *supergraph.Function) bool {
	return supergraph.IsInitializer(f, c.initializer)
}
