package chancheck

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chancheck/chancheck/extract"
	"github.com/chancheck/chancheck/model"
)

// Terms say under what condition something was judged in each of some functions: "" for none.
type terms map[string]string

// add notes that something was judged in a function. What holds without a condition counts, of
// several conditions all.
func (t terms) add(function, condition string) {
	if known, ok := t[function]; ok && (known == "" || condition == "") {
		t[function] = ""
		return
	}
	t.require(function, condition)
}

// require notes that something else was judged in a function: both conditions count.
func (t terms) require(function, condition string) {
	known := t[function]
	if !strings.Contains(known, condition) {
		known += condition
	}
	t[function] = known
}

// termsOf says for people what the answer of an outline rests on.
func termsOf(outline *extract.Outline) string {
	return ifAll(append(calledOnce(outline.Once), noPanicsAt(outline.Panics)...))
}

// noPanicsAt is the condition that nothing panics at some places, if there are any.
func noPanicsAt(sites []model.Site) []string {
	if len(sites) == 0 {
		return nil
	}
	return []string{"nothing panics at " + placesOf(sites)}
}

// ifAll joins conditions.
func ifAll(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " if " + strings.Join(list, " and ")
}

// calledOnce is the condition that clients call some functions once each, if there are any.
func calledOnce(functions []string) []string {
	switch len(functions) {
	case 0:
		return nil
	case 1:
		return []string{functions[0] + " is called once"}
	}
	return []string{enumerated(functions, "and") + " are called once each"}
}

// enumerated lists some words, the last one after a conjunction.
func enumerated(words []string, conjunction string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + conjunction + " " + words[last]
}

// placesOf names some places, in their order.
func placesOf(sites []model.Site) string {
	var list []string
	for _, site := range sites {
		list = append(list, fmt.Sprintf("%s:%d", filepath.Base(site.File), site.Line))
	}
	return enumerated(slices.Compact(list), "or")
}
