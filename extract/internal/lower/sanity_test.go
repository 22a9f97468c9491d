package lower

import (
	"go/types"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

// TestSkeletonsKeepTheRules checks the skeletons of the corpus and of standard
// packages, with what they import from one another.
func TestSkeletonsKeepTheRules(t *testing.T) {
	corpus := ssatest.Corpus(t, "../../../testdata")
	standard := []string{"sync", "context", "io", "time"}
	if !testing.Short() {
		standard = append(standard, "os", "net", "net/http", "net/rpc", "os/exec", "testing", "go/types", "database/sql", "text/template", "log")
	}
	for _, packages := range [][]*ssatest.Package{corpus, ssatest.Load(t, standard...)} {
		l := &lowering{packages: map[string]*ssatest.Package{}, done: map[string]*lowered{}}
		for _, p := range packages {
			l.packages[p.SSA.Pkg.Path()] = p
		}
		functions := 0
		for _, p := range packages {
			done := l.lower(p.SSA.Pkg.Path())
			functions += len(done.skeletons.Functions)
			if err := ir.CheckPackage(done.skeletons); err != nil {
				t.Errorf("%s: %v", p.SSA.Pkg.Path(), err)
			}
		}
		if functions < 100 {
			t.Errorf("only %d functions were checked", functions)
		}
	}
}

// A lowering lowers packages that import one another, as a driver does.
type lowering struct {
	packages map[string]*ssatest.Package
	done     map[string]*lowered
}

type lowered struct {
	skeletons *ir.Package
	fact      *ir.Skeletons
}

// lower lowers a package, and before it what it needs.
func (l *lowering) lower(path string) *lowered {
	if done := l.done[path]; done != nil {
		return done
	}
	source := sourceOf(l.packages[path])
	source.Imported = l.imported
	skeletons := Slice(source)
	done := &lowered{skeletons, ir.NewExporter(skeletons).Fact(skeletons.Own)}
	l.done[path] = done
	return done
}

func (l *lowering) imported(f *types.Func) []*ir.Function {
	if f.Pkg() == nil || l.packages[f.Pkg().Path()] == nil {
		return nil
	}
	fact := l.lower(f.Pkg().Path()).fact
	if fact == nil {
		return nil
	}
	functions, err := fact.Function(f.FullName())
	if err != nil {
		panic(err) // we made it
	}
	return functions
}
