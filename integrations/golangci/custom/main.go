// Custom is golangci-lint with chancheck, as golangci-lint custom makes it of a file
// .custom-gcl.yml: that command clones a repository, which a test should not need.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/chancheck/chancheck/integrations/golangci"
)

func main() {
	if err := commands.Execute(commands.BuildInfo{Version: "2"}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitcodes.Failure)
	}
}
