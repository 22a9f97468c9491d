package library

import "strings"

// IsCount reports whether a function of the standard library returns a number of which there are none at least.
func IsCount(name string) bool {
	return counts[name] || strings.HasPrefix(name, "math/bits.Len") || strings.HasPrefix(name, "math/bits.OnesCount")
}

var counts = map[string]bool{
	"(*bufio.Reader).Buffered": true, "(*bufio.Writer).Available": true, "(*bufio.Writer).Buffered": true,
	"(*bytes.Buffer).Len": true, "(*bytes.Reader).Len": true, "(*container/list.List).Len": true,
	"(*strings.Builder).Len": true, "(*strings.Reader).Len": true,
	"bytes.Count": true, "encoding/binary.PutUvarint": true, "encoding/binary.PutVarint": true, "sort.Search": true, "sort.SearchInts": true, "sort.SearchStrings": true, "strings.Count": true,
	"unicode/utf8.RuneCount": true, "unicode/utf8.RuneCountInString": true,
}

// Splits reports whether a function of the standard library makes one part of a string at least, if the separator isn't empty.
func Splits(name string) bool { return name == "strings.Split" || name == "strings.SplitAfter" }
