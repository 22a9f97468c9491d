package chancheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/report"
)

// placed is a placer of one file, and the place of each text in it.
func placed(t *testing.T, source string) (*placer, func(text string) model.Site) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "a.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	read := func(string) ([]byte, error) { return []byte(source), nil }
	p := newPlacer(&analysis.Pass{Fset: fset, Files: []*ast.File{f}, ReadFile: read})
	return p, func(text string) model.Site {
		at := strings.Index(source, text)
		if at < 0 {
			t.Fatalf("no %q", text)
		}
		from, to := fset.Position(f.FileStart+token.Pos(at)), fset.Position(f.FileStart+token.Pos(at+len(text)))
		return model.Site{File: "a.go", Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
	}
}

const helpers = `package p

func must(t T, ok bool, rest ...any) {
	if !ok /* in must */ {
		t.FailNow()
	}
	func() {
		print(ok /* in a literal */)
	}()
}

func changed(ok bool) {
	ok = !ok
	print(ok /* in changed */)
}

func (T) noError(err error) {
	print(err /* in noError */)
}

func F(t T, err error) {
	must(t, err == nil, 1, 2)
	must(t, list...)
	must2(t, true)
	must(two())
	go must(t, f(x))
	changed(x)
	T.noError(t, err)
	t.noError(err)
	must(t, aVeryLongConditionThatNobodyReadsToItsEnd && anotherOneThatIsAsLongAsThat)
}
`

func TestArgumentIsWhatACallPasses(t *testing.T) {
	p, at := placed(t, helpers)
	for _, test := range []struct{ inside, call, parameter, want string }{
		{"!ok /* in must */", "must(t, err == nil, 1, 2)", "ok", "err == nil"},
		{"!ok /* in must */", "must(t, err == nil, 1, 2)", "t", "t"},
		{"!ok /* in must */", "must(t, err == nil, 1, 2)", "rest", ""},
		{"!ok /* in must */", "must(t, err == nil, 1, 2)", "other", ""},
		{"!ok /* in must */", "must(t, list...)", "ok", ""},
		{"!ok /* in must */", "must2(t, true)", "ok", ""},
		{"!ok /* in must */", "must(two())", "ok", ""},
		{"!ok /* in must */", "go must(t, f(x))", "ok", "f(x)"},
		{"!ok /* in must */", "must(t, aVeryLongConditionThatNobodyReadsToItsEnd && anotherOneThatIsAsLongAsThat)", "ok", ""},
		{"ok /* in a literal */", "must(t, err == nil, 1, 2)", "ok", ""},
		{"ok /* in changed */", "changed(x)", "ok", ""},
		{"err /* in noError */", "t.noError(err)", "err", "err"},
		{"err /* in noError */", "T.noError(t, err)", "err", ""},
	} {
		if got := p.Argument(at(test.inside), at(test.call), test.parameter); got != test.want {
			t.Errorf("%s of %s in %s: got %q, want %q", test.parameter, test.call, test.inside, got, test.want)
		}
	}
	if got := p.Argument(model.Site{File: "b.go", Line: 1}, at("must2(t, true)"), "ok"); got != "" {
		t.Errorf("got %q of a function elsewhere", got)
	}
}

func TestCallsAndTextsAreShort(t *testing.T) {
	p, at := placed(t, `package p

func F() {
	defer func() {
		g()
	}()
	func() { g() }()
	<-time.After(time.Duration(patienceInMilliseconds+someMore) * time.Millisecond)
	<-time.After(time.Duration(timeout) * time.Millisecond)
	defer s.close(a)
}
`)
	for call, want := range map[string]string{
		"defer func() {\n\t\tg()\n\t}()": report.DeferredLiteral, "func() { g() }()": report.CalledLiteral, "defer s.close(a)": "s.close",
	} {
		if got := p.Call(at(call)); got != want {
			t.Errorf("%s: got %q, want %q", call, got, want)
		}
	}
	for text, want := range map[string]string{
		"<-time.After(time.Duration(patienceInMilliseconds+someMore) * time.Millisecond)": "<-time.After(…)",
		"<-time.After(time.Duration(timeout) * time.Millisecond)":                         "<-time.After(time.Duration(timeout) * time.Millisecond)",
	} {
		if got := p.Text(at(text)); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestFunction: a function is called as reports do, wherever in it a place is, but for literals, and what is in none.
func TestFunction(t *testing.T) {
	p, at := placed(t, `package p

var size = 1 /* outside */

func F() {
	print(1 /* in F */)
	func() { print(2 /* in a literal */) }()
}

func (t T) String() string { return "t" /* in T */ }

func (t *List[K]) Len() int { return 3 /* in List */ }

func (*Map[K, V]) Len() int { return 4 /* in Map */ }
`)
	for text, want := range map[string]string{
		"1 /* outside */": "", "1 /* in F */": "F", "2 /* in a literal */": "", `"t" /* in T */`: "T.String", "3 /* in List */": "(*List).Len", "4 /* in Map */": "(*Map).Len",
	} {
		if got := p.Function(at(text)); got != want {
			t.Errorf("%s is in %q, want %q", text, got, want)
		}
	}
	if got := p.Function(model.Site{File: "b.go", Line: 1, Column: 1}); got != "" {
		t.Errorf("a place elsewhere is in %q", got)
	}
}
