package globals

import "sync"

var (
	saveMu sync.Mutex
	saved  int
)

// Wrong: the first part forgets to unlock on an error that it doesn't return.
func Save(err error) {
	saveMu.Lock()
	if err == nil {
		saved++
		saveMu.Unlock()
	}
	saveMu.Lock() // want "saveMu.Lock blocks forever"
	saved++
	saveMu.Unlock()
}
