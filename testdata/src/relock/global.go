package relock

import "sync"

type journal struct {
	mu    sync.Mutex
	lines []string
}

var theJournal journal

func (j *journal) add(line string) {
	j.mu.Lock() // want "theJournal.mu.Lock blocks forever"
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

// Wrong: a package-level variable is the receiver.
func Record(line string) {
	theJournal.mu.Lock()
	defer theJournal.mu.Unlock()
	theJournal.add(line)
}
