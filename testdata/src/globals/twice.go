package globals

import "sync"

var twiceMu sync.Mutex

// Wrong: locked twice in a row.
func Twice() {
	twiceMu.Lock()
	twiceMu.Lock() // want "twiceMu.Lock blocks forever"
	twiceMu.Unlock()
	twiceMu.Unlock()
}
