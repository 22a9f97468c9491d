package lockorder

import "sync"

// What keeps two apart who take two locks in both orders needn't be a lock of theirs.

// A Desk has a channel with one slot around its locks.
type Desk struct {
	turn         chan struct{}
	pens, papers sync.Mutex
	n            int
}

func NewDesk() *Desk { return &Desk{turn: make(chan struct{}, 1)} }

// Right: who has the slot is alone.
func (d *Desk) Write() {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	d.pens.Lock()
	defer d.pens.Unlock()
	d.papers.Lock()
	defer d.papers.Unlock()
	d.n++
}

func (d *Desk) Draw() {
	d.turn <- struct{}{}
	defer func() { <-d.turn }()
	d.papers.Lock()
	defer d.papers.Unlock()
	d.pens.Lock()
	defer d.pens.Unlock()
	d.n--
}

// A Bench is the same, with a function that takes the slot.
type Bench struct {
	turn         chan struct{}
	saws, boards sync.Mutex
	n            int
}

func NewBench() *Bench { return &Bench{turn: make(chan struct{}, 1)} }

func (b *Bench) enter() func() {
	b.turn <- struct{}{}
	return func() { <-b.turn }
}

// Right: likewise.
func (b *Bench) Saw() {
	defer b.enter()()
	b.saws.Lock()
	defer b.saws.Unlock()
	b.boards.Lock()
	defer b.boards.Unlock()
	b.n++
}

func (b *Bench) Stack() {
	defer b.enter()()
	b.boards.Lock()
	defer b.boards.Unlock()
	b.saws.Lock()
	defer b.saws.Unlock()
	b.n--
}

// A Table has two slots.
type Table struct {
	turns         chan struct{}
	forks, knives sync.Mutex
	n             int
}

func NewTable() *Table { return &Table{turns: make(chan struct{}, 2)} }

// Wrong: there is a slot for each.
func (t *Table) Eat() {
	t.turns <- struct{}{}
	defer func() { <-t.turns }()
	t.forks.Lock()
	defer t.forks.Unlock()
	t.knives.Lock() // want "t.knives.Lock blocks forever"
	defer t.knives.Unlock()
	t.n++
}

func (t *Table) Lay() {
	t.turns <- struct{}{}
	defer func() { <-t.turns }()
	t.knives.Lock()
	defer t.knives.Unlock()
	t.forks.Lock()
	defer t.forks.Unlock()
	t.n--
}

// A Shelf has a lock that others give it.
type Shelf struct {
	all          sync.Locker
	books, lists sync.Mutex
	n            int
}

func NewShelf(all sync.Locker) *Shelf { return &Shelf{all: all} }

// Right: who has that lock is alone.
func (s *Shelf) Put() {
	s.all.Lock()
	defer s.all.Unlock()
	s.books.Lock()
	defer s.books.Unlock()
	s.lists.Lock()
	defer s.lists.Unlock()
	s.n++
}

func (s *Shelf) Find() int {
	s.all.Lock()
	defer s.all.Unlock()
	s.lists.Lock()
	defer s.lists.Unlock()
	s.books.Lock()
	defer s.books.Unlock()
	return s.n
}

// A Stand has two of these.
type Stand struct {
	in, out      sync.Locker
	coats, marks sync.Mutex
	n            int
}

func NewRack(in, out sync.Locker) *Stand { return &Stand{in: in, out: out} }

// Wrong: each takes another one.
func (r *Stand) Hang() {
	r.in.Lock()
	defer r.in.Unlock()
	r.coats.Lock()
	defer r.coats.Unlock()
	r.marks.Lock() // want "r.marks.Lock blocks forever"
	defer r.marks.Unlock()
	r.n++
}

func (r *Stand) Take() {
	r.out.Lock()
	defer r.out.Unlock()
	r.marks.Lock()
	defer r.marks.Unlock()
	r.coats.Lock()
	defer r.coats.Unlock()
	r.n--
}

var (
	wardrobe sync.Locker = new(sync.Mutex)
	cellar   sync.Mutex
)

// A Drawer is opened under a lock of the package.
type Drawer struct {
	socks, shirts sync.Mutex
	n             int
}

// Right: who has that lock is alone.
func (d *Drawer) Fill() {
	wardrobe.Lock()
	defer wardrobe.Unlock()
	d.socks.Lock()
	defer d.socks.Unlock()
	d.shirts.Lock()
	defer d.shirts.Unlock()
	d.n++
}

func (d *Drawer) Empty() {
	wardrobe.Lock()
	defer wardrobe.Unlock()
	d.shirts.Lock()
	defer d.shirts.Unlock()
	d.socks.Lock()
	defer d.socks.Unlock()
	d.n--
}

// A Barrel is tapped under a lock of the package, but by one alone.
type Barrel struct {
	taps, cups sync.Mutex
	n          int
}

// Wrong: who drinks doesn't take it.
func (b *Barrel) Tap() {
	cellar.Lock()
	defer cellar.Unlock()
	b.taps.Lock()
	defer b.taps.Unlock()
	b.cups.Lock() // want "b.cups.Lock blocks forever"
	defer b.cups.Unlock()
	b.n++
}

func (b *Barrel) Drink() {
	b.cups.Lock()
	defer b.cups.Unlock()
	b.taps.Lock()
	defer b.taps.Unlock()
	b.n--
}
