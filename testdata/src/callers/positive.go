package callers

import "sync"

// Right: whoever calls it wants workers.
func Spread(words []string, workers int) {
	jobs := make(chan string)
	var group sync.WaitGroup
	for i := 0; i < workers; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for range jobs {
			}
		}()
	}
	for _, w := range words {
		jobs <- w
	}
	close(jobs)
	group.Wait()
}

func spreads(words []string) {
	Spread(words, 8)
	Spread(words[1:], 4)
}

// Wrong: there may be none, as far as the package says.
func SpreadAny(words []string, workers int) {
	jobs := make(chan string)
	for i := 0; i < workers; i++ {
		go func() {
			for range jobs {
			}
		}()
	}
	for _, w := range words {
		jobs <- w // want `send on jobs blocks forever`
	}
	close(jobs)
}

func spreadsAny(words []string, workers int) {
	SpreadAny(words, 8)
	SpreadAny(words, workers)
}

// Wrong: somebody says that there are none.
func SpreadNone(words []string, workers int) {
	jobs := make(chan string)
	for i := 0; i < workers; i++ {
		go func() {
			for range jobs {
			}
		}()
	}
	for _, w := range words {
		jobs <- w // want `send on jobs blocks forever`
	}
	close(jobs)
}

func spreadsNone(words []string) {
	SpreadNone(words, 8)
	SpreadNone(words, 0)
}

// Wrong: others may ask for more than the package does.
func Collect(n int) int {
	c := make(chan int)
	go func() { c <- n }() // want `send on c blocks forever and leaks the goroutine: .*n > 3`
	if n > 3 {
		return 0
	}
	return <-c
}

func collects() int { return Collect(2) + Collect(3) }
