package globals

import (
	"flag"
	"os"
	"sync"
	"sync/atomic"
)

var (
	tapMu   sync.Mutex
	tapOpen bool
)

func shutTap() { tapOpen = false }

// Right: the flag that says so is taken back before it is asked.
func Pour() {
	tapMu.Lock()
	defer tapMu.Unlock()
	tapOpen = true
	shutTap()
	if tapOpen {
		tapMu.Lock()
	}
}

var (
	coatMu sync.Mutex
	worn   bool
)

func putOn() {
	if !worn {
		coatMu.Lock()
		worn = true
	}
}

// Right: the second call does nothing.
func Dress() {
	putOn()
	putOn()
	worn = false
	coatMu.Unlock()
}

var (
	lampMu sync.Mutex
	dark   bool
)

func init() { flag.BoolVar(&dark, "dark", false, "") }

// Right: the flag, which the command line sets, is the same both times.
func Shine() {
	lampMu.Lock()
	if !dark {
		lampMu.Unlock()
	}
	if !dark {
		lampMu.Lock()
	}
	lampMu.Unlock()
}

var (
	probeMu sync.Mutex
	probing = os.Getenv("PROBE") != ""
)

// Right: one of the two locks, whatever the environment says.
func Probe() {
	if probing {
		probeMu.Lock()
	}
	if !probing {
		probeMu.Lock()
	}
	probeMu.Unlock()
}

var (
	gearMu sync.Mutex
	gear   = 1
)

func inFirst() bool { return gear == 1 }

// Right: the gear is 1, however it is asked for.
func Shift() {
	gearMu.Lock()
	if inFirst() {
		gearMu.Unlock()
	}
	if gear == 1 {
		gearMu.Lock()
	}
	gearMu.Unlock()
}

var (
	dialMu sync.Mutex
	dialed int32
)

// Right: the second question has the answer that the first one has left.
func Dial() {
	if atomic.LoadInt32(&dialed) == 0 {
		dialMu.Lock()
		atomic.StoreInt32(&dialed, 1)
	}
	if atomic.LoadInt32(&dialed) == 0 {
		dialMu.Lock()
	}
	dialMu.Unlock()
}

var (
	stampMu sync.Mutex
	stamped = 1
)

// Wrong: stamped is 1, so that it locks twice.
func Stamp() {
	stampMu.Lock()
	if stamped == 1 {
		stampMu.Lock() // want "stampMu.Lock blocks forever"
		stampMu.Unlock()
	}
	stampMu.Unlock()
}

var (
	inkMu  = new(sync.Mutex)
	inked  int
	paints struct {
		sync.Mutex
		n int
	}
)

// Right: the lock is another one then.
func Refill() {
	inkMu.Lock()
	inkMu = new(sync.Mutex)
	inkMu.Lock()
	inkMu.Unlock()
}

type tube struct {
	sync.Mutex
	n int
}

var squeezed tube

// Right: the lock is overwritten by a free one.
func Squeeze() {
	squeezed.Lock()
	squeezed = tube{}
	squeezed.Lock()
	squeezed.Unlock()
}

// Wrong: it is the lock of the same struct.
func Mix() {
	paints.Lock()
	paints.n++
	paints.Lock() // want "paints.*Lock blocks forever"
	paints.Unlock()
	paints.Unlock()
}
