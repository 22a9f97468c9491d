package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/report"
)

// A baseline is a file of findings that are known, by fingerprint. They are not told again.
type baseline struct {
	file, mode string
	partial    bool // tests are turned off
	entries    []baselineEntry
	gone       int // entries that match no finding although they should
}

// What to do with the file.
const (
	compareBaseline = "compare"
	writeBaseline   = "write"
	shrinkBaseline  = "shrink"
)

// baselineVersion is that of the form of the file.
const baselineVersion = 1

// A baselineEntry is one finding. All but the fingerprint is for people who look at the file.
type baselineEntry struct {
	Fingerprint string `json:"fingerprint"`
	Category    string `json:"category"`
	Package     string `json:"package"`
	Function    string `json:"function,omitempty"`
	Message     string `json:"message"`
}

// misuse says what is wrong with the flags, "" if nothing is.
func (b *baseline) misuse() string {
	modes := []string{compareBaseline, writeBaseline, shrinkBaseline}
	switch {
	case b.mode != "" && !slices.Contains(modes, b.mode):
		return fmt.Sprintf("unknown -baseline-mode %q; there is %s", b.mode, strings.Join(modes, ", "))
	case b.file == "" && b.mode != "" && b.mode != compareBaseline:
		return "-baseline-mode=" + b.mode + " needs a -baseline"
	}
	return ""
}

// open reads the file, unless it is to be written anew.
func (b *baseline) open() error {
	if b.file == "" {
		return nil
	}
	if b.mode != compareBaseline {
		if err := checkWritable(b.file); err != nil {
			return err
		}
	}
	if b.mode == writeBaseline {
		return nil
	}
	data, err := os.ReadFile(b.file)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("no baseline %s; -baseline-mode=write makes one", b.file)
	}
	if err != nil {
		return fmt.Errorf("the baseline: %w", err)
	}
	at, err := b.read(data)
	if err != nil {
		line := 1 + bytes.Count(data[:at], []byte("\n"))
		column := int(at) - bytes.LastIndexByte(data[:at], '\n')
		return fmt.Errorf("%s:%d:%d: not a baseline: %w", b.file, line, column, inWords(err))
	}
	return nil
}

// read reads the file, entry by entry, so that an error has a place.
func (b *baseline) read(data []byte) (at int64, err error) {
	var file struct {
		Version  int
		Findings []json.RawMessage
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return offset(err), err
	}
	if file.Version != baselineVersion {
		return 0, fmt.Errorf("version %d, and this program knows version %d", file.Version, baselineVersion)
	}
	known := map[string]bool{}
	for i, raw := range file.Findings {
		// Raw messages are parts of the text, in order.
		at += int64(bytes.Index(data[at:], raw))
		var e baselineEntry
		if err := json.Unmarshal(raw, &e); err != nil {
			return at, err
		}
		if e.Fingerprint == "" || known[e.Fingerprint] {
			return at, fmt.Errorf("finding %d has no fingerprint of its own", i+1)
		}
		known[e.Fingerprint] = true
		b.entries = append(b.entries, e)
		at += int64(len(raw))
	}
	return 0, nil
}

// inWords says of JSON that has another form than was expected what is there, without the types of this program.
func inWords(err error) error {
	var value *json.UnmarshalTypeError
	if !errors.As(err, &value) {
		return err
	}
	what, _, _ := strings.Cut(value.Value, " ")
	if value.Field == "" {
		return fmt.Errorf("a JSON %s, which doesn't belong here", what)
	}
	return fmt.Errorf("a JSON %s, which doesn't belong into %s", what, value.Field)
}

// offset is where JSON is broken.
func offset(err error) int64 {
	var syntax *json.SyntaxError
	var value *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return max(syntax.Offset-1, 0)
	case errors.As(err, &value):
		return max(value.Offset-1, 0)
	}
	return 0
}

