package lower

import "testing"

func TestVerbOfFindsTheVerbForAnArgument(t *testing.T) {
	for _, test := range []struct {
		format string
		index  int
		want   string
	}{
		{"%v", 0, "v"},
		{"%d of %s", 1, "s"},
		{"%d of %s", 2, ""},
		{"100%% %+v", 0, "v"},
		{"%-10.2f|%08x", 1, "x"},
		{"%#v", 0, ""},
		{"%*d %v", 1, ""},
		{"%[2]v %[1]v", 0, ""},
		{"none", 0, ""},
		{"%", 0, ""},
	} {
		got := ""
		if verb := verbOf(test.format, test.index); verb != 0 {
			got = string(verb)
		}
		if got != test.want {
			t.Errorf("verbOf(%q, %d) = %q, want %q", test.format, test.index, got, test.want)
		}
	}
}
