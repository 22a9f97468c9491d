package main

import (
	"strings"
	"testing"
)

// TestBrokenTests has packages with tests that don't compile: what they test is looked at all the same.
func TestBrokenTests(t *testing.T) {
	const stuck = "package p\n\nfunc F() {\n\tc := make(chan int)\n\t<-c\n}\n"
	for name, test := range map[string]string{
		"of the package": "package p\n\nfunc g() { missing() }\n",
		"from outside":   "package p_test\n\nfunc g() { missing() }\n",
		"no Go":          "package p\n\nfunc g() {\n",
	} {
		module := files{"p.go": stuck, "p_test.go": test, "sound/sound.go": strings.Replace(stuck, "package p", "package sound", 1)}
		t.Run(name, func(t *testing.T) {
			status, stdout, stderr := run(t, module, "./...")
			if status != statusError || strings.Count(stdout, "blocks forever") < 2 || !strings.Contains(stderr, "p_test.go") {
				t.Errorf("status %d, %s, %s", status, stdout, stderr)
			}
			isOutside := name == "from outside" // then go vet has looked at the package
			if strings.Contains(stderr, "not looked at: the tests of") == isOutside {
				t.Errorf("said of what wasn't looked at: %s", stderr)
			}
			status, stdout, stderr = run(t, module, "-test=false", "./...")
			if status != statusFindings || strings.Count(stdout, "blocks forever") < 2 || strings.Contains(stderr, "p_test.go") {
				t.Errorf("without tests: status %d, %s, %s", status, stdout, stderr)
			}
		})
	}
}
