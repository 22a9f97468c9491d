package lockorder

import "sync"

type House struct {
	front, back sync.Mutex
	guests      int
}

// Wrong: Leave takes the locks the other way round.
func (h *House) Enter() {
	h.front.Lock()
	defer h.front.Unlock()
	h.back.Lock() // want "back.Lock blocks forever"
	defer h.back.Unlock()
	h.guests++
}

func (h *House) Leave() {
	h.back.Lock()
	defer h.back.Unlock()
	h.front.Lock()
	defer h.front.Unlock()
	h.guests--
}
