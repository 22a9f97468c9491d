package lower

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go/types"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
	"github.com/chancheck/chancheck/extract/ir"
)

const calling = `package p

import ("context"; "errors")

type options struct { async bool; name string; n int; inner [2]int }
type runner interface { run(n int) }
type T struct{}

func constants(n int, b bool, s string, c chan int) {}
func arithmetic(n int, b bool) {}
func guarded(n int, err error) {}
func filled(o options) {}
func many(list ...int) {}
func each(b bool) {}
func functions(f func()) {}
func partly(n int) {}
func recursive(n int, b bool) { never <- 1; recursive(n-1, b) }
func nonNil(err error, p *int) {}
func limited(n int) {}
//go:linkname linked p.linked
func linked(n int) {}
func taken(n int) {}
func inVariable(n int) int { never <- 1; return n }
func onlyInside(n int) int { never <- 1; return n }
func merged(n int) {}
func Exported(n int) {}
func narrow(n int8) {}
func waiting(ctx context.Context, f func(), g func()) {}
func size() int { return 3 }
func sizes(b bool) (int, *int) { if b { return 1, new(int) }; return 2, nil }
func sized(n int, p *int) {}
func deepest(n int) int { if n == 0 { return 7 }; return deepest(n - 1) }
func recovers() (n int) { defer func() { recover() }(); return 5 }
func generic[X any](x X, n int) {}
func (T) run(n int) {}
func (T) walk(n int) {}
func (*T) jump(n int) {}
func (T) fly(n int) {}
func (T) fly2() {}

var V = inVariable(4)
var W = func() int { return onlyInside(5) }
var f = taken

func calls(r runner, n int, err error, x *int, b bool) {
	constants(1, true, "a", nil)
	arithmetic(2*3-1, !(2 < 3))
	if n > 3 && n <= 9 {
		guarded(n, err)
	}
	if err != nil {
		guarded(n, err)
	}
	filled(options{async: true, n: 2})
	many(1, 2)
	for _, b := range []bool{false, false} { each(b) }
	functions(other)
	partly(1)
	partly(n)
	recursive(5, true)
	nonNil(errors.New("x"), new(int))
	linked(1)
	taken(1)
	Exported(1)
	m := 1
	if b { m = 1 }
	merged(m)
	narrow(int8(n))
	generic("a", 1)
	waiting(context.Background(), func() { x = nil }, T{}.fly2)
	_, p := sizes(true)
	sized(size(), p)
	m, p = sizes(false)
	sized(m, p)
	m, p = sizes(b)
	sized(m, p)
	sized(deepest(2), nil)
	sized(deepest(5), nil)
	sized(recovers(), x)
	r.run(1)
	T{}.run(2)
	T{}.walk(3)
	(*T).jump(nil, 4)
	g := T{}.fly
	g(1)
	T{}.fly(2)
	func(k int) { limited(k) }(6)
	switch { case n < 0: limited(n) }
}

func other() { passes(true); passesNot(true) }
func passes(b bool) { if b { chained(b, 1) } else { chained(b, 2) } }
func passesNot(b bool) { chained(!b, 3) }
func chained(b bool, n int) {}
`

// sliced has the skeletons of a program that imports none.
func sliced(t *testing.T, source string) *ir.Package {
	t.Helper()
	p := ssatest.Build(t, source)
	return Slice(&Source{Packages: p.Packages(), Files: p.Files, Functions: p.Functions, Imported: func(*types.Func) []*ir.Function { return nil }})
}

// TestCallersAreKnownWithWhatTheyPass spells for each function what its calls pass. An
// asterisk stands for callers that aren't seen.
func TestCallersAreKnownWithWhatTheyPass(t *testing.T) {
	pkg := sliced(t, talking(calling))
	for name, want := range map[string]string{
		"constants":  `n == 1 b s == "a" c == nil`,
		"arithmetic": "n == 5 !b",
		"guarded":    "n >= 4 n <= 9; err != nil",
		"filled":     `o.async o.name == "" o.n == 2`,
		"many":       "len(list) == 2",
		"each":       "!b",
		"functions":  "f == other",
		"partly":     "n == 1; ",
		"recursive":  "; n == 5 b",
		"nonNil":     "err != nil p != nil",
		"linked":     "* n == 1",
		"taken":      "* n == 1",
		"inVariable": "n == 4",
		"onlyInside": "n == 5",
		"merged":     "n == 1",
		"Exported":   "* n == 1",
		"narrow":     "",
		"waiting":    "ctx == context.Background() f == a function literal g == fly2",
		"sized":      "n == 3 p != nil; n == 2 p == nil; n >= 1 n <= 2; n == 7 p == nil; p == nil; ",
		"generic":    `x == "a" n == 1`,
		"run":        "* n == 2",
		"walk":       "n == 3",
		"jump":       "arg0 == nil n == 4",
		"fly":        "* n == 2",
		"limited":    "n <= -1; n == 6",
		"chained":    "b n == 1; !b n == 3",
	} {
		if got := spellCallers(pkg, name); got != want {
			t.Errorf("%s is called with %q, want %q", name, got, want)
		}
	}
}

