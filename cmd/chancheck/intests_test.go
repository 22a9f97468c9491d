package main

import (
	"strings"
	"testing"
)

// TestMessagesOfTestsOnRequest: a message that a test leaves in its own channel is told if it
// is asked for; one that is lost in a channel of the tested code always.
func TestMessagesOfTestsOnRequest(t *testing.T) {
	t.Parallel()
	module := files{"p.go": `package p

func start() {
	errs := make(chan error, 1)
	go func() { errs <- nil }()
}
`, "p_test.go": `package p

import "testing"

func TestServe(t *testing.T) {
	errs := make(chan error, 1)
	go func() { errs <- nil }()
}
`}
	const shipped, tested = "p.go:5:14: in start: message sent on errs is never received", "p_test.go:7:14: in TestServe: message sent on errs is never received"
	for _, test := range []struct {
		flags []string
		want  []string
		not   string
	}{
		{nil, []string{shipped}, tested},
		{[]string{"-orphan-test"}, []string{shipped, tested}, "internal"},
		{[]string{"-orphan-test", "-orphan=false"}, []string{tested}, shipped},
		{[]string{"-orphan-test", "-test=false"}, []string{shipped}, tested},
	} {
		status, stdout, _ := run(t, module, test.flags...)
		for _, want := range test.want {
			if status != statusFindings || !strings.Contains(stdout, want) || strings.Contains(stdout, test.not) {
				t.Errorf("%v: status %d, %s", test.flags, status, stdout)
			}
		}
	}
}

// TestSeenFromTests: -test=false leaves out what only a test brings about, though it is at a
// place in a shipped file.
func TestSeenFromTests(t *testing.T) {
	t.Parallel()
	module := files{"p.go": `package p

type server struct{ ready chan bool }

func (s *server) wait() { <-s.ready }
`, "p_test.go": `package p

import "testing"

func TestWait(t *testing.T) {
	s := &server{ready: make(chan bool)}
	s.wait()
}
`}
	const place, inTest = "p.go:5:27: in (*server).wait: receive from s.ready blocks forever", "p_test.go:7:2: in TestWait: receive from s.ready at p.go:5 blocks forever"
	if status, stdout, _ := run(t, module); status != statusFindings || !strings.Contains(stdout, inTest) {
		t.Errorf("with tests: status %d, %s", status, stdout)
	}
	if status, stdout, _ := run(t, module, "-test=false"); status != statusClean || strings.Contains(stdout, place) {
		t.Errorf("without tests: status %d, %s", status, stdout)
	}
	module["q.go"] = "package p\n\nfunc Use() {\n\ts := &server{ready: make(chan bool)}\n\ts.wait()\n}\n"
	if status, stdout, _ := run(t, module, "-test=false"); status != statusFindings || !strings.Contains(stdout, place) {
		t.Errorf("with a caller: status %d, %s", status, stdout)
	}
}
