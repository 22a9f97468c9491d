// Package globals has programs whose locks, wait groups and channels are
// variables at package level.
package globals

import "sync"

var turnMu sync.Mutex

// Right: locked and unlocked, twice.
func InTurn() {
	turnMu.Lock()
	turnMu.Unlock()
	turnMu.Lock()
	turnMu.Unlock()
}

var (
	titleMu sync.Mutex
	title   string
)

func currentTitle() string {
	titleMu.Lock()
	defer titleMu.Unlock()
	return titleLocked()
}

func titleLocked() string { return title }

// Right: under the lock only what doesn't lock is called.
func Retitle(to string) (from string) {
	if currentTitle() == to {
		return to
	}
	titleMu.Lock()
	defer titleMu.Unlock()
	from, title = titleLocked(), to
	return from
}

var (
	loadMu sync.Mutex
	loaded int
)

// Right: unlocked on all paths, before it is locked again.
func Load(err error) {
	loadMu.Lock()
	if err != nil {
		loadMu.Unlock()
	} else {
		loaded++
		loadMu.Unlock()
	}
	loadMu.Lock()
	defer loadMu.Unlock()
	loaded++
}

var tasks = make(chan int)

func init() { go runTasks() }

func runTasks() {
	for range tasks {
	}
}

// Right: the worker that init has started takes what is sent, and lives as long
// as the program.
func Enqueue(n int) { tasks <- n }

var everybody sync.WaitGroup

// Right: each Add has its Done.
func Together() {
	for range 2 {
		everybody.Add(1)
		go func() {
			defer everybody.Done()
		}()
	}
	everybody.Wait()
}

var directory = struct {
	sync.Mutex
	entries map[string]int
}{entries: map[string]int{}}

func listed(entry string) bool {
	directory.Lock()
	defer directory.Unlock()
	_, ok := directory.entries[entry]
	return ok
}

// Right: asked first, then entered.
func Enter(entry string) {
	if listed(entry) {
		return
	}
	directory.Lock()
	directory.entries[entry] = 1
	directory.Unlock()
}

var sessionMu sync.Mutex

// Right: who begins has the lock until End.
func Begin() { sessionMu.Lock() }

// Right: it is locked by Begin, in another function.
func End() { sessionMu.Unlock() }

var hookMu sync.Mutex

// Right, for all that is known: the hook of the caller needs no lock.
func Fire(hook func()) {
	hookMu.Lock()
	defer hookMu.Unlock()
	hook()
}

// Right: nobody fires under this lock.
func Arm() {
	hookMu.Lock()
	defer hookMu.Unlock()
}

var shadowMu sync.Mutex

func useShadow() {
	shadowMu.Lock()
	defer shadowMu.Unlock()
}

// Right: the lock that is held is a local one of the same name.
func Shadowed() {
	var shadowMu sync.Mutex
	shadowMu.Lock()
	defer shadowMu.Unlock()
	useShadow()
}

var (
	setupOnce sync.Once
	setupDone = make(chan struct{})
)

// Right: closed once, and then closed for all.
func Setup() {
	setupOnce.Do(func() { close(setupDone) })
	<-setupDone
}

var limiter = make(chan struct{}, 1)

// Right: who takes the only place gives it back on all paths.
func Limited(err error) error {
	limiter <- struct{}{}
	defer func() { <-limiter }()
	return err
}

var (
	currentMu sync.Mutex
	current   chan int
)

// Right: the channel is made anew each time, and its goroutine ends with it.
func Reset() {
	currentMu.Lock()
	defer currentMu.Unlock()
	if current != nil {
		close(current)
	}
	c := make(chan int)
	current = c
	go func() {
		for range c {
		}
	}()
}

var (
	swapMu sync.Mutex
	swaps  int
)

// unlockAndCount must be called under the lock.
func unlockAndCount() {
	swaps++
	swapMu.Unlock()
}

// Right: the callee unlocks before the second lock.
func Swap() {
	swapMu.Lock()
	unlockAndCount()
	swapMu.Lock()
	unlockAndCount()
}

type ledger struct {
	mu sync.Mutex
	n  int
}

var debit, credit ledger

func (l *ledger) add(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n += n
}

// Right: one is locked, and the other one added to.
func Exchange() {
	debit.mu.Lock()
	defer debit.mu.Unlock()
	debit.n--
	credit.add(1)
}

type version struct {
	mu sync.Mutex
	n  int
}

var latest = &version{}

// Right: what is locked second is a new one.
func Renew() {
	old := latest
	old.mu.Lock()
	defer old.mu.Unlock()
	latest = &version{}
	latest.mu.Lock()
	defer latest.mu.Unlock()
	latest.n = old.n + 1
}

var drawers [2]sync.Mutex

// Right, for all that is known: the two drawers aren't the same.
func Shuffle(i, j int) {
	drawers[i].Lock()
	defer drawers[i].Unlock()
	drawers[j].Lock()
	defer drawers[j].Unlock()
}

var visitors sync.WaitGroup

// Right: they leave sooner or later.
func Arrive() { visitors.Add(1) }

// Right: whoever leaves has entered.
func Depart() { visitors.Done() }

// Right: there are others to call Depart.
func CloseDoors() { visitors.Wait() }

var readyMu sync.Mutex

func init() { readyMu.Lock() }

// Right: init has locked it; Ready is called once.
func Ready() { readyMu.Unlock() }

// Right: it goes on when Ready has been called.
func Await() {
	readyMu.Lock()
	defer readyMu.Unlock()
}

var (
	stopMu  sync.Mutex
	stop    chan struct{}
	running bool
)

// Right: whoever starts it stops it.
func StartWorker() {
	stopMu.Lock()
	defer stopMu.Unlock()
	if running {
		return
	}
	running = true
	quit := make(chan struct{})
	stop = quit
	go func() { <-quit }()
}

// Right: closed once for each start.
func StopWorker() {
	stopMu.Lock()
	defer stopMu.Unlock()
	if running {
		running = false
		close(stop)
	}
}
