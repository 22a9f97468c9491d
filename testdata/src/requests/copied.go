package requests

// A Handle is all that callers have.
type Handle struct{ worker *worker }

type worker struct{ quit chan struct{} }

// Begin returns a result that has a name: it is copied to itself then.
func Begin() (h Handle, err error) {
	w := &worker{quit: make(chan struct{})}
	go w.run()
	h.worker = w
	return h, nil
}

func (w *worker) run() { <-w.quit }

// End ends it.
func (h Handle) End() { close(h.worker.quit) }
