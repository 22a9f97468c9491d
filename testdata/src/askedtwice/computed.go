package askedtwice

import (
	"bufio"
	"regexp"
	"strconv"
	"strings"
)

var empty = regexp.MustCompile(`^\s*$`)

// matched sends for an empty line, and receives then.
func matched(line string) {
	found := make(chan bool)
	if empty.MatchString(line) {
		go func() { found <- true }()
	}
	if empty.MatchString(line) {
		<-found
	}
}

// parsedTwice uses both results of calls that have two.
func parsedTwice(line string) {
	found := make(chan bool)
	if n, err := strconv.Atoi(line); err == nil && n > 1 {
		go func() { found <- true }()
	}
	if n, err := strconv.Atoi(line); err == nil && n > 1 {
		<-found
	}
}

// said asks an error for its text.
func said(r *bufio.Reader) {
	timely := make(chan bool)
	_, err := r.ReadByte()
	if err == nil {
		return
	}
	if strings.Contains(err.Error(), "timeout") {
		go func() { timely <- true }()
	}
	if strings.Contains(err.Error(), "timeout") {
		<-timely
	}
}

// parsedAnother parses two texts.
func parsedAnother(line, next string) {
	found := make(chan bool)
	if n, err := strconv.Atoi(line); err == nil && n > 1 {
		go func() { found <- true }() // want `send on found blocks forever and leaks the goroutine`
	}
	if n, err := strconv.Atoi(next); err == nil && n > 1 {
		<-found // want `receive from found blocks forever`
	}
}

// saidByAnother asks two errors.
func saidByAnother(r *bufio.Reader) {
	timely := make(chan bool)
	_, err := r.ReadByte()
	_, next := r.ReadByte()
	if err == nil || next == nil {
		return
	}
	if err.Error() == "timeout" {
		go func() { timely <- true }() // want `send on timely blocks forever and leaks the goroutine`
	}
	if next.Error() == "timeout" {
		<-timely // want `receive from timely blocks forever`
	}
}

// matchedByAnother asks for two lines.
func matchedByAnother(line, next string) {
	found := make(chan bool)
	if empty.MatchString(line) {
		go func() { found <- true }() // want `send on found blocks forever and leaks the goroutine`
	}
	if empty.MatchString(next) {
		<-found // want `receive from found blocks forever`
	}
}

// Computed uses them.
func Computed(r *bufio.Reader, line, next string) {
	matched(line)
	parsedTwice(line)
	said(r)
	parsedAnother(line, next)
	saidByAnother(r)
	matchedByAnother(line, next)
}
