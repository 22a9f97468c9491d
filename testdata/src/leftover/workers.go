package leftover

import (
	"context"
	"sync"
)

// A Mill has workers for what comes in.
type Mill struct {
	workers int
	load    func(context.Context) ([]string, error)
	check   func([]string) error
	grind   func(context.Context, string) (again bool, err error)
}

// Wrong: the workers of a round wait for its sacks, but there are none if loading them fails.
func (m *Mill) Grind(ctx context.Context) error {
	for {
		var (
			all   sync.WaitGroup
			mu    sync.Mutex
			done  = true
			sacks = make(chan string)
			errs  = make(chan error, m.workers)
		)
		grinding, stop := context.WithCancel(ctx)
		defer stop()
		for i := 0; i < m.workers; i++ {
			all.Add(1)
			go func() {
				defer all.Done()
				for sack := range sacks { // want `receive from sacks blocks forever and leaks the goroutine: \(\*Mill\)\.Grind never closes it after line \d+`
					again, err := m.grind(grinding, sack)
					if err != nil {
						errs <- err
						return
					}
					if again {
						mu.Lock()
						done = false
						mu.Unlock()
					}
				}
			}()
		}
		list, err := m.load(ctx)
		if err != nil {
			return err
		}
		var failed error
	sending:
		for _, sack := range list {
			select {
			case failed = <-errs:
				break sending
			case sacks <- sack:
			}
		}
		close(sacks)
		all.Wait()
		close(errs)
		if failed != nil || done {
			return failed
		}
	}
}

// Right: it is closed there, too.
func (m *Mill) GrindAll(ctx context.Context) error {
	for {
		var (
			all   sync.WaitGroup
			mu    sync.Mutex
			done  = true
			sacks = make(chan string)
			errs  = make(chan error, m.workers)
		)
		grinding, stop := context.WithCancel(ctx)
		defer stop()
		for i := 0; i < m.workers; i++ {
			all.Add(1)
			go func() {
				defer all.Done()
				for sack := range sacks {
					again, err := m.grind(grinding, sack)
					if err != nil {
						errs <- err
						return
					}
					if again {
						mu.Lock()
						done = false
						mu.Unlock()
					}
				}
			}()
		}
		list, err := m.load(ctx)
		if err != nil {
			close(sacks)
			return err
		}
		var failed error
	sending:
		for _, sack := range list {
			select {
			case failed = <-errs:
				break sending
			case sacks <- sack:
			}
		}
		close(sacks)
		all.Wait()
		close(errs)
		if failed != nil || done {
			return failed
		}
	}
}

// Right: workers that have sacks left from the last round have been told to end, and nothing else makes a round fail.
func (m *Mill) GrindOnce(ctx context.Context) error {
	var all sync.WaitGroup
	sacks := make(chan string)
	errs := make(chan error, m.workers)
	for i := 0; i < m.workers; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for sack := range sacks {
				if _, err := m.grind(ctx, sack); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	list, err := m.load(ctx)
	close(sacks)
	if err != nil {
		return err
	}
	all.Wait()
	return m.check(list)
}

func NewMill(workers int, load func(context.Context) ([]string, error), check func([]string) error, grind func(context.Context, string) (bool, error)) *Mill {
	return &Mill{workers, load, check, grind}
}

// Right: where there is a worker it doesn't fail.
func Spread(workers int, sacks []string, grind func(string) error) error {
	in := make(chan string)
	for i := 0; i < workers; i++ {
		go func() {
			for sack := range in {
				_ = grind(sack)
			}
		}()
	}
	if workers < 1 {
		if err := grind("first"); err != nil {
			return err
		}
		return nil
	}
	for _, sack := range sacks {
		in <- sack
	}
	close(in)
	return nil
}
