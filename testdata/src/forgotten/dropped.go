package forgotten

import "sync"

// A dialler is tried by who makes it, and dropped if that fails, with whatever it has locked.
type dialler struct {
	mu   sync.Mutex
	link interface {
		Dial() error
		Write()
	}
}

func NewDialler(link interface {
	Dial() error
	Write()
}) (*dialler, error) {
	d := &dialler{link: link}
	if err := d.dial(); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *dialler) dial() error {
	d.mu.Lock()
	if err := d.link.Dial(); err != nil {
		return err
	}
	d.mu.Unlock()
	return nil
}

func (d *dialler) Use() {
	d.mu.Lock()
	d.link.Write()
	d.mu.Unlock()
}

// A rotating file is another one once its goroutine has answered.
type file struct {
	mu sync.Mutex
	w  interface{ Write() }
}

func (f *file) write() {
	f.mu.Lock()
	f.w.Write()
	f.mu.Unlock()
}

type rotating struct {
	current *file
	rotate  chan chan int
	next    interface{ Write() }
}

func NewRotating(w interface{ Write() }) *rotating {
	r := &rotating{current: &file{w: w}, rotate: make(chan chan int), next: w}
	go r.loop()
	return r
}

func (r *rotating) loop() {
	for answer := range r.rotate {
		r.current = &file{w: r.next}
		answer <- 1
	}
}

func (r *rotating) Rotate() {
	old := r.current
	r.current.mu.Lock()
	answer := make(chan int)
	r.rotate <- answer
	<-answer
	r.current.write()
	old.mu.Unlock()
}
