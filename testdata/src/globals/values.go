package globals

import "sync"

var (
	doorMu   sync.Mutex
	openDoor = doorMu.Unlock
)

// Right: the method value unlocks.
func Knock() {
	doorMu.Lock()
	openDoor()
	doorMu.Lock()
	doorMu.Unlock()
}

var (
	gateMu   sync.Mutex
	openGate = func() { gateMu.Unlock() }
)

func leaveGate() { openGate() }

// Right: the function in the variable unlocks, two calls down.
func PassGate() {
	gateMu.Lock()
	leaveGate()
	gateMu.Lock()
	leaveGate()
}

var (
	lidMu sync.Mutex
	lids  = map[string]func(){
		"slowly": func() { lidMu.Unlock() },
		"fast":   lidMu.Unlock,
	}
)

// Right: all functions in the table unlock.
func Lift(how string) {
	lidMu.Lock()
	lids[how]()
	lidMu.Lock()
	lidMu.Unlock()
}

var (
	boltMu sync.Mutex
	bolt   sync.Locker = &boltMu
)

// Right: it is the same lock by another name.
func Slide() {
	bolt.Lock()
	boltMu.Unlock()
	boltMu.Lock()
	bolt.Unlock()
}

type valve interface{ vent() }

type pressure struct{}

func (pressure) vent() { valveMu.Unlock() }

var (
	valveMu    sync.Mutex
	relief     valve = pressure{}
	reliefHeld sync.Mutex
)

func relieve() { relief.vent() }

// Right: the method behind the interface unlocks.
func Vent() {
	valveMu.Lock()
	relieve()
	valveMu.Lock()
	relieve()
}

var (
	bellMu sync.Mutex
	bells  []func()
)

func init() {
	bells = append(bells, func() { bellMu.Unlock() })
}

// Right: init has put a function into the list that unlocks.
func Ring() {
	bellMu.Lock()
	for _, ring := range bells {
		ring()
	}
	bellMu.Lock()
	bellMu.Unlock()
}

var (
	siloMu  sync.Mutex
	silence = func() {}
)

// Wrong: the function in the variable does nothing.
func Hush() {
	siloMu.Lock()
	silence()
	siloMu.Lock() // want "siloMu.Lock blocks forever"
	siloMu.Unlock()
}

var reelMu sync.Mutex

func reel() func() {
	reelMu.Lock()
	return reelMu.Unlock
}

// Right: who locks returns what unlocks.
func Unreel() {
	defer reel()()
}

// Right: unlocked by what was returned, then locked again.
func Rewind() {
	stop := reel()
	stop()
	Unreel()
}

// Wrong: what unlocks comes last.
func Tangle() {
	stop := reel()
	defer stop()
	reelMu.Lock() // want "reelMu.Lock blocks forever"
	reelMu.Unlock()
}
