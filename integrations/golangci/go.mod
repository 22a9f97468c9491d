module github.com/chancheck/chancheck/integrations/golangci

go 1.24.0

require (
	github.com/chancheck/chancheck v0.0.0
	github.com/golangci/plugin-module-register v0.1.2
	golang.org/x/tools v0.39.0
)

replace github.com/chancheck/chancheck => ../../
