package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chancheck/chancheck"
	"github.com/chancheck/chancheck/docs"
)

// usage prints how to use the front end.
func usage(flags *flag.FlagSet) {
	fmt.Fprint(flags.Output(), `usage: chancheck [flags] [packages]
       chancheck extract package [-func name] [-dot]
       chancheck capacity package [-func name] [-v]
       chancheck coverage [packages] [-json]
       chancheck kmc [flags] file ...
       chancheck lra [flags] file ...
       chancheck ksync [flags] file ...
       chancheck help [page]
       go vet -vettool=$(which chancheck) [packages]

Exit status: 0 nothing found, 3 findings, 1 error, 2 wrong usage.

Flags:
`)
	flags.PrintDefaults()
}

// help prints the manual, or a page.
func help(args []string, out, err io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintln(out, chancheck.Analyzer.Doc)
		fmt.Fprintln(out, "Pages, for chancheck help PAGE: "+strings.Join(docs.Pages(), ", "))
		return statusClean
	}
	page, ok := docs.Page(args[0])
	if !ok || len(args) > 1 || !slices.Contains(docs.Pages(), args[0]) {
		fmt.Fprintf(err, "chancheck: no help on %q; there is help on %s\n", strings.Join(args, " "), strings.Join(docs.Pages(), ", "))
		return statusUsage
	}
	fmt.Fprint(out, page)
	return statusClean
}
