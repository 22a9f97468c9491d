package globals

import "sync"

var (
	putMu sync.Mutex
	put   int
)

func putOne(err error) {
	putMu.Lock() // want "putMu.Lock blocks forever"
	if err != nil {
		return
	}
	put++
	putMu.Unlock()
}

// Wrong: the first call keeps the lock if there is an error.
func PutBoth(err error) {
	putOne(err)
	putOne(nil)
}
