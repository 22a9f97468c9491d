package model

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
)

// WriteDOT draws the system for Graphviz: a cluster for each process. States have their names, or else their
// numbers.
func (s *System) WriteDOT(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph %q {\n", s.Name)
	for i := range s.Processes {
		p := &s.Processes[i]
		fmt.Fprintf(b, "  subgraph cluster_%d {\n    label=%q;\n", i, p.Name)
		for j := range p.States {
			shape := "circle"
			if len(p.States[j].Transitions) == 0 {
				shape = "doublecircle"
			}
			fmt.Fprintf(b, "    p%d_%d [label=%q shape=%s];\n", i, j, cmp.Or(p.States[j].Name, strconv.Itoa(j)), shape)
			for k := range p.States[j].Transitions {
				t := &p.States[j].Transitions[k]
				fmt.Fprintf(b, "    p%d_%d -> p%d_%d [label=%q];\n", i, j, i, t.To, s.drawnLabel(t))
			}
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.Flush()
}

// drawnLabel is what an arrow says.
func (s *System) drawnLabel(t *Transition) string {
	if t.Kind == Tau {
		return t.Text
	}
	label := t.Kind.String()
	if t.Object >= 0 && t.Kind != Spawn && t.Object < len(s.Objects) {
		label += " " + s.Objects[t.Object].Name
	}
	if message := s.drawnMessage(t); message != "" {
		label += ": " + message
	}
	return label
}

// drawnMessage is what is sent or received, "" if it has no name or can be anything.
func (s *System) drawnMessage(t *Transition) string {
	if t.Kind != Send && t.Kind != Receive || t.Object < 0 || t.Object >= len(s.Objects) {
		return ""
	}
	if labels := s.Objects[t.Object].Labels; t.Label >= 0 && t.Label < len(labels) {
		return labels[t.Label].Name
	}
	return ""
}
