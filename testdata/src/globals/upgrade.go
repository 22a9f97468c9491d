package globals

import "sync"

var (
	rowsMu sync.RWMutex
	rows   map[string]int
)

func addRow(key string) int {
	rowsMu.Lock() // want "rowsMu.Lock blocks forever"
	defer rowsMu.Unlock()
	rows = map[string]int{key: 1}
	return 1
}

// Wrong: the reader becomes a writer.
func Lookup(key string) int {
	rowsMu.RLock()
	defer rowsMu.RUnlock()
	if n, ok := rows[key]; ok {
		return n
	}
	return addRow(key)
}
