// Package nogo has the analyzer under the name that nogo, the driver of Bazel's rules_go, looks for.
// The root package of chancheck has it, too, so that a target for that does as well; this one is for
// those who want to set its flags in one place.
package nogo

import "github.com/chancheck/chancheck"

// Analyzer is chancheck.
var Analyzer = chancheck.Analyzer
