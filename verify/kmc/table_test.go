package kmc_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify/kmc"
)

// The systems of the literature are in testdata/kmc. What is known about one
// stands in its head, in lines like
//
//	-- Table 2 row 3: participants 3; k 1; transitions 8; directed yes; …
//	-- Claim: k 2; k-OBI yes; k-safe no (paper: yes); verdict unknown
//
// Each says things at one bound k: of properties, by the names that package
// verify has for them, whether they hold; "printed transitions" and "printed
// k-OBI" are about the reduced system of Algorithm 1 as printed, and "peer
// verdict" is the verdict under Options.Peer. Where we differ from the
// paper, its value follows in parentheses, and the comment above says why.

// A claim is one such line.
type claim struct {
	source string // what is before the colon
	k      int
	values [][2]string // without k, in order
}

// TestLiterature compares every claim about every system.
func TestLiterature(t *testing.T) {
	for _, file := range literature(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			sys, err := model.Parse(string(text), file)
			if err != nil {
				t.Fatal(err)
			}
			claims := claimsOf(t, string(text))
			if len(claims) == 0 || !strings.Contains(string(text), "-- Source: ") {
				t.Error("no claims or no source")
			}
			for _, c := range claims {
				checkClaim(t, sys, c)
			}
		})
	}
}

// TestTablesAreComplete checks that no row of the paper's tables and no column
// of a row is missing.
func TestTablesAreComplete(t *testing.T) {
	rows := map[string]claim{}
	for _, file := range literature(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range claimsOf(t, string(text)) {
			if _, ok := rows[c.source]; ok && c.source != "Claim" {
				t.Errorf("%s is there twice", c.source)
			}
			rows[c.source] = c
		}
	}
	for i := range 23 {
		checkColumns(t, rows, fmt.Sprintf("Table 2 row %d", i+1), "participants", "printed transitions", "directed",
			"printed k-OBI", kmc.PropReducedCIBI, kmc.PropKMC)
	}
	for i := range 8 {
		checkRow1(t, rows, fmt.Sprintf("Table 1 row %d", i+1))
	}
	checkRow1(t, rows, "Table 1 row 8 of the long version")
	checkRow1(t, rows, "Table 1 row 10 of the long version")
}

// checkRow1 checks a row of Table 1.
func checkRow1(t *testing.T, rows map[string]claim, source string) {
	checkColumns(t, rows, source, "directed", kmc.PropOBI, kmc.PropSIBI, kmc.PropSafe,
		kmc.PropEventualReception, kmc.PropStable, kmc.PropExhaustive,
		kmc.PropExistentialStable, kmc.PropExistential, kmc.PropSynchronisable)
}

// checkColumns checks that a row has its columns. k-CIBI may be that of either
// reading.
func checkColumns(t *testing.T, rows map[string]claim, source string, columns ...string) {
	t.Helper()
	c, ok := rows[source]
	if !ok {
		t.Errorf("no %s", source)
		return
	}
	has := map[string]bool{}
	for _, v := range c.values {
		has[v[0]] = true
	}
	if has[kmc.PropReducedMessages] {
		has[kmc.PropReducedCIBI] = true
	}
	for _, column := range columns {
		if !has[column] {
			t.Errorf("%s: no column %q", source, column)
		}
	}
}

// literature lists the files of systems.
func literature(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.lt", "*.graph"} {
		list, err := filepath.Glob(filepath.Join("testdata", "kmc", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	if len(files) < 40 {
		t.Fatalf("only %d files", len(files))
	}
	return files
}

// claimsOf reads the lines of a head that claim something.
func claimsOf(t *testing.T, text string) []claim {
	t.Helper()
	var claims []claim
	for line := range strings.Lines(text) {
		source, values, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "-- "), ": ")
		if !ok || source != "Claim" && !strings.HasPrefix(source, "Table ") {
			continue
		}
		c := claim{source: source}
		for value := range strings.SplitSeq(values, "; ") {
			c.read(t, value)
		}
		claims = append(claims, c)
	}
	return claims
}

// read reads one thing that a claim says: a name of several words, and a value.
func (c *claim) read(t *testing.T, text string) {
	t.Helper()
	text, _, _ = strings.Cut(text, " (")
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		t.Fatalf("%s: %q has no value", c.source, text)
	}
	name, value := text[:i], text[i+1:]
	if name != "k" {
		c.values = append(c.values, [2]string{name, value})
		return
	}
	k, err := strconv.Atoi(value)
	if err != nil {
		t.Fatal(err)
	}
	c.k = k
}

// checkClaim compares a claim with what the check says.
func checkClaim(t *testing.T, sys *model.System, c claim) {
	t.Helper()
	options := kmc.Options{K: c.k, Thorough: true}
	result, err := kmc.Decide(sys, options)
	if err != nil {
		t.Fatal(err)
	}
	options.Peer = true
	peer, err := kmc.Decide(sys, options)
	if err != nil {
		t.Fatal(err)
	}
	facts := factsOf(sys, result)
	printed := runPrinted(sys, c.k)
	facts["printed transitions"] = strconv.Itoa(printed.transitions())
	facts["printed k-OBI"] = map[bool]string{true: "yes", false: "no"}[printed.outputIndependent()]
	if strings.HasPrefix(c.source, "Table 1") {
		facts[kmc.PropSynchronisable] = synchronisableForSome(t, sys)
	}
	facts["peer verdict"] = peer.Verdict.String()
	for _, v := range c.values {
		got, ok := facts[v[0]]
		if !ok {
			t.Errorf("%s: nothing is called %q; there is %q", c.source, v[0], slices.Sorted(maps.Keys(facts)))
		} else if got != v[1] {
			t.Errorf("%s, k = %d: %s %s, want %s (%s)", c.source, c.k, v[0], got, v[1], result.Property(v[0]).Note)
		}
	}
}

// synchronisableForSome decides the last column of Table 1, which is about some
// number of messages in an exchange, not about the bound.
func synchronisableForSome(t *testing.T, sys *model.System) string {
	t.Helper()
	for n := 1; n <= 4; n++ {
		if decideAt(t, sys, n).Property(kmc.PropSynchronisable).Status == kmc.Holds {
			return "yes"
		}
	}
	return "no"
}

// factsOf spells a result as claims do.
func factsOf(sys *model.System, r *kmc.Result) map[string]string {
	words := map[kmc.Status]string{kmc.Holds: "yes", kmc.Fails: "no", kmc.Undecided: "undecided"}
	directed := kmc.Fails
	if r.Property(kmc.PropSendDirected).Status == kmc.Holds && r.Property(kmc.PropReceiveDirected).Status == kmc.Holds {
		directed = kmc.Holds
	}
	facts := map[string]string{
		"participants": strconv.Itoa(len(sys.Processes)),
		"directed":     words[directed],
		"verdict":      r.Verdict.String(),
	}
	for _, p := range r.Properties {
		facts[p.Name] = words[p.Status]
	}
	return facts
}
