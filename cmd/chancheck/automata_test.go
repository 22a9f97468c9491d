package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runOn runs a command about automata. It writes files into a directory of their own, which becomes the
// working directory.
func runOn(
	t *testing.T, command func(args []string, in io.Reader, out, err io.Writer) int, texts files, stdin string, args ...string,
) (status int, stdout, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range texts {
		if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	status = command(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}
