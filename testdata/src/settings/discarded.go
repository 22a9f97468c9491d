package settings

import (
	"fmt"
	"io"
	"log"
	"sync"
)

type meter struct {
	mu sync.Mutex
	n  int
}

func (m *meter) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprint(m.n)
}

// Quiet has what is logged discarded, so that it is never put into words.
func Quiet() { log.SetOutput(io.Discard) }

func (m *meter) Count() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n++
	log.Println("counted", m)
}
