package main

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/extract"
)

// alone is the analyzer for a process that runs no other. Syntax, types and SSA
// can be a gigabyte; once there are skeletons nobody needs them, and as garbage
// they give way to the states that evaluation makes.
var alone = func() *analysis.Analyzer {
	a := *chancheck.Analyzer
	a.Requires = append([]*analysis.Analyzer{forget}, a.Requires...)
	return &a
}()

// forget empties what other analyzers have made and hold on to. Comments and
// positions stay, as reporting needs them.
var forget = &analysis.Analyzer{
	Name:     "chancheckforget",
	Doc:      "chancheckforget: make syntax, types and SSA garbage\n\nFor use where no other analyzer runs.",
	Requires: []*analysis.Analyzer{chancheck.Skeletons, buildssa.Analyzer, ctrlflow.Analyzer, inspect.Analyzer},
	Run: func(pass *analysis.Pass) (any, error) {
		pass.ResultOf[chancheck.Skeletons].(func() *extract.Package)() // slices, if that wasn't done yet
		*pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA) = buildssa.SSA{}
		*pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs) = ctrlflow.CFGs{}
		*pass.ResultOf[inspect.Analyzer].(*inspector.Inspector) = inspector.Inspector{}
		*pass.TypesInfo = types.Info{}
		for _, file := range pass.Files {
			file.Decls, file.Scope, file.Imports, file.Unresolved = nil, nil, nil, nil
		}
		return nil, nil
	},
}
