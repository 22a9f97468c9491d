package deserted

import (
	"context"
	"io"
	"sync"
)

// Guarded looks at the context that the first error ends.
func Guarded(ctx context.Context, s Store) error {
	keys := make(chan string)
	g, ctx := withContext(ctx)
	g.run(func() error {
		defer close(keys)
		all, err := s.List()
		if err != nil {
			return err
		}
		for _, k := range all {
			select {
			case keys <- k:
			case <-ctx.Done():
				return ctx.Err()
			}
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

// Draining goes on receiving.
func Draining(s Store, all []string) {
	keys := make(chan string)
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range keys {
				if err := s.Copy(k); err != nil {
					for range keys {
					}
					return
				}
			}
		}()
	}
	for _, k := range all {
		keys <- k
	}
	close(keys)
	wg.Wait()
}

// Few has no more to send than there are workers.
func Few(s Store) {
	keys := make(chan string)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range keys {
				if err := s.Copy(k); err != nil {
					return
				}
			}
		}()
	}
	for _, k := range []string{"a", "b", "c"} {
		keys <- k
	}
	close(keys)
	wg.Wait()
}

// Each has a worker for each key.
func Each(s Store, all []string) {
	keys := make(chan string)
	var wg sync.WaitGroup
	for range all {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range keys {
				if err := s.Copy(k); err != nil {
					return
				}
			}
		}()
	}
	for _, k := range all {
		keys <- k
	}
	close(keys)
	wg.Wait()
}

type chunk struct {
	data []byte
	err  error
}

// Last sends no more when it has sent an error.
func Last(r io.Reader, w io.Writer) {
	chunks := make(chan chunk)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for c := range chunks {
			if c.err != nil {
				return
			}
			w.Write(c.data)
		}
	}()
	for {
		data := make([]byte, 512)
		n, err := r.Read(data)
		chunks <- chunk{data[:n], err}
		if err != nil {
			break
		}
	}
	<-done
}

// Limited sends as much as there are workers.
func Limited(s Store, all []string) {
	keys := make(chan string)
	for range 3 {
		go func() {
			for k := range keys {
				if err := s.Copy(k); err != nil {
					return
				}
			}
		}()
	}
	sent := 0
	for _, k := range all {
		if sent == 3 {
			break
		}
		keys <- k
		sent++
	}
	close(keys)
}
