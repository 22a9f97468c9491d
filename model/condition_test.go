package model_test

import (
	"testing"

	"github.com/chancheck/chancheck/model"
)

// TestConditionsAreTakenApart and put together again.
func TestConditionsAreTakenApart(t *testing.T) {
	for text, want := range map[string]model.Condition{
		"ok":                        {Subject: "ok"},
		"!ok":                       {Subject: "ok", Denied: true},
		"!(a b)":                    {Subject: "!(a b)"},
		"n >= 2":                    {Subject: "n", Operator: ">=", Operand: "2"},
		"len(f(a, b)) == 0":         {Subject: "len(f(a, b))", Operator: "==", Operand: "0"},
		"err != nil from c.write":   {Subject: "err", Operator: "!=", Operand: "nil", From: "c.write"},
		"f(a == b)":                 {Subject: "f(a == b)"},
		"f(a == b) != nil":          {Subject: "f(a == b)", Operator: "!=", Operand: "nil"},
		"a == b && n > 1":           {Subject: "a == b && n > 1"},
		`s == "a && b"`:             {Subject: "s", Operator: "==", Operand: `"a && b"`},
		`s[" == "] != ')'`:          {Subject: `s[" == "]`, Operator: "!=", Operand: "')'"},
		"s == \"\\\" || \"":         {Subject: "s", Operator: "==", Operand: `"\" || "`},
		"m" + model.HasElement:      {Subject: "m", Operator: "has an element"},
		"m has no more elements":    {Subject: "m", Operator: "has no more elements"},
		"<-quit" + model.IsReady:    {Subject: "<-quit is ready"},
		"a == b == c":               {Subject: "a == b == c"},
		"nobody calls F again":      {Subject: "nobody calls F again"},
		"x<<1 < (T{a, b}).f(c < d)": {Subject: "x<<1", Operator: "<", Operand: "(T{a, b}).f(c < d)"},
	} {
		got := model.ParseCondition(text)
		if got != want {
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
		if got.String() != text {
			t.Errorf("%s is spelled %s", text, got)
		}
	}
}

// TestOppositesOfOpposites of what can be said in either way.
func TestOppositesOfOpposites(t *testing.T) {
	for text, want := range map[string]string{
		"ok": "!ok", "a == b": "a != b", "n < 2 from f": "n >= 2 from f", "n > 2": "n <= 2", "m has an element": "m has no more elements",
	} {
		c := model.ParseCondition(text)
		if got := c.Opposite().String(); got != want || c.Opposite().Opposite() != c {
			t.Errorf("the opposite of %s is %s, and of that %s", text, got, c.Opposite().Opposite())
		}
	}
}

// TestWhatHasNotFailed: only what is called like an error has failed if it isn't nil.
func TestWhatHasNotFailed(t *testing.T) {
	for text, want := range map[string]bool{
		"err == nil": true, "readErr == nil from f": true, "err != nil": false, "p == nil": false, "c.err == nil": false, "err == nil && ok": false,
	} {
		if got := (&model.Transition{Kind: model.Tau, Text: text}).IsSuccess(); got != want {
			t.Errorf("%s: success is %v", text, got)
		}
	}
}
