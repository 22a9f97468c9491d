package globals

import "sync"

var triggerMu sync.Mutex

func pull(hook func()) {
	triggerMu.Lock()
	defer triggerMu.Unlock()
	hook()
}

func arm() {
	triggerMu.Lock() // want "triggerMu.Lock blocks forever"
	defer triggerMu.Unlock()
}

// Wrong: the hook locks what pull holds.
func Rearm() { pull(arm) }
