package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// module writes a module into a directory of its own.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module m\n\ngo 1.24\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var all = options{n: 1000, seed: 1, packages: ".", match: regexp.MustCompile(""), parallel: 2, patience: time.Minute}

// TestOperators lists the mutants of a function for each construct. All of them
// compile together.
func TestOperators(t *testing.T) {
	tests := []struct {
		name, body string
		want       []string
	}{
		{"a comparison is turned round, an if emptied", "if a == 1 { b = 2; return 3 }; return a", []string{
			"empty the body of if `a == 1`", "`==` to `!=` in `a == 1`", "`1` to `1+1` in `if a == 1 { b = 2; return 3 }`",
			"delete `b = 2`", "`2` to `2+1` in `b = 2`", "`3` to `3+1` in `return 3`",
		}},
		{"an emptied body of one statement is that statement deleted", "if p { b++ }; return a", []string{"negate if `p`", "delete `b++`"}},
		{"orderings gain or lose equality", "for a < b { b-- }; return a", []string{"negate for `a < b`", "`<` to `<=` in `a < b`", "delete `b--`"}},
		{"connectives", "for p && (q || p) { break }; return a", []string{
			"negate for `p && (q || p)`", "`&&` to `||` in `p && (q || p)`", "`||` to `&&` in `q || p`", "delete `break`",
		}},
		{"booleans", "p = true; r := func() bool { return p }; _ = r; return a", []string{
			"delete `p = true`", "delete `_ = r`", "`true` to `false` in `p = true`", "negate result `p`",
		}},
		{"cases", "switch a {\ncase 1, 2:\nreturn b\ndefault:\nreturn a\n}", []string{
			"drop `case 1, 2`", "`1` to `1+1` in `case 1, 2: return b`", "`2` to `2+1` in `case 1, 2: return b`",
		}},
		{"calls, but not panics and what declares", "x := a; g(x); panic(x)", []string{"delete `g(x)`"}},
		{"what must be constant stays", "const c = 1; x := [2]int{0: 3}; return x[0] + c", []string{
			"`3` to `3+1` in `x := [2]int{0: 3}`", "`0` to `0+1` in `return x[0] + c`",
		}},
		{"what doesn't compile isn't drawn", "if p { g(a); return a } else { return b }", []string{"negate if `p`", "delete `g(a)`"}},
		{"types of one's own", "var k kind = 4; _ = k > 3; return a", []string{
			"delete `_ = k > 3`", "`4` to `4+1` in `var k kind = 4`", "`>` to `>=` in `k > 3`", "`3` to `3+1` in `_ = k > 3`",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := module(t, map[string]string{
				"m.go": "package m\n\ntype kind uint8\n\nfunc g(int) {}\n\nfunc f(a, b int, p, q bool) int { " + test.body + " }\n",
			})
			targets, err := load(dir, []string{"."})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			drawn := draw(targets, all)
			for _, m := range drawn {
				got = append(got, m.what)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if err := targets[0].check(drawn); err != nil {
				t.Error(err)
			}
		})
	}
}

const larger = `package m

func Larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

func Forever(n int) int {
	for n > 0 {
		n--
	}
	return n
}

func Unused() int { return 7 }
`

const largerTest = `package m

import "testing"

func TestLarger(t *testing.T) {
	if Larger(2, 1) != 2 || Larger(1, 2) != 2 || Larger(1, 1) != 1 {
		t.Error("not the larger one")
	}
}

func TestForever(t *testing.T) {
	if Forever(3) > 1 {
		t.Error("not 0")
	}
}
`

const known = `# A comment.
m.go: Larger: ` + "`>` to `>=` in `a > b`" + `
	Either of two equal numbers
	is the larger one.
`

// TestRun has mutants of each fate: killed by a test, by its deadline, never
// reached, and one that no test can tell from the original.
func TestRun(t *testing.T) {
	o := all
	o.equivalent, o.patience = known, 3*time.Second
	var out, progress bytes.Buffer
	if err := run(module(t, map[string]string{"m.go": larger, "m_test.go": largerTest}), o, &out, &progress); err != nil {
		t.Fatal(err)
	}
	want := "m.go:4: Larger: `>` to `>=` in `a > b`: survives, as it must: Either of two equal numbers is the larger one.\n" +
		"m.go:11: Forever: `>` to `>=` in `n > 0`: survives\n" +
		"m.go:11: Forever: `0` to `0+1` in `for n > 0 { n-- }`: survives\n" +
		"m.go:17: Unused: `7` to `7+1` in `return 7`: no test gets there\n"
	got, table, _ := strings.Cut(out.String(), "package ")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if fields := strings.Fields(table[strings.Index(table, "total"):]); !slices.Equal(fields, []string{"total", "8", "4", "2", "1", "1", "50%"}) {
		t.Errorf("got %v", fields)
	}
	if !strings.Contains(progress.String(), "delete `n--`: hangs in TestForever of m") {
		t.Errorf("got %s", progress.String())
	}
}

// TestStaleEquivalent tells of an excuse for a mutant that isn't there.
func TestStaleEquivalent(t *testing.T) {
	o := all
	o.list, o.equivalent = true, "m.go: Larger: delete `nothing`\n\tIt is gone.\n"
	var out bytes.Buffer
	if err := run(module(t, map[string]string{"m.go": larger}), o, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "equivalent.txt: there is no such mutant any more: m.go: Larger: delete `nothing`\n") {
		t.Errorf("got %s", &out)
	}
}

// TestDrawIsReproducible wants the same mutants for the same seed, and others
// for another one.
func TestDrawIsReproducible(t *testing.T) {
	dir := module(t, map[string]string{"m.go": larger})
	list := func(seed uint64) string {
		var out bytes.Buffer
		o := all
		o.n, o.seed, o.list = 3, seed, true
		if err := run(dir, o, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if first, again, other := list(1), list(1), list(2); first != again || first == other {
		t.Errorf("seed 1: %s\nagain: %s\nseed 2: %s", first, again, other)
	}
}

func TestPackagesForTestsAreNotMutated(t *testing.T) {
	helper := "package m\n\nimport \"testing\"\n\nfunc Help(t *testing.T) { t.Helper() }\n"
	targets, err := load(module(t, map[string]string{"m.go": helper}), []string{"."})
	if err != nil || len(targets) > 0 {
		t.Errorf("%d packages, %v", len(targets), err)
	}
}
