package crossed

import (
	"bufio"
	"io"
	"sync"
)

// Copy: finished is closed when the reader has sent its last line.
func CopyJoined(r io.Reader, each func(string)) (errs []error) {
	lines, fails := make(chan string), make(chan error, 1)
	finished := make(chan struct{})
	var sending sync.WaitGroup
	sending.Add(1)
	go func() {
		s := bufio.NewReader(r)
		for {
			l, err := s.ReadString('\n')
			if err != nil {
				sending.Done()
				fails <- err
				close(fails)
				close(lines)
				return
			}
			lines <- l
		}
	}()
	go func() {
		sending.Wait()
		close(finished)
	}()
	for {
		select {
		case <-finished:
			for err := range fails {
				errs = append(errs, err)
			}
			for l := range lines {
				each(l)
			}
			return errs
		case l := <-lines:
			each(l)
		}
	}
}
