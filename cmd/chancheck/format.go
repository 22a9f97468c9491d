package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/docs"
	"github.com/chancheck/chancheck/report"
	"github.com/chancheck/chancheck/report/page"
)

// formats are those of findings. Other commands have the first two.
var formats = []string{"text", "json", "sarif", "github", "mermaid", "html"}

// checkFormat says what is wrong with the format that was asked for, "" if nothing is.
func (c *command) checkFormat() string {
	known := formats
	if c.capacity || c.coverage {
		known = formats[:2]
	}
	if c.json && c.format != "" && c.format != "json" {
		return fmt.Sprintf("-json and -format=%s contradict each other", c.format)
	}
	if c.json {
		c.format = "json"
	}
	if c.format == "" {
		c.format = "text"
	}
	if !slices.Contains(known, c.format) {
		return fmt.Sprintf("unknown format %q; there is %s", c.format, strings.Join(known, ", "))
	}
	c.json = c.format == "json"
	return ""
}

// write prints findings in the format that was asked for.
func (c *command) write(o *outcome, coverage *report.Coverage) error {
	r := o.report
	if !c.withSuppressed {
		r.Suppressed = nil
	}
	source := c.sources.lines
	if c.format == "sarif" || c.format == "github" {
		inCheckout(&r)
	}
	switch c.format {
	case "json":
		return r.WriteJSON(c.out)
	case "sarif":
		return r.WriteSARIF(c.out, &report.SARIF{Version: moduleVersion(), Rules: rules(), Source: fromCheckout(source), Status: c.status(o)})
	case "github":
		return r.WriteGitHub(c.out, fromCheckout(source))
	case "mermaid":
		return r.WriteMermaid(c.out)
	case "html":
		return page.Write(c.out, &page.Input{Report: &r, Coverage: coverage, Source: source, Version: moduleVersion(), URL: pageOf})
	}
	return r.WriteText(c.out)
}

// checkout is the path from the root of the checkout that GitHub has made to the working
// directory; "" if it is that, or there is none.
func checkout() string {
	root := os.Getenv("GITHUB_WORKSPACE")
	directory, err := os.Getwd()
	if root == "" || err != nil {
		return ""
	}
	prefix, err := filepath.Rel(root, directory)
	if err != nil || prefix == "." || !filepath.IsLocal(prefix) {
		return ""
	}
	return prefix
}

// inCheckout names files as GitHub does. In all else names are relative to the working directory.
func inCheckout(r *report.Report) {
	prefix := checkout()
	if prefix == "" {
		return
	}
	for _, list := range [][]report.Finding{r.Findings, r.Suppressed, r.Notes} {
		eachFile(list, func(file string) string {
			if filepath.IsAbs(file) || file == "" {
				return file
			}
			return filepath.Join(prefix, file)
		})
	}
}

// fromCheckout finds the files that inCheckout has named.
func fromCheckout(source report.Source) report.Source {
	prefix := checkout()
	return func(file string) []string {
		if rest, err := filepath.Rel(prefix, file); prefix != "" && err == nil && !filepath.IsAbs(file) {
			file = rest
		}
		return source(file)
	}
}

// pageOf is where the page on a category is.
func pageOf(category string) string {
	if category == ignoreCategory {
		return docs.URL("suppression")
	}
	return docs.URL(category)
}

// ignoreCategory is that of suppressions without a reason, which have no page of their own.
const ignoreCategory = "ignore"

// rules are the categories with their pages, and suppressions without a reason.
func rules() []report.Rule {
	var list []report.Rule
	for _, category := range docs.Categories() {
		list = append(list, ruleOf(category, category))
	}
	ignore := ruleOf(ignoreCategory, "suppression")
	ignore.Short, ignore.Default = "A comment that is to suppress reports has no reason.", true
	return append(list, ignore)
}

// ruleOf makes a rule of a page: its first paragraph explains, and the first sentence of that.
func ruleOf(id, name string) report.Rule {
	page, _ := docs.Page(name)
	rule := report.Rule{ID: id, Page: absoluteLinks(page), URL: docs.URL(name)}
	_, text, _ := strings.Cut(page, "\n\n")
	paragraph, _, _ := strings.Cut(text, "\n\n")
	rule.Long = strings.Join(strings.Fields(paragraph), " ")
	rule.Short = rule.Long
	if end := strings.Index(rule.Long, ". "); end >= 0 {
		rule.Short = rule.Long[:end+1]
	}
	if on := chancheck.Analyzer.Flags.Lookup(id); on != nil {
		rule.Default = on.DefValue == "true"
	}
	return rule
}

// absoluteLinks makes the links of a page to others lead there from anywhere.
func absoluteLinks(page string) string {
	for _, other := range docs.Pages() {
		page = strings.ReplaceAll(page, "]("+other+".md", "]("+docs.URL(other))
	}
	return page
}
