package globals

import "sync"

var batonMu sync.Mutex

// Right: another goroutine unlocks.
func Relay() {
	batonMu.Lock()
	go batonMu.Unlock()
	batonMu.Lock()
	go func() { batonMu.Unlock() }()
}

// Loan may be unlocked by whoever borrows it.
var Loan sync.Mutex

// Right: others can unlock it.
func Lend() {
	Loan.Lock()
	Loan.Lock()
	Loan.Unlock()
}

var lent sync.Mutex

// Right, for all that is known: who is given the address can unlock.
func Borrow() *sync.Mutex { return &lent }

func Return() {
	lent.Lock()
	lent.Lock()
	lent.Unlock()
}

var screenMu sync.Mutex

func without(mu *sync.Mutex, f func()) {
	mu.Unlock()
	defer mu.Lock()
	f()
}

// Right: the lock is given back while the function runs.
func Blink() {
	screenMu.Lock()
	defer screenMu.Unlock()
	without(&screenMu, func() {
		screenMu.Lock()
		screenMu.Unlock()
	})
}

var (
	queueMu  sync.Mutex
	notEmpty = sync.NewCond(&queueMu)
	queued   int
)

// Right: Wait gives the lock back.
func Take() {
	queueMu.Lock()
	for queued == 0 {
		notEmpty.Wait()
	}
	queued--
	queueMu.Unlock()
}

func Put() {
	queueMu.Lock()
	queued++
	queueMu.Unlock()
	notEmpty.Signal()
}

var (
	locksMu sync.Mutex
	locks   = map[string]*sync.Mutex{}
)

func lockOf(name string) *sync.Mutex {
	locksMu.Lock()
	defer locksMu.Unlock()
	if locks[name] == nil {
		locks[name] = new(sync.Mutex)
	}
	return locks[name]
}

// Right, for all that is known: they are two.
func Both(one, other string) {
	lockOf(one).Lock()
	lockOf(other).Lock()
	lockOf(other).Unlock()
	lockOf(one).Unlock()
}

var shards [4]sync.Mutex

// Right, for all that is known: they are two.
func Move(from, to int) {
	shards[from].Lock()
	shards[to].Lock()
	shards[to].Unlock()
	shards[from].Unlock()
}

var tryMu sync.Mutex

// Right: who doesn't get the lock goes on.
func Try() {
	tryMu.Lock()
	if tryMu.TryLock() {
		tryMu.Unlock()
	}
	tryMu.Unlock()
}

type cashbook struct {
	mu   sync.Mutex
	sums map[string]int
}

var theCashbook = &cashbook{sums: map[string]int{}}

func (l *cashbook) enter(name string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sums[name] += n
}

// Right: entered before it is locked.
func Deposit(n int) int {
	theCashbook.enter("deposits", n)
	theCashbook.mu.Lock()
	defer theCashbook.mu.Unlock()
	return theCashbook.sums["deposits"]
}

type diary struct {
	mu    sync.Mutex
	lines []string
}

var theDiary = newDiary()

func newDiary() *diary { return &diary{} }

func (d *diary) write(line string) {
	d.mu.Lock() // want "mu.Lock blocks forever"
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

// Wrong: write locks the diary that is locked.
func Confess(line string) {
	theDiary.mu.Lock()
	defer theDiary.mu.Unlock()
	theDiary.write(line)
}

// Wrong: enter locks the cashbook that is locked.
func Withdraw(n int) {
	theCashbook.mu.Lock()
	theCashbook.enter("withdrawals", -n) // want `theCashbook\.mu\.Lock at hands\.go:\d+ blocks forever: this goroutine itself has locked it at hands\.go:\d+`
	theCashbook.mu.Unlock()
}
