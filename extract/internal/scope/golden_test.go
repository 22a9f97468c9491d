package scope_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/scope"
	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// TestOutlineSystems compares the outlines of the roots of small programs with those in
// testdata/outlines.
func TestOutlineSystems(t *testing.T) {
	ssatest.Golden(t, filepath.Join("testdata", "outlines", "*.txtar"), "outlines", outlineSystems)
}

func outlineSystems(t *testing.T, source string) string {
	t.Helper()
	s, program := scopes(t, strings.TrimPrefix(source, "package p\n"))
	var b strings.Builder
	for _, root := range program.Roots() {
		for _, part := range s.Parts(root) {
			for _, piece := range part.Pieces() {
				for o := range piece.Outlines() {
					writeOutline(t, &b, root.Function.Display, o)
				}
			}
		}
	}
	return b.String()
}

// TestClientSystems compares the outlines of clients with those in testdata/clients.
func TestClientSystems(t *testing.T) {
	ssatest.Golden(t, filepath.Join("testdata", "clients", "*.txtar"), "outlines", clientSystems)
}

func clientSystems(t *testing.T, source string) string {
	t.Helper()
	s, _ := scopes(t, strings.TrimPrefix(source, "package p\n"))
	var b strings.Builder
	list, mixed := s.Clients()
	for _, clients := range list {
		for _, o := range clients.Outlines() {
			writeOutline(t, &b, clients.Name(), o)
		}
	}
	for _, clients := range mixed {
		fmt.Fprintf(&b, "# %s, together with %v\n", clients.Name(), clients.Tied())
	}
	return b.String()
}

// writeOutline writes the system of an outline, and of one that follows flags, with where
// the objects are made and what is done to them.
func writeOutline(t *testing.T, b *strings.Builder, name string, o *scope.Outline) {
	t.Helper()
	fmt.Fprintf(b, "# %s: objects %v, operations %v\n", name, o.Sites, o.Operations)
	whole := o.Whole()
	if whole.System == nil {
		fmt.Fprintf(b, "# none: %s\n", o.Problem)
		return
	}
	if err := whole.System.Validate(); err != nil {
		t.Error(err)
	}
	if err := whole.System.WriteText(b); err != nil {
		t.Fatal(err)
	}
	if finer := o.Refined(); finer != nil {
		writeOutline(t, b, name+" with flags", finer)
	}
}