// talking lets functions without a body send something: only of those that communicate
// are the callers of interest.
func talking(source string) string {
	return strings.ReplaceAll(source, ") {}\n", ") { never <- 1 }\n") + "\nvar never chan int\n"
}

func spellCallers(pkg *ir.Package, name string) string {
	for _, own := range pkg.Own {
		f := pkg.Functions[own]
		if f.Display != name && !strings.HasSuffix(f.Display, ")."+name) {
			continue
		}
		callers := pkg.Callers[own]
		if callers == nil {
			return "nobody"
		}
		var list []string
		for _, call := range callers.Calls {
			var texts []string
			for i := range call.Values {
				parameter := f.ParamNames[i]
				texts = append(texts, call.Values[i].Spell(parameter)...)
			}
			list = append(list, strings.Join(texts, " "))
		}
		text := strings.Join(list, "; ")
		if !callers.All {
			text = "* " + text
		}
		return text
	}
	return "not there"
}

// TestTooManyCallsAreOne with what they have in common.
func TestTooManyCallsAreOne(t *testing.T) {
	var source strings.Builder
	source.WriteString("package p\nfunc f(n int, b bool) {}\nfunc g() {\n")
	for i := range mostCalls + 2 {
		fmt.Fprintf(&source, "f(%d, true)\n", i)
	}
	source.WriteString("}\n")
	pkg := sliced(t, talking(source.String()))
	if got := spellCallers(pkg, "f"); got != fmt.Sprintf("n >= 0 n <= %d b", mostCalls+1) {
		t.Errorf("called with %q", got)
	}
}

