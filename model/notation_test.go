package model_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chancheck/chancheck/model"
)

// spell writes a system in few letters: its processes, each with the actions
// of its states.
func spell(sys *model.System) string {
	var b strings.Builder
	for _, p := range sys.Processes {
		fmt.Fprintf(&b, "%s:", p.Name)
		for i, s := range p.States {
			fmt.Fprintf(&b, " %d%s[", i, s.Name)
			for j, t := range s.Transitions {
				if j > 0 {
					b.WriteString(" ")
				}
				o := sys.Objects[t.Object]
				fmt.Fprintf(&b, "%s%s%s>%d@%d:%d-%d:%d", o.Name, map[model.Kind]string{model.Send: "!", model.Receive: "?"}[t.Kind],
					o.Labels[t.Label].Name, t.To, t.Site.Line, t.Site.Column, t.Site.EndLine, t.Site.EndColumn)
			}
			b.WriteString("]")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestNotations(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{
			"local types",
			"A: B!m<[]int>; end -- comment\nB:/* and\nanother */A?m<[]int>; end\n",
			"A: 0[A→B!m<[]int>>1@1:4-1:14] 1[]\nB: 0[A→B?m<[]int>>1@3:11-3:21] 1[]\n",
		},
		{
			"recursion and choice",
			"A: rec x . { B!a; x , B!b; end }\nB: rec y.{A?a;y,A?b;end}",
			"A: 0[A→B!a>0@1:14-1:17 A→B!b>1@1:23-1:26] 1[]\nB: 0[A→B?a>0@2:11-2:14 A→B?b>1@2:17-2:20] 1[]\n",
		},
		{
			"scopes", // x is the inner one only in the first branch
			"A: rec x. B!a; {B!b; rec x. B!c; x, B!d; x}\nB: end",
			"A: 0[A→B!a>1@1:11-1:14] 1[A→B!b>2@1:17-1:20 A→B!d>0@1:37-1:40] 2[A→B!c>2@1:29-1:32]\nB: 0[]\n",
		},
		{
			"two variables for one state",
			"A: rec x. rec y. {B!a; x, B!b; y}\nB: end",
			"A: 0[A→B!a>0@1:19-1:22 A→B!b>0@1:27-1:30]\nB: 0[]\n",
		},
		{
			"graph",
			"\ufeff.outputs A\n.state graph\nq1 1 ! a q0\n\nq0 B ? b q1 -- back\nq0 B ? b q1\n.marking q0\n.end\n.outputs B\n.state graph\nq A ! b q\n.marking q\n.end",
			"A: 0q0[B→A?b>1@5:1-5:12] 1q1[A→B!a>0@3:1-3:12]\nB: 0q[B→A!b>0@11:1-11:10]\n",
		},
		{
			"a graph without names",
			".outputs\n.state graph\n0 1 ! 250-ok<int> 1\n.marking 0\n.end\n.outputs\n.state graph\n.marking idle\n.end\n",
			"0: 00[0→1!250-ok<int>>1@3:1-3:20] 11[]\n1: 0idle[]\n",
		},
	}
	for _, test := range tests {
		sys, err := model.Parse(test.text, "d/x.lt")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := spell(sys); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
		if sys.Name != "x" || sys.Processes[0].Site.File != "d/x.lt" {
			t.Errorf("%s: system %s, process at %v", test.name, sys.Name, sys.Processes[0].Site)
		}
		checkSystem(t, sys)
	}
}

// checkSystem checks that a system is valid and that its text form, which
// Parse knows, reads back.
func checkSystem(t *testing.T, sys *model.System) {
	t.Helper()
	if err := sys.Validate(); err != nil {
		t.Errorf("not valid: %v", err)
	}
	again, err := model.Parse(write(t, sys), "y")
	if err != nil || !reflect.DeepEqual(sys, again) {
		t.Errorf("the text form reads back as %+v, %v; want %+v", again, err, sys)
	}
}

func TestNotationErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		// Which notation.
		{"", `1:1: expected a system: a participant and ":", .outputs, or "system" and a name, found the end of the file`},
		{"automaton sender :", `1:1: expected a system: a participant and ":", .outputs, or "system" and a name, found "automaton"`},
		{"\n  /* no end", `2:3: missing "*/": the comment has no end`},
		{"system nope", `1:8: expected a quoted name, found "nope"`},
		{"system \"a\"\nprocess \"p\"\nsystem \"b\"", `3:1: a second system, where a file has one (chancheck extract -func NAME prints one)`},

		// Local types, by themselves.
		{"A:", `1:3: expected a type (an action, a choice in braces, rec, a variable or end), found the end of the file`},
		{"A: end\nB end", `2:3: expected ":" after participant B, found "end"`},
		{"A: end\n}", `2:1: expected a participant, found "}"`},
		{"A: end, B?x; end", `1:7: expected a participant, found ","`},
		{"end: B!a; end", `1:1: expected a participant, found "end"`},
		{"A: B!a; end B: A?a; end A: end", `1:25: participant A is already at 1:1`},
		{"A: B!a", `1:7: expected ";" after B!a, found the end of the file`},
		{"A: B!a; B: A?a; end", `1:9: missing end: participant B begins where the type of A should go on`},
		{"A: B!a;", `1:8: expected a type (an action, a choice in braces, rec, a variable or end), found the end of the file`},
		{"A: B!; end", `1:6: expected a message after ! or ?, found ";"`},
		{"A: {B a; end}", `1:7: expected "?" after participant B, found "a"`},
		{"A: B!a<int; end", `1:7: expected ";" after B!a, found "<"`},
		{"A: {B!a; end", `1:13: expected "," or "}" after a branch, found the end of the file`},
		{"A: {B!a; end, }", `1:15: expected the action of a branch, found "}"`},
		{"A: {rec x. B!a; x}", `1:9: expected "?" after participant rec, found "x"`},
		{"A: rec . B!a; end", `1:8: expected a variable after rec, found "."`},
		{"A: rec end . B!a; end", `1:8: expected a variable after rec, found "end"`},
		{"A: rec x B!a; x", `1:10: expected "." after rec x, found "B"`},
		{"A: rec x. rec y. x", `1:18: recursion without an action: nothing is between rec x and x`},
		{"A: {B!a; rec x. B!b; x, B!c; x} B: end", `1:30: unbound variable x`},
		{"A: rec x. B!a; x\nB: rec y. A?a; x", `2:16: unbound variable x`},
		{"A: B!a; \xff", `1:9: expected a type (an action, a choice in braces, rec, a variable or end), found "\xff"`},
		{"A: B!a " + strings.Repeat("b", 100), `1:8: expected ";" after B!a, found "` + strings.Repeat("b", 40) + `"…`},

		// Graphs, by themselves.
		{".output", `1:1: expected .outputs, found ".output"`},
		{".outputs A B", `1:12: expected the end of the line, found "B"`},
		{".outputs A\nq0 B ! a q0", `2:1: expected .state, found "q0"`},
		{".outputs A\n.state machine", `2:8: expected graph after .state, found "machine"`},
		{".outputs A\n.state graph\nq0 B ! a", `3:9: expected a state after message a, found the end of the file`},
		{".outputs A\n.state graph\nq0 B ! a\nq1", `3:9: expected a state after message a, found the end of the line`},
		{".outputs A\n.state graph\nq0 B a q1", `3:6: expected ! or ? after participant B, found "a"`},
		{".outputs A\n.state graph\nq0 ! a q1", `3:4: expected a participant after state q0, found "!"`},
		{".outputs A\n.state graph\nq0 B ! a q1 q2", `3:13: expected the end of the line, found "q2"`},
		{".outputs A\n.state graph\n.end", `3:1: expected a transition or .marking, found ".end"`},
		{".outputs A\n.state graph\n.marking q0\n.outputs B", `4:1: expected .end, found ".outputs"`},
		{".outputs A\n.state graph\n.marking q0\n", `4:1: expected .end, found the end of the file`},
		{".outputs A\n.state graph\nq0 B ! a q0\n.marking q1\n.end", `4:10: undefined state q1`},
		{".outputs 1\n.state graph\n.marking q\n.end\n.outputs\n.state graph\n.marking q\n.end", `5:1: participant 1 is already at 1:10`},

		// What no single participant can tell.
		{"A: B!a; end", `1:4: unknown participant B`},
		{"A: {B!a; D!b; end, C!a; end} B: end", `1:10: unknown participant D`},
		{"A: rec x. A!a; x", `1:11: A sends to itself`},
		{".outputs A\n.state graph\nq0 0 ? a q0\n.marking q0\n.end", `3:4: A receives from itself`},
		{".outputs A\n.state graph\nq0 1 ! a q0\n.marking q0\n.end", `3:4: unknown participant 1`},
		{"A: {B!a; end, B?b; end} B: end", `1:15: a choice of A is mixed: B!a at 1:5, but B?b here`},
		{"A: {B!a; end, B!a; B!b; end} B: end", `1:15: a choice of A is nondeterministic: B!a here and at 1:5`},
		{".outputs A\n.state graph\nq0 B ! a q1\nq0 B ? a q1\n.marking q0\n.end\n.outputs B\n.state graph\n.marking q\n.end", `4:1: state q0 of A is mixed: B!a at 3:1, but B?a here`},
		{".outputs A\n.state graph\nq0 B ! a q1\nq0 1 ! a q0\n.marking q0\n.end\n.outputs B\n.state graph\n.marking q\n.end", `4:1: state q0 of A is nondeterministic: 1!a here and at 3:1`},
	}
	for _, test := range tests {
		sys, err := model.Parse(test.text, "x")
		var syntax *model.SyntaxError
		if !errors.As(err, &syntax) || sys != nil || err.Error() != "x:"+test.want {
			t.Errorf("%q: got %v\nwant x:%s", test.text, err, test.want)
		}
	}
}

