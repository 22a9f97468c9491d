package globals

import "sync"

var (
	retryMu sync.Mutex
	retries int
)

// Wrong: the loop goes on with the lock held.
func Retry(errs []error) {
	for _, err := range errs {
		retryMu.Lock() // want "retryMu.Lock blocks forever"
		if err != nil {
			continue
		}
		retries++
		retryMu.Unlock()
	}
}
