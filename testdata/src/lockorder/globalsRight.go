package lockorder

import "sync"

var (
	upMu, downMu sync.Mutex
	stairMu      sync.Mutex
	floor        int
)

// Right: both hold the same lock around the others.
func Climb() {
	stairMu.Lock()
	defer stairMu.Unlock()
	upMu.Lock()
	defer upMu.Unlock()
	downMu.Lock()
	defer downMu.Unlock()
	floor++
}

func Descend() {
	stairMu.Lock()
	defer stairMu.Unlock()
	downMu.Lock()
	defer downMu.Unlock()
	upMu.Lock()
	defer upMu.Unlock()
	floor--
}

var portMu, starboardMu sync.Mutex

// Right: the same order everywhere.
func Veer() {
	portMu.Lock()
	starboardMu.Lock()
	starboardMu.Unlock()
	portMu.Unlock()
}

func VeerBack() {
	portMu.Lock()
	defer portMu.Unlock()
	turnStarboard()
}

func turnStarboard() {
	starboardMu.Lock()
	defer starboardMu.Unlock()
}

// Right: one is given back before the other one is taken.
func Tack() {
	starboardMu.Lock()
	starboardMu.Unlock()
	portMu.Lock()
	portMu.Unlock()
}

// Guard is one that others may use.
type Guard struct {
	Mu sync.Mutex
}

var eastMu, westMu sync.Mutex

// Right, for all that is known: the guards may be one.
func (g *Guard) East() {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	eastMu.Lock()
	westMu.Lock()
	westMu.Unlock()
	eastMu.Unlock()
}

func (g *Guard) West() {
	g.Mu.Lock()
	defer g.Mu.Unlock()
	westMu.Lock()
	eastMu.Lock()
	eastMu.Unlock()
	westMu.Unlock()
}

type shelf struct {
	mu    sync.Mutex
	books int
}

var fiction, facts shelf

// Wrong: Reclassify takes the shelves the other way round.
func Misfile() {
	fiction.mu.Lock()
	defer fiction.mu.Unlock()
	facts.mu.Lock() // want "facts.mu.Lock blocks forever"
	defer facts.mu.Unlock()
	fiction.books--
	facts.books++
}

func Reclassify() {
	facts.mu.Lock()
	defer facts.mu.Unlock()
	fiction.mu.Lock()
	defer fiction.mu.Unlock()
	facts.books--
	fiction.books++
}

var topMu, bottomMu, hatchMu sync.Mutex

func openHatch() { hatchMu.Lock() }

func shutHatch() { hatchMu.Unlock() }

// Right: the lock around both is taken in another function.
func ClimbIn() {
	openHatch()
	topMu.Lock()
	bottomMu.Lock()
	bottomMu.Unlock()
	topMu.Unlock()
	shutHatch()
}

func ClimbOut() {
	openHatch()
	defer shutHatch()
	bottomMu.Lock()
	topMu.Lock()
	topMu.Unlock()
	bottomMu.Unlock()
}
