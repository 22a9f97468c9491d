package main

import (
	"strings"
	"testing"
)

// TestLeaksOfFailedTestsOnRequest: what leaks only where a test is given up, or has failed, is told if it is
// asked for, as what it is.
func TestLeaksOfFailedTestsOnRequest(t *testing.T) {
	t.Parallel()
	for call, end := range map[string]string{"t.Fatal": "is given up", "t.Error": "fails"} {
		leaksOnRequest(t, call, end)
	}
}

func leaksOnRequest(t *testing.T, call, end string) {
	t.Helper()
	module := files{"p.go": "package p\n", "p_test.go": `package p

import "testing"

func TestAsk(t *testing.T) {
	answer := make(chan int)
	go func() { answer <- 1 }()
	if t.Name() == "" {
		` + call + `("no name")
		return
	}
	<-answer
}
`}
	if status, stdout, _ := run(t, module); status != statusClean {
		t.Errorf("status %d, %s", status, stdout)
	}
	status, stdout, _ := run(t, module, "-leak-failed")
	want := "send on answer blocks forever and leaks the goroutine if the test " + end
	if status != statusFindings || !strings.Contains(stdout, want) {
		t.Errorf("status %d, %s", status, stdout)
	}
}
