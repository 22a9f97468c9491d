package chancheck_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/chancheck/chancheck"

// Where Go syntax, types and SSA come from.
var goSyntax = []string{"go/", "golang.org/x/tools/go/ssa", "golang.org/x/tools/go/ssa/", "golang.org/x/tools/go/types/"}

// layers says what each package may import besides the standard library
// without go/*: exact paths, or every path below one that ends in a slash. The
// order is that of the pipeline; nothing may look at what comes after it, so that
// each layer can be used, tested and replaced without the next.
var layers = map[string][]string{
	"/model":                       {},
	"/verify/internal/packed":      {},
	"/verify/internal/components":  {},
	"/verify/internal/queues":      {module + "/verify/internal/packed"},
	"/verify":                      {module + "/model", module + "/verify/internal/packed", module + "/verify/internal/components"},
	"/verify/ksync":                slices.Concat(automata, []string{module + "/verify"}),
	"/verify/kmc":                  slices.Concat(automata, []string{module + "/verify", module + "/verify/ksync"}),
	"/verify/leap":                 slices.Concat(automata, []string{module + "/verify"}),
	"/verify/replay":               {module + "/model", module + "/verify"},
	"/extract/ir":                  {module + "/model"},
	"/extract/internal/library":    {module + "/model", module + "/extract/ir"},
	"/extract/internal/lower":      slices.Concat(goSyntax, skeletons),
	"/extract/internal/pointsto":   skeletons,
	"/extract/internal/dataflow":   {},
	"/extract/internal/supergraph": slices.Concat(skeletons, []string{module + "/extract/internal/pointsto", module + "/extract/internal/dataflow"}),
	"/extract/internal/waitfor":    slices.Concat(skeletons, supergraphs),
	"/extract/internal/slice":      slices.Concat(skeletons, supergraphs),
	"/extract/internal/holding":    slices.Concat(skeletons, supergraphs),
	"/extract/internal/outline":    slices.Concat(skeletons, supergraphs, []string{module + "/extract/internal/waitfor", module + "/extract/internal/slice"}),
	"/extract/internal/scope": slices.Concat(skeletons, supergraphs, []string{
		module + "/extract/internal/interp", module + "/extract/internal/waitfor", module + "/extract/internal/slice", module + "/extract/internal/outline",
		module + "/extract/internal/holding",
	}),
	"/extract/internal/domain":  {module + "/model", module + "/extract/ir"},
	"/extract/internal/interp":  append([]string{module + "/extract/internal/domain"}, skeletons...),
	"/extract/internal/ssatest": append([]string{"golang.org/x/tools/go/packages", "golang.org/x/tools/txtar", module + "/internal/golden"}, goSyntax...),
	"/extract/internal/supergraphtest": slices.Concat(skeletons, []string{
		module + "/extract/internal/pointsto", module + "/extract/internal/supergraph", module + "/extract/internal/interp",
		module + "/extract/internal/lower", module + "/extract/internal/ssatest", "go/types",
	}),
	"/extract":     slices.Concat(goSyntax, skeletons, []string{module + "/extract/internal/lower", module + "/extract/internal/interp", module + "/extract/internal/scope"}),
	"/report":      {module + "/model", module + "/verify", module + "/verify/ksync", module + "/verify/kmc", module + "/verify/leap"},
	"/report/page": {module + "/model", module + "/report"},
	"/docs":        {},
	"": {
		module + "/extract", module + "/model", module + "/verify", module + "/verify/", module + "/report",
		"golang.org/x/tools/go/", "go/",
	},
}

// automata is what the theories of communicating automata import.
var automata = []string{
	module + "/model", module + "/verify/internal/packed", module + "/verify/internal/queues", module + "/verify/internal/components",
}

// skeletons is what analyses of skeletons import.
var skeletons = []string{module + "/model", module + "/extract/ir", module + "/extract/internal/library"}

// supergraphs is what analyses of supergraphs import beside that.
var supergraphs = []string{module + "/extract/internal/pointsto", module + "/extract/internal/dataflow", module + "/extract/internal/supergraph"}

// TestImports keeps the layers apart. Commands, runners and examples may use
// everything.
func TestImports(t *testing.T) {
	all := packageImports(t)
	for layer := range layers {
		if _, ok := all[module+layer]; !ok {
			t.Errorf("there is no package %s", layer)
		}
	}
	for path, imports := range all {
		layer := strings.TrimPrefix(path, module)
		allowed, ok := layers[layer]
		if !ok {
			if strings.HasPrefix(layer, "/extract/") || strings.HasPrefix(layer, "/verify/") {
				t.Errorf("%s is no layer", path)
			}
			continue
		}
		for _, i := range imports {
			if !isAllowed(i, allowed) {
				t.Errorf("%s imports %s", path, i)
			}
		}
	}
}

func isAllowed(path string, allowed []string) bool {
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") && first != "go" {
		return true
	}
	return slices.ContainsFunc(allowed, func(a string) bool {
		return path == a || strings.HasSuffix(a, "/") && strings.HasPrefix(path, a)
	})
}

// packageImports lists the imports of all packages of the module, without
// those of their tests.
func packageImports(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	list := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		list[fields[0]] = fields[1:]
	}
	return list
}
