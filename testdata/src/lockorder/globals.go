package lockorder

import "sync"

var (
	inMu, outMu sync.Mutex
	inside      int
)

// Wrong: Out takes the locks the other way round.
func In() {
	inMu.Lock()
	defer inMu.Unlock()
	outMu.Lock() // want "outMu.Lock blocks forever"
	defer outMu.Unlock()
	inside++
}

func Out() {
	outMu.Lock()
	defer outMu.Unlock()
	inMu.Lock()
	defer inMu.Unlock()
	inside--
}
