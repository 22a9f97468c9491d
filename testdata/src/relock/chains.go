package relock

import "sync"

// Functions that are too much to follow with all their data. What one holds on all ways to a call, and
// the callee takes on all of its own, is waited for all the same.

// A Disk is known by its interface only.
type Disk interface {
	Read(name string) ([]byte, error)
	List(names []string) []string
}

// A File has blocks.
type File struct {
	mu     sync.RWMutex
	disk   Disk
	blocks map[string][]byte
	size   int
}

// NewFile makes one.
func NewFile(d Disk) *File { return &File{disk: d, blocks: map[string][]byte{}} }

// Last read-locks the file.
func (f *File) Last() ([]string, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.size == 0 {
		return nil, nil
	}
	names := f.disk.List(nil)
	for _, name := range names {
		if _, err := f.disk.Read(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// Several read-locks it, too, and then calls Last.
func (f *File) Several(filters []string, most int) ([]string, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.size == 0 {
		return nil, nil
	}
	if len(filters) == 1 && filters[0] == ">" {
		return f.Last() // want `f\.mu\.RLock at chains\.go:\d+ blocks forever: it waits for a call of \(\*File\)\.Put, whose Lock at chains\.go:\d+ waits for the read lock taken by this goroutine at chains\.go:\d+`
	}
	names := f.disk.List(filters)
	if most > 0 && len(names) > most {
		names = names[:most]
	}
	return names, nil
}

// Put is the writer.
func (f *File) Put(name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, err := f.disk.Read(name)
	if err != nil {
		return err
	}
	f.blocks[name] = b
	f.size += len(b)
	return nil
}

// A Rack has files in parts of it.
type Rack struct {
	disk  Disk
	inner struct {
		mu    sync.Mutex
		names []string
	}
}

// NewShelf makes one.
func NewShelf(d Disk) *Rack { return &Rack{disk: d} }

// Sort calls what calls what locks.
func (s *Rack) Sort() error {
	s.inner.mu.Lock()
	defer s.inner.mu.Unlock()
	for _, name := range s.inner.names {
		if _, err := s.disk.Read(name); err != nil {
			return s.fail(name, err)
		}
	}
	return nil
}

func (s *Rack) fail(name string, err error) error {
	s.note(name)
	return err
}

func (s *Rack) note(name string) {
	s.inner.mu.Lock() // want `s.inner.mu.Lock blocks forever: this goroutine itself has locked it at chains.go:\d+`
	s.inner.names = s.disk.List(append(s.inner.names, name))
	s.inner.mu.Unlock()
}

// A Box is right in all that follows, however it looks.
type Box struct {
	mu    sync.Mutex
	disk  Disk
	cur   *Part
	names []string
}

// A Part is one of a box.
type Part struct {
	mu   sync.Mutex
	disk Disk
}

// NewBox makes one.
func NewBox(d Disk) *Box { return &Box{disk: d, cur: &Part{disk: d}} }

// Known calls a function that locks only if it is told to.
func (b *Box) Known(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.note(name, true)
	b.disk.Read(name)
}

// Unknown lets it lock.
func (b *Box) Unknown(name string) { b.note(name, false) }

func (b *Box) note(name string, locked bool) {
	if !locked {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	b.names = b.disk.List(append(b.names, name))
}

// After unlocks before it calls.
func (b *Box) After(name string) {
	b.mu.Lock()
	if len(b.names) > 3 {
		b.mu.Unlock()
		b.locked(name)
		return
	}
	b.disk.Read(name)
	b.mu.Unlock()
}

func (b *Box) locked(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names = b.disk.List(append(b.names, name))
}

// Beside leaves that to a goroutine, which waits a little.
func (b *Box) Beside(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.disk.Read(name); err != nil {
		go b.locked(name)
	}
}

// Later unlocks before what was deferred first.
func (b *Box) Later(name string) error {
	defer b.locked(name)
	b.mu.Lock()
	defer b.mu.Unlock()
	_, err := b.disk.Read(name)
	return err
}

// Copy has two boxes.
func (b *Box) Copy(from *Box) {
	from.mu.Lock()
	defer from.mu.Unlock()
	for _, name := range from.names {
		b.locked(name)
	}
}

// Turn has two parts, one after the other.
func (b *Box) Turn(name string) error {
	b.cur.mu.Lock()
	old := b.cur
	b.rotate()
	err := b.cur.read(name)
	old.mu.Unlock()
	return err
}

func (b *Box) rotate() { b.cur = &Part{disk: b.disk} }

func (p *Part) read(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.disk.Read(name)
	return err
}

// A Reader has nobody who writes.
type Reader struct {
	mu   sync.RWMutex
	disk Disk
}

// NewReader makes one.
func NewReader(d Disk) *Reader { return &Reader{disk: d} }

// Twice read-locks twice, and nobody comes between.
func (r *Reader) Twice(name string) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.Once(name)
}

// Once read-locks once.
func (r *Reader) Once(name string) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	_, err := r.disk.Read(name)
	return err
}
