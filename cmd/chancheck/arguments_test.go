package main

import (
	"flag"
	"io"
	"slices"
	"testing"
)

// TestFlagsStandAnywhere before, between and after what they are about.
func TestFlagsStandAnywhere(t *testing.T) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	v, name := flags.Bool("v", false, ""), flags.String("func", "", "")
	others, err := parseAll(flags, []string{"a", "-v", "b", "-func", "F", "c"})
	if err != nil || !slices.Equal(others, []string{"a", "b", "c"}) || !*v || *name != "F" {
		t.Errorf("%v, %v, %v, %s", others, err, *v, *name)
	}
	if _, err := parseAll(flags, []string{"a", "-nope"}); err == nil {
		t.Error("a flag that is none is taken for a package")
	}
	module := files{"p.go": "package p\n\nfunc F() { c := make(chan int); c <- 1 }\n"}
	for _, args := range [][]string{{"-json", ".", "-v"}, {"capacity", "-v", ".", "-json"}, {"extract", ".", "-func", "F", "-dot"}} {
		if status, stdout, stderr := run(t, module, args...); status == statusUsage || stdout == "" {
			t.Errorf("%v: status %d, %s", args, status, stderr)
		}
	}
}

// TestMistypedCommands are told, and packages that look like commands are packages.
func TestMistypedCommands(t *testing.T) {
	for typed, want := range map[string]string{
		"kcm": "kmc", "km": "kmc", "kmcc": "kmc", "lta": "lra", "ksyn": "ksync", "capcity": "capacity", "covrage": "coverage", "extrcat": "extract",
		"hlep": "help", ".": "", "./...": "", "./kmc": "", "cmd": "", "p.go": "", "kmc.lt": "", "net/http": "",
	} {
		if got := commandMeant(typed); got != want {
			t.Errorf("%s: %q, want %q", typed, got, want)
		}
	}
	status, _, stderr := run(t, files{"p.go": "package p\n"}, "kcm", "a.lt")
	if want := "chancheck: there is no command and no package kcm; chancheck kmc is a command\n"; status != statusUsage || stderr != want {
		t.Errorf("status %d, %s", status, stderr)
	}
	if !isPackage("sync") || isPackage("kcm") || commandMeant("sync") != "ksync" {
		t.Error("sync is a package of the standard library, and like a command; kcm is none")
	}
}
