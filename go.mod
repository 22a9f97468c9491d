module github.com/chancheck/chancheck

go 1.24.0
