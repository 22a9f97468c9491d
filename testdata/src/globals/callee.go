package globals

import "sync"

var (
	nameMu sync.Mutex
	name   string
)

func currentName() string {
	nameMu.Lock() // want "nameMu.Lock blocks forever"
	defer nameMu.Unlock()
	return name
}

// Wrong: currentName locks what Rename has locked.
func Rename(to string) (from string) {
	nameMu.Lock()
	defer nameMu.Unlock()
	from = currentName()
	name = to
	return from
}
