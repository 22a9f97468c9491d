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
		{"example.com/log", "Infow", false}, {"example.com/db", "Get", false}, {"example.com/db", "Find", false}, {"example.com/db", "Newer", false},
		{"github.com/stretchr/testify/assert", "NotEmpty", true}, {"github.com/stretchr/testify/assert", "ErrorAs", false},
	} {
		if got := LeavesAlone(test.path, test.name); got != test.want {
			t.Errorf("%s.%s leaves alone what it is given: %t, want %t", test.path, test.name, got, test.want)
		}
	}
}

func TestMethodsLeaveAloneByTheirTypes(t *testing.T) {
	for _, test := range []struct {
		typeName, method string
		want             bool
	}{
		{"*bytes.Buffer", "Write", true}, {"*bytes.Buffer", "Read", false}, {"*encoding/json.Encoder", "Encode", true},
		{"*encoding/json.Decoder", "Decode", false}, {"*example.com/db.Table", "Get", false}, {"*container/list.List", "PushBack", true},
		{"sync/atomic.Pointer[example.com/db.Table]", "Load", true}, {"", "Get", false},
	} {
		if got := MethodLeavesAlone(test.typeName, test.method); got != test.want {
			t.Errorf("%s of %s leaves alone what it is given: %t, want %t", test.method, test.typeName, got, test.want)
		}
	}
}
