package library

import "testing"

func TestLeavesAloneByNameAndPackage(t *testing.T) {
	for _, test := range []struct {
		path, name string
		want       bool
	}{
		{"sort", "Ints", false}, {"sort", "SearchInts", true}, {"slices", "Sort", false}, {"slices", "Contains", true},
		{"maps", "Copy", false}, {"maps", "Keys", true}, {"io", "ReadFull", false}, {"io", "WriteString", true},
		{"encoding/json", "Unmarshal", false}, {"encoding/json", "Marshal", true}, {"encoding/binary", "Encode", false},
		{"errors", "As", false}, {"errors", "Is", true}, {"container/heap", "Remove", false}, {"container/list", "PushBack", true},
		{"example.com/log", "Infow", true}, {"example.com/db", "Find", false}, {"example.com/db", "Newer", false},
		{"github.com/stretchr/testify/assert", "NotEmpty", true}, {"github.com/stretchr/testify/assert", "ErrorAs", false},
	} {
		if got := LeavesAlone(test.path, test.name); got != test.want {
			t.Errorf("%s.%s leaves alone what it is given: %t, want %t", test.path, test.name, got, test.want)
		}
	}
}
