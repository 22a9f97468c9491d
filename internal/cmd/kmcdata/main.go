// Kmcdata runs the k-MC check over a folder of systems of communicating
// automata, and says where its answers differ: from each other with and without
// the reduction, and from what an index of the folder has.
//
//	go run ./internal/cmd/kmcdata [-v] folder
//
// The index, index.tsv, has a line for each system with the columns file, k,
// participants, expected and kmc_iter_1..4: the bound at which things are
// expected, "CSA=T OBI=F …" of properties, and what another tool answers when
// it searches bounds up to 4 ("2:True", "dontknow"). Without an index, all files
// are run.
package main

import (
	"flag"
	"fmt"
	"github.com/chancheck/chancheck/verify/kmc"
	"os"
)

func main() {
	states := flag.Int("states", 500_000, "`limit` on configurations of each exploration")
	verbose := flag.Bool("v", false, "list every system, not only those with a disagreement")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), kmc.Options{States: *states}, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "kmcdata:", err)
		os.Exit(1)
	}
}

func run(folder string, options kmc.Options, verbose bool) error {
	systems, err := list(folder)
	if err != nil {
		return err
	}
	var total totals
	for _, s := range systems {
		o := check(folder, s, options)
		total.add(o)
		if verbose || len(o.disagreements) > 0 {
			o.print(os.Stdout)
		}
	}
	total.print(os.Stdout)
	return nil
}
