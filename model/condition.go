package model

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Condition is what a step assumes, or what a branch asks for, taken apart. Its text is what Transition has, and is Go code where
// the source has code for it.
type Condition struct {
	Subject  string // what is asked about
	Operator string // of a comparison, or what else is said of the subject; empty if it is asked for itself
	Operand  string // what the subject is compared with
	Denied   bool   // it is asked for itself, and isn't so
	From     string // the call, or the like, that has given the answer, if the answer is about a variable
}

// HasElement ends the text of a step that assumes that a loop over something goes on.
const HasElement = " " + hasElement

// What is said of what a loop goes over.
const (
	hasElement = "has an element"
	hasNone    = "has no more elements"
)

// From comes, in the text of a step, between an answer and the call, or the like, that has given it, if the answer is about
// a variable.
const From = " from "

// opposites are what may be said of a subject, of which one is so where the other one isn't: comparisons first.
var opposites = [...][2]string{{"==", "!="}, {"<", ">="}, {">", "<="}, {hasElement, hasNone}}

// Condition is what a step assumes.
func (t *Transition) Condition() Condition { return ParseCondition(t.Text) }

// ParseCondition takes a condition apart. What several comparisons are part of is asked for itself.
func ParseCondition(text string) (c Condition) {
	text, c.From, _ = strings.Cut(text, From)
	c.Subject = text
	for _, operator := range []string{hasElement, hasNone} {
		if subject, ok := strings.CutSuffix(text, " "+operator); ok {
			c.Subject, c.Operator = subject, operator
			return c
		}
	}
	if at, operator := comparison(text); operator != "" {
		c.Subject, c.Operator, c.Operand = text[:at], operator, text[at+len(operator)+2:]
		return c
	}
	if rest, ok := strings.CutPrefix(text, "!"); ok && !strings.ContainsAny(rest, " ") {
		c.Subject, c.Denied = rest, true
	}
	return c
}

// comparison is the one comparison that a text is, outside of all brackets and literals, and where the blank before it is; "" if
// there are several, or others hang on it.
func comparison(text string) (at int, operator string) {
	for i := range outside(text) {
		word, _, ok := strings.Cut(text[i+1:], " ")
		switch {
		case text[i] != ' ' || !ok:
		case word == "&&" || word == "||":
			return 0, ""
		case isComparison(word) && operator != "":
			return 0, ""
		case isComparison(word):
			at, operator = i, word
		}
	}
	return at, operator
}

func isComparison(word string) bool {
	return slices.ContainsFunc(opposites[:len(opposites)-1], func(pair [2]string) bool { return slices.Contains(pair[:], word) })
}

// outside goes through the places of a text that are in no brackets and no literal.
func outside(text string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		depth, quote := 0, byte(0)
		for i := 0; i < len(text); i++ {
			switch b := text[i]; {
			case quote != 0 && b == '\\' && quote != '`':
				i++
			case quote != 0:
				if b == quote {
					quote = 0
				}
			case strings.IndexByte("\"'`", b) >= 0:
				quote = b
			case strings.IndexByte("([{", b) >= 0:
				depth++
			case strings.IndexByte(")]}", b) >= 0:
				depth--
			case depth == 0 && !yield(i):
				return
			}
		}
	}
}

// String is the text of a condition.
func (c Condition) String() string {
	if c.From != "" {
		return c.Answer() + From + c.From
	}
	return c.Answer()
}

// Answer is the text without what has given the answer.
func (c Condition) Answer() string {
	switch {
	case c.Denied:
		return "!" + c.Subject
	case c.Operand != "":
		return c.Subject + " " + c.Operator + " " + c.Operand
	case c.Operator != "":
		return c.Subject + " " + c.Operator
	}
	return c.Subject
}

// Opposite is what is so where a condition doesn't hold.
func (c Condition) Opposite() Condition {
	for _, pair := range opposites {
		switch c.Operator {
		case pair[0]:
			c.Operator = pair[1]
			return c
		case pair[1]:
			c.Operator = pair[0]
			return c
		}
	}
	if !c.Denied && strings.Contains(c.Subject, " ") {
		c.Subject = "(" + c.Subject + ")"
	}
	c.Denied = !c.Denied
	return c
}

// Compares reports whether the subject is compared with something.
func (c Condition) Compares() bool { return c.Operand != "" }

// Is reports whether a condition says something of its subject.
func (c Condition) Is(operator, operand string) bool {
	return c.Operator == operator && c.Operand == operand
}

// HasMore reports whether a condition says that a loop over its subject goes on.
func (c Condition) HasMore() bool { return c.Is(hasElement, "") }

// Number is the number with which the subject is compared.
func (c Condition) Number() (n int64, ok bool) {
	n, err := strconv.ParseInt(c.Operand, 10, 64)
	return n, err == nil
}

// IsSuccess reports whether a transition assumes nothing but that something hasn't failed: that is what a reader
// takes for granted.
func (t *Transition) IsSuccess() bool {
	c := t.Condition()
	return t.Assumes() && c.Is("==", "nil") && namesError.MatchString(c.Subject)
}

// namesError matches what a variable of an error is called.
var namesError = regexp.MustCompile(`^\w*[eE]rr\w*$`)
