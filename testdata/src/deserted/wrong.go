// Package deserted has workers, each of which returns on an error, and who sends to them.
package deserted

import (
	"bufio"
	"context"
	"io"
	"sync"
)

// A Store copies things.
type Store interface {
	List() ([]string, error)
	Copy(key string) error
}

// Mirror has a group of its own.
func Mirror(ctx context.Context, s Store) error {
	keys := make(chan string)
	g, _ := withContext(ctx)
	g.run(func() error {
		defer close(keys)
		all, err := s.List()
		if err != nil {
			return err
		}
		for _, k := range all {
			keys <- k // want `send on keys blocks forever and leaks the goroutine: goroutine 2 started at wrong\.go:33 never receives from it after line 35 \(if err != nil from s\.Copy\)`
		}
		return nil
	})
	for range 3 {
		g.run(func() error {
			for k := range keys {
				if err := s.Copy(k); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.wait()
}

type group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func withContext(ctx context.Context) (*group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &group{cancel: cancel}, ctx
}

func (g *group) run(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel()
			})
		}
	}()
}

func (g *group) wait() error {
	g.wg.Wait()
	g.cancel()
	return g.err
}

// CopyAll sends itself.
func CopyAll(s Store, all []string) error {
	keys := make(chan string)
	errs := make(chan error, 4)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range keys {
				if err := s.Copy(k); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	for _, k := range all {
		keys <- k // want `send on keys blocks forever: goroutine 2 started at wrong\.go:83 never receives from it after line 86 \(if err != nil from s\.Copy\)`
	}
	close(keys)
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

// Lines sends what it reads to one worker.
func Lines(r io.Reader, w io.Writer) {
	lines := make(chan string)
	go func() {
		for l := range lines {
			if _, err := io.WriteString(w, l); err != nil {
				return
			}
		}
	}()
	s := bufio.NewScanner(r)
	for s.Scan() {
		lines <- s.Text() // want `send on lines blocks forever: the goroutine started at wrong\.go:109 never receives from it after line 111`
	}
	close(lines)
}
