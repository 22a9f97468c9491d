package globals

import "sync"

var (
	engineMu   sync.Mutex
	engineQuit = make(chan struct{})
	engineDone = make(chan struct{})
)

func runEngine() {
	<-engineQuit
	close(engineDone)
}

func StartEngine() {
	engineMu.Lock()
	defer engineMu.Unlock()
	go runEngine()
}

// Right: who stops it has started it before.
func StopEngine() {
	engineMu.Lock()
	defer engineMu.Unlock()
	close(engineQuit)
	<-engineDone
}

type order struct {
	n     int
	bills chan int
}

var (
	orders   = make(chan order)
	openOnce sync.Once
)

func cook() {
	for o := range orders {
		o.bills <- o.n
	}
}

func OpenKitchen() { openOnce.Do(func() { go cook() }) }

// Right: the kitchen is open, or will be.
func Order(n int) int {
	o := order{n, make(chan int)}
	orders <- o
	return <-o.bills
}

var (
	gatherMu sync.Mutex
	gathered int
	together = make(chan struct{})
)

// Right: the third one opens for all.
func Gather() {
	gatherMu.Lock()
	gathered++
	if gathered == 3 {
		close(together)
	}
	gatherMu.Unlock()
	<-together
}

var seats = make(chan struct{}, 2)

func sit(f func()) {
	seats <- struct{}{} // want `send on seats blocks forever.* \(if it is called twice at the same time\)`
	f()
	<-seats
}

// Wrong: there are two seats, but two may have one each and want another one.
func SitTwice() {
	sit(func() {
		sit(func() {})
	})
}

var ticket = make(chan struct{}, 1)

func init() { ticket <- struct{}{} }

func takeTicket() { <-ticket }

func putTicket() { ticket <- struct{}{} }

// Right: init has put the ticket there.
func Ride() {
	takeTicket()
	putTicket()
	takeTicket()
	putTicket()
}

var pass = make(chan struct{}, 1)

func init() { pass <- struct{}{} }

// Wrong: there is one pass.
func TakeTwo() {
	<-pass
	<-pass // want "receive from pass blocks forever"
	pass <- struct{}{}
	pass <- struct{}{}
}

var east, west = make(chan int), make(chan int)

// Right: one goes east, the other one west.
func GoEast() {
	east <- 1
	<-west
}

func GoWest() {
	<-east
	west <- 1
}

type drawer struct {
	mu   sync.Mutex
	cond *sync.Cond
	full bool
}

func newDrawer() *drawer {
	d := &drawer{}
	d.cond = sync.NewCond(&d.mu)
	return d
}

var theDrawer = newDrawer()

// Right: one fills, another one empties.
func FillDrawer() {
	theDrawer.mu.Lock()
	for theDrawer.full {
		theDrawer.cond.Wait()
	}
	theDrawer.full = true
	theDrawer.cond.Broadcast()
	theDrawer.mu.Unlock()
}

func EmptyDrawer() {
	theDrawer.mu.Lock()
	for !theDrawer.full {
		theDrawer.cond.Wait()
	}
	theDrawer.full = false
	theDrawer.cond.Broadcast()
	theDrawer.mu.Unlock()
}

var opened chan struct{}

// Right: who waits has called Prepare before.
func Prepare() {
	opened = make(chan struct{})
	close(opened)
}

func AwaitPrepared() {
	turnMu.Lock()
	turnMu.Unlock()
	<-opened
}

var (
	clerkMu sync.Mutex
	asked   = make(chan chan int)
)

func init() { go clerk() }

func clerk() {
	for answers := range asked {
		clerkMu.Lock()
		answers <- 1
		clerkMu.Unlock()
	}
}

// Right: asked without the lock that the clerk needs.
func AskClerk() int {
	answers := make(chan int)
	asked <- answers
	return <-answers
}

var (
	scribeMu sync.Mutex
	dictated = make(chan int)
)

func init() { go scribe() }

func scribe() {
	for range dictated {
		scribeMu.Lock()
		scribeMu.Unlock()
	}
}

// Wrong: the scribe, who has the first word, waits for the lock.
func Dictate() {
	scribeMu.Lock()
	defer scribeMu.Unlock()
	dictated <- 1
	dictated <- 2 // want "send on dictated blocks forever"
}