// TestMixed reads choices of any kind, if it is asked to.
func TestMixed(t *testing.T) {
	tests := []struct {
		text string
		want int // transitions of the first state
	}{
		{"A: {B!a; end, B?b; end} B: end", 2},
		{"A: {B!a; end, B!a; B!b; end} B: end", 2},
		{"A: rec x. {B!a; x, B!a; x, B?a; x} B: end", 2},
		{".outputs A\n.state graph\nq0 B ! a q1\nq0 1 ! a q0\nq0 B ! a q1\n.marking q0\n.end\n.outputs B\n.state graph\n.marking q\n.end", 2},
	}
	for _, test := range tests {
		sys, err := model.ParseMixed(test.text, "x")
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		checkSystem(t, sys)
		if got := len(sys.Processes[0].States[0].Transitions); got != test.want {
			t.Errorf("%q: %d transitions, want %d", test.text, got, test.want)
		}
	}
}

// TestNotationsAtSize reads texts that are long or deep, which takes time in
// proportion.
func TestNotationsAtSize(t *testing.T) {
	const n = 200_000
	tests := []struct{ name, text string }{
		{"long", "A: " + strings.Repeat("B!a;", n) + "end B: end"},
		{"wide", "A: {B!a;end" + strings.Repeat(",B!a;end", n) + "} B: end"},
		{"deep choices", "A: " + strings.Repeat("{B!a;", n) + "end" + strings.Repeat("}", n) + " B: end"},
		{"deep recursion", "A: " + strings.Repeat("rec x. ", n) + "B!a; x B: end"},
		{"deep scopes", "A: " + strings.Repeat("{B!a; rec x. ", n) + "B!b; x" + strings.Repeat("}", n) + " B: end"},
		{"open choices", "A: " + strings.Repeat("{B!a;", n)},
		{"a long word", "A: B!" + strings.Repeat("-a", n)},
		{"a long payload", "A: B!a" + strings.Repeat("<", n)},
		{"comments", strings.Repeat("/*/*/", n)},
		{"many participants", manyParticipants(n / 100)},
		{"a graph", ".outputs A\n.state graph\n" + strings.Repeat("q B ! a q\n", n) + ".marking q\n.end\n.outputs B\n.state graph\n.marking q\n.end\n"},
	}
	for _, test := range tests {
		start := time.Now()
		sys, err := model.Parse(test.text, "x")
		if err == nil {
			checkSystem(t, sys)
		}
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: %v", test.name, d)
		}
	}
}

// manyParticipants is a system in which each sends to the next.
func manyParticipants(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "P%d: P%d!a; P%d?a; end\n", i, (i+1)%n, (i+n-1)%n)
	}
	return b.String()
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		example,
		"A: rec x . { B!a<int>; x , B!b; end } B: rec y. {A?a<int>; y, A?b; end}",
		"A: {B!a; end, B?b; end} B: end -- c\n/* d */",
		".outputs A\n.state graph\nq1 1 ! a q0\nq0 B ? b q1\n.marking q0\n.end\n.outputs B\n.state graph\nq A ! b q\n.marking q\n.end",
		"A: rec x. rec y. x", "A:<<", "\ufeff#",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sys, err := model.Parse(text, "x")
		if err == nil {
			checkSystem(t, sys)
			return
		}
		var syntax *model.SyntaxError
		if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || syntax.Message == "" {
			t.Errorf("%q: error %v has no place", text, err)
		}
	})
}
