package library

import "testing"

func TestIsPrompt(t *testing.T) {
	for name, want := range map[string]bool{
		"fmt.Sprintf":                    true,
		"(*testing.common).Logf":         true,
		"(*strings.Builder).WriteString": true,
		"(time.Time).Sub":                true,
		"(*sync.Mutex).Lock":             true,
		"time.Sleep":                     false,
		"net/http.Get":                   false,
		"(*net/http.Client).Do":          false,
		"os.ReadFile":                    false,
		"fmt.Fscan":                      false,
		"fmt.Fprintln":                   false,
		"(*bytes.Buffer).ReadFrom":       false,
		"example.org/strings.Fetch":      false,
		"":                               false,
		"github.com/stretchr/testify/require.NoError":                   true,
		"(*github.com/stretchr/testify/assert.Assertions).Equal":        true,
		"github.com/stretchr/testify/assert.Eventually":                 false,
		"(*github.com/stretchr/testify/require.Assertions).Never":       false,
		"(*github.com/stretchr/testify/assert.Assertions).HTTPRedirect": false,
	} {
		if got := IsPrompt(name); got != want {
			t.Errorf("IsPrompt(%q) = %v", name, got)
		}
	}
}
