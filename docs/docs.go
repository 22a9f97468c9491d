// Package docs holds a page for each category of findings.
package docs

import (
	"embed"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Categories lists the categories that have a page, in alphabetical order.
func Categories() []string {
	entries, _ := pages.ReadDir(".") // can't fail: the directory is embedded
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// Page returns the page of a category in Markdown.
func Page(category string) (string, bool) {
	text, err := pages.ReadFile(category + ".md")
	return string(text), err == nil
}
