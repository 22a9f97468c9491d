package chancheck_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/chancheck/chancheck"

// layers says what each package may import besides the standard library:
// exact paths, or every path below one that ends in a slash. The order is that
// of the pipeline; nothing may look at what comes after it, so that each layer
// can be used, tested and replaced without the next.
var layers = map[string][]string{
	"/model":         {},
	"/verify":        {module + "/model"},
	"/verify/replay": {module + "/model", module + "/verify"},
	"/extract/ir":    {module + "/model"},
	"/extract":       {module + "/model", module + "/extract/", "golang.org/x/tools/go/ssa", "golang.org/x/tools/go/ssa/", "golang.org/x/tools/go/types/"},
	"/report":        {module + "/model", module + "/verify"},
	"/docs":          {},
	"": {
		module + "/extract", module + "/model", module + "/verify", module + "/verify/", module + "/report",
		"golang.org/x/tools/go/",
	},
}

// TestImports keeps the layers apart.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	for path, imports := range packageImports(t) {
		layer := strings.TrimPrefix(path, module)
		allowed, ok := layers[layer]
		if !ok {
			continue // commands, runners and examples may use everything
		}
		seen[layer] = true
		for _, i := range imports {
			if !isAllowed(i, allowed) {
				t.Errorf("%s imports %s", path, i)
			}
			if layer == "/model" && strings.HasPrefix(i, "go/") {
				t.Errorf("%s imports %s: the model knows nothing of Go syntax", path, i)
			}
		}
	}
	if len(seen) != len(layers) {
		t.Errorf("found the layers %v, want all of %v", seen, layers)
	}
}

func isAllowed(path string, allowed []string) bool {
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
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
