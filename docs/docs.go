// Package docs holds a page for each category of findings, and for commands that
// need one.
package docs

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.md
var pages embed.FS

// commands are the pages that are not about a category: on commands, and on what the front end does with findings.
var commands = []string{"capacity", "configuration", "coverage", "extract", "formats", "kmc", "ksync", "lra", "precision", "program", "suppression"}

// Categories lists the categories that have a page, in alphabetical order.
func Categories() []string {
	return slices.DeleteFunc(Pages(), func(name string) bool { return slices.Contains(commands, name) })
}

// Pages lists all pages, in alphabetical order.
func Pages() []string {
	entries, _ := pages.ReadDir(".") // can't fail: the directory is embedded
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// URL is where a page can be read.
func URL(name string) string {
	return "https://github.com/chancheck/chancheck/blob/main/docs/" + name + ".md"
}

// Page returns a page in Markdown.
func Page(name string) (string, bool) {
	text, err := pages.ReadFile(name + ".md")
	return string(text), err == nil
}
