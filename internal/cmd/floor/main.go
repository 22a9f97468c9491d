// Floor is a vet tool that builds SSA and does nothing else: what every
// analyzer of chancheck's kind costs at the least.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// unit is a fact that is never exported. It makes go vet run the analyzer on
// dependencies, as facts do.
type unit struct{}

func (*unit) AFact() {}

var floor = &analysis.Analyzer{
	Name:      "floor",
	Doc:       "floor: build SSA",
	Requires:  []*analysis.Analyzer{buildssa.Analyzer},
	FactTypes: []analysis.Fact{new(unit)},
	Run:       func(*analysis.Pass) (any, error) { return nil, nil },
}

func main() { unitchecker.Main(floor) }