// apply suppresses the findings that are known, and writes the file if that was asked for. What
// hangs on packages that could not be analysed is never dropped from it.
func (b *baseline) apply(o *outcome) error {
	if b.file == "" {
		return nil
	}
	if b.mode == writeBaseline {
		if len(o.report.Errors) > 0 {
			return fmt.Errorf("the baseline %s is not written, as not all could be analysed", b.file)
		}
		b.entries = entriesOf(o.report.Findings)
	}
	found := b.suppress(o)
	kept := slices.DeleteFunc(slices.Clone(b.entries), func(e baselineEntry) bool {
		return !found[e.Fingerprint] && !b.partial && isLookedFor(o, &e)
	})
	b.gone = len(b.entries) - len(kept)
	if b.mode == shrinkBaseline {
		b.entries = kept
	}
	if b.mode == compareBaseline || b.mode == shrinkBaseline && b.gone == 0 {
		return nil
	}
	return b.save()
}

// suppress suppresses the findings that are known, and returns their fingerprints.
func (b *baseline) suppress(o *outcome) map[string]bool {
	known, found := map[string]bool{}, map[string]bool{}
	for _, e := range b.entries {
		known[e.Fingerprint] = true
	}
	for _, f := range o.report.Suppressed {
		found[f.Fingerprint] = true
	}
	o.suppress("in the baseline", func(f *report.Finding) bool {
		found[f.Fingerprint] = true
		return known[f.Fingerprint]
	})
	return found
}

// isLookedFor reports whether an entry would have been found if it were still true: its package
// was analysed, and its category is on. (With tests turned off nobody knows.)
func isLookedFor(o *outcome, e *baselineEntry) bool {
	_, analysed := o.counts[e.Package]
	isOn := func(name string) bool {
		f := chancheck.Analyzer.Flags.Lookup(name)
		return f == nil || f.Value.(flag.Getter).Get() == true
	}
	return analysed && len(o.report.Errors) == 0 && isOn(e.Category)
}

// entriesOf are what a file has of findings, in an order that doesn't hang on lines.
func entriesOf(findings []report.Finding) []baselineEntry {
	var list []baselineEntry
	for i := range findings {
		f := &findings[i]
		list = append(list, baselineEntry{f.Fingerprint, f.Category, f.Package, f.Function, f.Message})
	}
	slices.SortFunc(list, func(d, e baselineEntry) int {
		return cmp.Or(cmp.Compare(d.Package, e.Package), cmp.Compare(d.Function, e.Function), cmp.Compare(d.Category, e.Category), cmp.Compare(d.Fingerprint, e.Fingerprint))
	})
	return list
}

// save writes the file, an entry a line, so that versions of it can be compared and merged.
func (b *baseline) save() error {
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\n\t\"version\": %d,\n\t\"findings\": [", baselineVersion)
	for i, e := range b.entries {
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(e); err != nil {
			return err
		}
		if i > 0 {
			text.WriteString(",")
		}
		text.WriteString("\n\t\t" + strings.TrimSuffix(line.String(), "\n"))
	}
	if len(b.entries) > 0 {
		text.WriteString("\n\t")
	}
	text.WriteString("]\n}\n")
	return writeFile(b.file, text.Bytes())
}

// sayRest says what has become of the file.
func (b *baseline) sayRest(w io.Writer) {
	switch {
	case b.file != "" && b.mode == writeBaseline:
		fmt.Fprintf(w, "%s written: %s\n", b.file, report.Counted(len(b.entries), "finding"))
	case b.gone > 0 && b.mode == shrinkBaseline:
		fmt.Fprintf(w, "%s shrunk: %s gone, %d left\n", b.file, report.Counted(b.gone, "finding"), len(b.entries))
	case b.gone > 0:
		fmt.Fprintf(w, "%s of %s found no more; -baseline-mode=shrink drops what is gone\n", report.Counted(b.gone, "finding"), b.file)
	}
}

// suppress takes findings out of the report, but for those who ask for what is suppressed.
func (o *outcome) suppress(reason string, which func(*report.Finding) bool) {
	var rest []report.Finding
	for _, f := range o.report.Findings {
		if which(&f) {
			f.Suppression = &report.Suppression{Kind: report.External, Reason: reason}
			o.report.Suppressed = append(o.report.Suppressed, f)
		} else {
			rest = append(rest, f)
		}
	}
	o.report.Findings = rest
	slices.SortStableFunc(o.report.Suppressed, compare)
}
