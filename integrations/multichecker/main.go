// Multichecker runs chancheck beside an analyzer of the Go project, as a driver of your own does.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/passes/nilness"

	"github.com/chancheck/chancheck"
)

func main() { multichecker.Main(chancheck.Analyzer, nilness.Analyzer) }
