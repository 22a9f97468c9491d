module github.com/chancheck/chancheck/integrations

go 1.24.0

require (
	github.com/chancheck/chancheck v0.0.0
	golang.org/x/tools v0.39.0
	gopkg.in/yaml.v3 v3.0.1
)

require (
	golang.org/x/mod v0.30.0 // indirect
	golang.org/x/sync v0.18.0 // indirect
)

replace github.com/chancheck/chancheck => ../
