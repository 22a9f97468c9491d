// Package workflow runs the commands of the workflow for GitHub as a runner does.
package workflow

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/chancheck/chancheck/integrations/internal/sample"
)

// commands are those of the steps by name.
func commands(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("chancheck.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run, Uses string }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for _, step := range workflow.Jobs["chancheck"].Steps {
		if (step.Run == "") == (step.Uses == "") {
			t.Errorf("the step %q runs and uses %q, %q", step.Name, step.Run, step.Uses)
		}
		list[step.Name] = step.Run
	}
	return list
}

// shell runs a command as a runner does.
func shell(t *testing.T, dir string, status int, command string) string {
	t.Helper()
	return sample.Run(t, dir, status, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command)
}

// TestWorkflow has a push, a pull request that changes nothing bad, and one that does.
func TestWorkflow(t *testing.T) {
	bin, run := t.TempDir(), commands(t)
	if run["install"] != "go install github.com/chancheck/chancheck/cmd/chancheck@main" {
		t.Errorf("installed by %q", run["install"])
	}
	sample.Run(t, "../..", 0, "go", "build", "-o", filepath.Join(bin, "chancheck"), "./cmd/chancheck")
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	dir := sample.Module(t)
	t.Setenv("GITHUB_WORKSPACE", dir)
	t.Setenv("BASE", "")
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"config", "user.name", "n"}, {"config", "user.email", "e@example.com"}, {"config", "commit.gpgSign", "false"},
		{"add", "."}, {"commit", "-q", "-m", "begin"}, {"update-ref", "refs/remotes/origin/main", "HEAD"},
	} {
		sample.Run(t, dir, 0, "git", args...)
	}
	shell(t, dir, 0, run["report"])
	expectRule(t, filepath.Join(dir, "chancheck.sarif"))
	sample.Expect(t, shell(t, dir, 3, run["check"]), "::warning file=p.go,line=8,")

	t.Setenv("BASE", "main")
	shell(t, dir, 0, run["check"])
	sample.Write(t, dir, map[string]string{"p.go": strings.Replace(sample.Wrong, "for ever", "till the end", 1)})
	shell(t, dir, 0, run["check"])
	sample.Write(t, dir, map[string]string{"p.go": strings.Replace(sample.Wrong, "\t<-done", "\t_ = 1\n\t<-done", 1)})
	sample.Expect(t, shell(t, dir, 3, run["check"]), "::warning file=p.go,line=9,")

	sample.Write(t, dir, map[string]string{"p.go": "package p\n\nvar x int = nope\n"})
	shell(t, dir, 1, run["report"]) // who can't analyse must not pass
}

// expectRule wants one result in a log.
func expectRule(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Results []struct{ RuleID string }
		}
	}
	if err := json.Unmarshal(text, &log); err != nil || len(log.Runs) != 1 || len(log.Runs[0].Results) != 1 || log.Runs[0].Results[0].RuleID != "deadlock" {
		t.Errorf("%v: %s", err, text)
	}
}
