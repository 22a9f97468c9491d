package holding

import "testing"

func TestFunctionsOfInternalPackages(t *testing.T) {
	for name, want := range map[string]bool{
		"example.com/m/internal.Watch":         true,
		"example.com/m/internal/feed.Watch":    true,
		"(*example.com/m/internal/feed.T).Out": true,
		"internal/feed.Watch":                  true,
		"example.com/m/internals.Watch":        false,
		"(example.com/m/feed.internal).Out":    false,
		"main.Watch":                           false,
	} {
		if got := isInternal(name); got != want {
			t.Errorf("isInternal(%s) = %v", name, got)
		}
	}
}