// TestStructsAreKnownIfTheyAreWrittenDown where they are passed.
func TestStructsAreKnownIfTheyAreWrittenDown(t *testing.T) {
	for body, want := range map[string]string{
		"f(o{a: true})":                                                                    "x.a x.b == 0",
		"v := o{b: 1}; f(v); v.a = true":                                                   "",
		"v := o{b: 1}; h(&v); f(v)":                                                        "",
		"v := o{}; v.a = true; f(v)":                                                       "x.a x.b == 0",
		"v := o{}; if n > 0 { v.a = true }; f(v)":                                          "",
		"v := o{a: n > 0, b: n}; f(v)":                                                     "",
		"v := o{a: true, b: n}; f(v)":                                                      "x.a",
		"v := o{}; p := &v.a; *p = true; f(v)":                                             "x.a x.b == 0",
		"v := o{}; p := &v.a; h2(p); f(v)":                                                 "",
		"v := o{}; v.b = 1; v.b = 2; f(v)":                                                 "",
		"for _, b := range [2]bool{true, true} { g(b) }":                                   "",
		"for _, b := range []bool{true, false} { g(b) }":                                   "y; !y",
		"l := []bool{true}; l[n] = false; g(l[0])":                                         "",
		"l := [2]bool{true}; s := l[:]; g(s[0])":                                           "y",
		"l := []bool{true, true}; h3(l); g(l[0])":                                          "",
		"l := []bool{true}; l[0] = true; g(l[0])":                                          "",
		"l := [2]bool{}; g(l[0]); l[0] = true":                                             "",
		"for i := range 2 { l := [2]bool{true, false}; g(l[i]) }":                          "y; !y",
		"l := []o{{true, 1}, {b: 2}}; for _, v := range l { f(v) }":                        "x.a x.b == 1; !x.a x.b == 2",
		"l := []o{{true, 1}, {a: true}}; for i := range l { g(l[i].a) }":                   "y",
		"l := []o{{true, 1}, {a: true}}; for i := range l { if l[i].b > 0 { g(i == 0) } }": "y",
		"l := []o{{true, 1}, {a: true}}; for i := range l { l[i].a = false; g(l[i].a) }":   "",
		"l := []o{{true, 1}}; for _, v := range l { v.a = false; g(v.a) }":                 "",
		"l := []o{{true, 1}}; for _, v := range l { func() { g(v.a) }() }":                 "y",
		"l := []o{{true, 1}}; for _, v := range l { func() { v.a = false }(); g(v.a) }":    "",
		"v := true; func() { g(v) }()":                                                     "y",
		"v := true; w := func() { g(v) }; v = false; w()":                                  "",
		"var v bool; w := func() { g(v) }; w(); v = true":                                  "",
		"l := []bool{true}; g(len(l) == 1)":                                                "y",
	} {
		source := "package p\ntype o struct{ a bool; b int }\nfunc f(x o) {}\nfunc g(y bool) {}\nfunc h(*o) {}\nfunc h2(*bool) {}\nfunc h3([]bool) {}\nfunc k(n int) {" + body + "}\n"
		pkg := sliced(t, talking(source))
		got := []string{spellCallers(pkg, "f"), spellCallers(pkg, "g")}
		if !slices.Contains(got, want) || !slices.Contains(got, "nobody") {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestFieldsAreKnownThatNobodyChanges of structs of which the address is passed.
func TestFieldsAreKnownThatNobodyChanges(t *testing.T) {
	for body, want := range map[string]string{
		"f(&o{a: true})":                       "x.a",
		"f(&o{a: true, b: n})":                 "x.a",
		"v := &o{}; v.a = true; v.b = 2; f(v)": "x.a x.b == 2",
		"f(&o{a: true, b: 1}); w := &o{}; if n > 0 { w.b = 1 }; u(w)":           "x.a",
		"v := &o{a: true, b: 1}; f(v); v.a = false":                             "x.b == 1",
		"v := &o{a: true, b: 1}; p := &v.a; f(v); *p = false":                   "x.b == 1",
		"v := &o{a: true, b: 1}; p := new(*bool); *p = &v.a; f(v); **p = false": "x.b == 1",
		"v := &o{a: true, b: 1}; f(v); func() { v.b++ }()":                      "x.a",
		"v := &o{a: true, b: 1}; w := &o{b: 1}; f(v); *w = *v; u(w)":            "x != nil",
	} {
		source := "package p\ntype o struct{ a bool; b int }\nfunc f(x *o) {}\nfunc u(*o) { never <- 1 }\nfunc k(n int) {" + body + "}\n"
		pkg := sliced(t, talking(source))
		if got := spellCallers(pkg, "f"); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// TestFieldsAreFixedIfAllStructsAgree looks which fields of a type are constants.
func TestFieldsAreFixedIfAllStructsAgree(t *testing.T) {
	const head = "package p\ntype t struct{ a bool; n int; next *t }\nfunc use(*t) {}\nfunc address(*bool) {}\nfunc cond() bool\n"
	for body, want := range map[string]bool{
		"func f() { use(&t{a: true}) }":                                                                 true,
		"func f() { use(&t{a: true}); use(&t{a: true, n: 1}) }":                                         true,
		"func f() { x := &t{}; x.n = 1; x.a = true; use(x) }":                                           true,
		"func f() { use(&t{a: true, next: &t{a: true}}) }":                                              true,
		"func f() *t { x := &t{a: cond()}; x.a = true; return x }":                                      false,
		"func make(a bool) *t { return &t{a: a} }; func f() { make(true); make(true) }":                 true,
		"func make(a bool) *t { return &t{a: a} }; func f() { make(true); make(false) }":                false,
		"func Make(a bool) *t { return &t{a: a} }; func f() { Make(true) }":                             false,
		"func f() { use(&t{a: true}); use(&t{a: false}) }":                                              false,
		"type e struct{ A bool }; func uses(*e) {}; func f() { uses(&e{A: true}) }":                     false,
		"func f() { use(&t{a: true}); use(&t{}) }":                                                      false,
		"func f() { use(&t{a: true}); use(new(t)) }":                                                    false,
		"func f() { x := &t{}; use(x); x.a = true }":                                                    false,
		"func f() { x := &t{}; if cond() { x.a = true }; use(x) }":                                      false,
		"func f() { x := &t{a: true}; use(x); address(&x.a) }":                                          false,
		"func f() { x := &t{a: true}; use(x); p := new(*bool); *p = &x.a; **p = false }":                false,
		"func f() { x := &t{a: true}; use(x); y := *x; use(&y) }":                                       false,
		"func f() { x := &t{a: true}; use(x); *x = t{} }":                                               false,
		"func f() { use(&t{a: true}); x := make([]t, 1); use(&x[0]) }":                                  false,
		"func f() { use(&t{a: true}); var x [2]t; use(&x[0]) }":                                         false,
		"func f() { use(&t{a: true}); x := new(struct{ inner t }); use(&x.inner) }":                     false,
		"func f() { use(&t{a: true}) }; type outer struct{ t }":                                         false,
		"func f() { use(&t{a: true}) }; type outer struct{ *t }":                                        true,
		"func f() { use(&t{a: true}) }; type Public = t":                                                false,
		"func f() { use(&t{a: true}) }; type u t; func g() { use((*t)(new(u))) }":                       false,
		"func f() { use(&t{a: true}) }; var v t":                                                        false,
		"func f() { use(&t{a: true}) }; var v = &t{a: true}":                                            true,
		"func f() { use(&t{a: true}) }; var v = &t{}":                                                   false,
		"func f() { use(&t{a: true}) }; func g[X any]() *X { return new(X) }; func h() { use(g[t]()) }": false,
		"func f() { use(&t{a: true}) }; func g() { var m map[int]t; _ = m[1] }":                         false,
		"func f() { use(&t{a: true}) }; func g(x any) { if y, ok := x.(*t); ok { y.a = true } }":        true,
	} {
		p := ssatest.Build(t, talking(head+body))
		s := newSlicer(&Source{Packages: p.Packages(), Files: p.Files, Functions: p.Functions, Imported: func(*types.Func) []*ir.Function { return nil }})
		s.findLeafLocks()
		s.findCallers()
		got := false
		for field, o := range s.fixedFields {
			got = got || strings.EqualFold(field.Name(), "a") && o.Kind == ir.BoolConst && o.Int == 1
		}
		if got != want {
			t.Errorf("%s: the field is fixed: %v, want %v", body, got, want)
		}
	}
}
