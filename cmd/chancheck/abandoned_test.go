package main

import (
	"strings"
	"testing"
)

// TestLeaksOfFailedTestsOnRequest: what leaks only where a test is given up is told if it is
// asked for, as what it is.
func TestLeaksOfFailedTestsOnRequest(t *testing.T) {
	t.Parallel()
	module := files{"p.go": "package p\n", "p_test.go": `package p

import "testing"

func TestAsk(t *testing.T) {
	answer := make(chan int)
	go func() { answer <- 1 }()
	if t.Name() == "" {
		t.Fatal("no name")
	}
	<-answer
}
`}
	if status, stdout, _ := run(t, module); status != statusClean {
		t.Errorf("status %d, %s", status, stdout)
	}
	status, stdout, _ := run(t, module, "-leak-failed")
	const want = "send on answer blocks forever and leaks the goroutine if the test is given up"
	if status != statusFindings || !strings.Contains(stdout, want) {
		t.Errorf("status %d, %s", status, stdout)
	}
}
