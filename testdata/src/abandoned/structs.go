package abandoned

import (
	"context"
	"errors"
)

// A Brook carries what its goroutine puts in to the one who has made it.
type brook struct {
	leaves chan int
	depth  int
}

func spring(n int) *brook {
	b := &brook{leaves: make(chan int)}
	go func() {
		defer close(b.leaves)
		for i := 0; i < n; i++ {
			b.leaves <- i // want `send on b.leaves blocks forever and leaks the goroutine: Fish never receives from it after line 27 .if err != nil from weigh and`
		}
	}()
	return b
}

func Fish(n int, weigh func(int) error) error {
	for leaf := range spring(n).leaves {
		if err := weigh(leaf); err != nil {
			return err
		}
	}
	return nil
}

// A Caravan has a goroutine for each camel, all of which tell that they have come.
type caravan struct {
	load    func(string) error
	arrived chan string
}

func newCaravan(load func(string) error) *caravan {
	return &caravan{load: load, arrived: make(chan string)}
}

func (c *caravan) walk(camel string) {
	if err := c.load(camel); err == nil {
		c.arrived <- camel // want `send on c.arrived blocks forever and leaks the goroutine: Travel never receives from it after line 60 .leak.`
	}
}

func Travel(ctx context.Context, load func(string) error, camels []string) (int, error) {
	c := newCaravan(load)
	for _, camel := range camels {
		go c.walk(camel)
	}
	n := 0
	for n < len(camels) {
		select {
		case <-c.arrived:
			n++
		case <-ctx.Done():
			return n, ctx.Err()
		}
	}
	return n, nil
}

// A Well is kept: whoever draws from it next gets what was left.
type well struct {
	water chan int
	level int
}

type Village struct{ well *well }

func (v *Village) dig(n int) *well {
	v.well = &well{water: make(chan int)}
	w := v.well
	go func() {
		for i := 0; i < n; i++ {
			w.water <- i
		}
	}()
	return w
}

func (v *Village) Draw(n int, drink func(int) error) error {
	w := v.dig(n)
	for range n {
		if err := drink(<-w.water); err != nil {
			return err
		}
	}
	return nil
}

func (v *Village) Drain() {
	for range v.well.level {
		<-v.well.water
	}
}

// A Kettle is emptied by who leaves early.
type kettle struct{ steam chan int }

func boil(n int) *kettle {
	k := &kettle{make(chan int)}
	go func() {
		defer close(k.steam)
		for i := 0; i < n; i++ {
			k.steam <- i
		}
	}()
	return k
}

func Brew(n int, sip func(int) error) (err error) {
	k := boil(n)
	for puff := range k.steam {
		if err = sip(puff); err != nil {
			break
		}
	}
	for range k.steam {
	}
	return err
}

// A Swarm looks at the same context as the one who waits for it.
type swarm struct{ home chan string }

func Gather(ctx context.Context, bees []string) error {
	s := &swarm{make(chan string)}
	for _, bee := range bees {
		go func() {
			select {
			case s.home <- bee:
			case <-ctx.Done():
			}
		}()
	}
	for range bees {
		select {
		case <-s.home:
		case <-ctx.Done():
			return errors.New("lost")
		}
	}
	return nil
}

// A Flock has room for all.
type flock struct{ fold chan string }

func Herd(ctx context.Context, sheep []string) error {
	f := &flock{make(chan string, len(sheep))}
	for _, one := range sheep {
		go func() { f.fold <- one }()
	}
	for range sheep {
		select {
		case <-f.fold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
