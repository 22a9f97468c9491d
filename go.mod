module github.com/chancheck/chancheck

go 1.24.0

require golang.org/x/tools v0.39.0
