package globals

import "sync"

var registry = struct {
	sync.Mutex
	entries map[string]int
}{entries: map[string]int{}}

func known(entry string) bool {
	registry.Lock() // want "registry.*Lock blocks forever"
	defer registry.Unlock()
	_, ok := registry.entries[entry]
	return ok
}

// Wrong: known locks the registry a second time.
func Register(entry string) {
	registry.Lock()
	defer registry.Unlock()
	if !known(entry) {
		registry.entries[entry] = 1
	}
}
