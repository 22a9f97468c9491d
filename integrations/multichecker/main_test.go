package main

import (
	"testing"

	"github.com/chancheck/chancheck/integrations/internal/sample"
)

// TestMultichecker runs it alone, with a flag, and as a tool of go vet.
func TestMultichecker(t *testing.T) {
	tool, dir := sample.Build(t, ".", "."), sample.Module(t)
	sample.Expect(t, sample.Run(t, dir, 3, tool, "./..."), sample.Place+": "+sample.Message)
	sample.Run(t, dir, 0, tool, "-chancheck.deadlock=false", "./...")
	sample.Expect(t, sample.Run(t, dir, 1, "go", "vet", "-vettool="+tool, "./..."), sample.Message)
	sample.Write(t, dir, map[string]string{"p.go": sample.Right})
	sample.Run(t, dir, 0, tool, "./...")
}
