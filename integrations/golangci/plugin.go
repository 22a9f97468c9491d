// Package golangci makes chancheck a module plugin of golangci-lint v2.
//
// golangci-lint makes an issue of each related position of a diagnostic, and caps how many issues it
// shows: then the steps of one finding would hide the next one. So steps go into the text
// here, and a finding is one issue.
package golangci

import (
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/chancheck/chancheck"
)

func init() { register.Plugin("chancheck", New) }

// New makes the plugin of its settings: flags of the analyzer by name, such as leak-failed: true.
func New(settings any) (register.LinterPlugin, error) {
	flags, err := register.DecodeSettings[map[string]any](settings)
	if err != nil {
		return nil, fmt.Errorf("chancheck: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if err := chancheck.Analyzer.Flags.Set(name, fmt.Sprint(flags[name])); err != nil {
			return nil, fmt.Errorf("chancheck: the setting %s: %w; there are %s", name, err, strings.Join(names(), ", "))
		}
	}
	return plugin{}, nil
}

// names are the settings that there are.
func names() []string {
	var list []string
	chancheck.Analyzer.Flags.VisitAll(func(f *flag.Flag) { list = append(list, f.Name) })
	return list
}

type plugin struct{}

// GetLoadMode says that types are needed.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the analyzer.
func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	a := *chancheck.Analyzer
	a.Run = func(pass *analysis.Pass) (any, error) {
		inner := *pass
		inner.Report = func(d analysis.Diagnostic) { pass.Report(inOneIssue(pass, d)) }
		return chancheck.Analyzer.Run(&inner)
	}
	return []*analysis.Analyzer{&a}, nil
}

// inOneIssue puts the steps of a diagnostic into its text.
func inOneIssue(pass *analysis.Pass, d analysis.Diagnostic) analysis.Diagnostic {
	text := d.Message
	for _, r := range d.Related {
		p := pass.Fset.Position(r.Pos)
		text += fmt.Sprintf("\n\t%s:%d: %s", filepath.Base(p.Filename), p.Line, r.Message)
	}
	d.Message, d.Related = text, nil
	return d
}
