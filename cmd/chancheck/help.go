package main

import (
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/docs"
)

// usage prints how to use the front end.
func usage(flags *flag.FlagSet) {
	fmt.Fprint(flags.Output(), `usage: chancheck [flags] [packages]
       chancheck extract package [-func name] [-dot]
       chancheck kmc [flags] file ...
       chancheck help [category]
       go vet -vettool=$(which chancheck) [packages]

Exit status: 0 nothing found, 3 findings, 1 error, 2 wrong usage.

Flags:
`)
	flags.PrintDefaults()
}

// help prints the manual, or the page of a category.
func help(args []string, out, err io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(out, chancheck.Analyzer.Doc)
		fmt.Fprintln(out, "Categories, for chancheck help CATEGORY: "+fmt.Sprint(docs.Categories()))
		return statusClean
	}
	page, ok := docs.Page(args[0])
	if !ok || len(args) > 1 || !slices.Contains(docs.Categories(), args[0]) {
		fmt.Fprintf(err, "chancheck: no help on %q; there is help on %v\n", args[0], docs.Categories())
		return statusUsage
	}
	fmt.Fprint(out, page)
	return statusClean
}
