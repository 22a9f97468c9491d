// Package schemas holds what chancheck writes against the schemas of the formats: the official
// one of SARIF 2.1.0, which go-sarif carries, and our own of JSON. It is a module of its own, as
// nothing else needs what it imports.
package schemas

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What the tests of the command compare with is what it writes.
const golden = "../../cmd/chancheck/testdata/formats/"

// TestSARIF asks the official schema, and would notice if that accepted everything.
func TestSARIF(t *testing.T) {
	schema := officialSchema(t)
	text := read(t, golden+"sarif.golden")
	if err := validate(schema, text); err != nil {
		t.Error(err)
	}
	expectRefused(t, schema, text, [][2]string{
		{`"version": "2.1.0"`, `"version": "2.1"`}, {`"startLine": 12`, `"startLine": 0`}, {`"kind": "inSource"`, `"kind": "comment"`},
		{`"columnKind": "unicodeCodePoints"`, `"columnKind": "bytes"`}, {`"executionOrder"`, `"order"`}, {`"ruleIndex": 2`, `"ruleIndex": -2`},
	})
	log, err := sarif.FromString(text)
	if err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	for _, r := range run.Results {
		if rule := run.Tool.Driver.Rules[r.RuleIndex]; *rule.ID != *r.RuleID {
			t.Errorf("a result of the rule %s has the index of %s", *r.RuleID, *rule.ID)
		}
	}
}

// officialSchema is in a constant of go-sarif, which that doesn't export: its own Validate looks
// only at what it has read, with fields of its own.
func officialSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", reflect.TypeFor[sarif.Report]().PkgPath()).Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	value := file.Scope.Lookup("schema").Decl.(*ast.ValueSpec).Values[0].(*ast.BasicLit).Value
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Trim(value, "`")))
	if err != nil {
		t.Fatal(err)
	}
	const name = "sarif-schema-2.1.0.json"
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(name, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestJSON asks our own schema.
func TestJSON(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../docs/report-1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, golden+"json.golden")
	if err := validate(schema, text); err != nil {
		t.Error(err)
	}
	expectRefused(t, schema, text, [][2]string{
		{`"version": 1`, `"version": 2`}, {`"line": 12`, `"line": "12"`}, {`"goroutine": 0`, `"who": 0`}, {`"kind": "inSource"`, `"kind": "comment"`},
	})
}

// expectRefused changes a text so that the schema has to refuse it.
func expectRefused(t *testing.T, schema *jsonschema.Schema, text string, changes [][2]string) {
	t.Helper()
	for _, change := range changes {
		bad := strings.Replace(text, change[0], change[1], 1)
		if bad == text {
			t.Errorf("nothing has %s", change[0])
		}
		if validate(schema, bad) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}

func validate(schema *jsonschema.Schema, text string) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
