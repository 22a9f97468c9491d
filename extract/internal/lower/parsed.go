package lower

import (
	"go/constant"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"golang.org/x/tools/go/ssa"
)

// What is written down in the program, and parsed by the standard library, is right once and for all.

// parsers are functions that fail only if the string that they are given isn't what they read.
var parsers = map[string]func(text string) error{
	"net/netip.ParseAddr": func(text string) error { return second(netip.ParseAddr(text)) },
	"net/url.Parse":       func(text string) error { return second(url.Parse(text)) },
	"regexp.Compile":      func(text string) error { return second(regexp.Compile(text)) },
	"strconv.Atoi":        func(text string) error { return second(strconv.Atoi(text)) },
	"time.ParseDuration":  func(text string) error { return second(time.ParseDuration(text)) },
}

func second[T any](_ T, err error) error { return err }

// isParsed reports whether a call is of a parser that is given a constant, which is right.
func isParsed(name string, args []ssa.Value) bool {
	fails := parsers[name]
	if fails == nil {
		return false
	}
	text, ok := args[0].(*ssa.Const)
	return ok && text.Value != nil && fails(constant.StringVal(text.Value)) == nil
}
