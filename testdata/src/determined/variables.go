package determined

import (
	"os"
	"sync"
)

// What the package declares and nobody changes.
var (
	verbose  bool
	size     = 3
	doubled  = 2 * twice(1)
	position = place{wide: true, far: 2}
	crafted  = make(map[string]int)
	greeting = "hello"
	mixed    = weigh(7)
	enabled  = sync.OnceValue(func() bool { return true })
	measured = sync.OnceValues(func() (int, error) { return 1, nil })
	mixedNow = sync.OnceValue(func() int { return weigh(5) })
	started  = begin()
	number,
	trouble = both()
)

type place struct {
	wide, high bool
	far        int
}

func twice(n int) int { return 2 * n }

// weigh computes in more steps than anybody follows.
func weigh(n int) int {
	for n < 1<<20 {
		n += n%3 + 1
	}
	return n % 2
}

func begin() error { return nil }

func both() (int, error) { return 1, nil }

// Right: nobody ever sets it.
func unlessVerbose() {
	done := make(chan int)
	go func() {
		if verbose {
			return
		}
		done <- 1
	}()
	<-done
}

// Right: there are as many as are waited for.
func inSize() {
	done := make(chan int)
	go func() {
		for range size {
			done <- 1
		}
	}()
	<-done
	<-done
	<-done
}

// Right: it is four.
func ifDoubled() {
	done := make(chan int)
	if doubled > 3 {
		go func() { done <- 1 }()
	}
	<-done
}

// Right: each field has what is declared, or nothing.
func byPosition() {
	done := make(chan int)
	go func() {
		if position.wide && !position.high && position.far == 2 {
			done <- 1
		}
	}()
	<-done
}

// Right: there are two kinds.
func ofEachKind() {
	done := make(chan int)
	go func() {
		for range kinds {
			done <- 1
		}
	}()
	for range len(kinds) {
		<-done
	}
}

// Right: in doubt, as it isn't followed who comes first.
func forEachKind() {
	done := make(chan int)
	go func() {
		for kind := range kinds {
			if kind == "a" {
				done <- 1
			}
		}
	}()
	<-done
}

// Right: it always answers the same.
func ifEnabled() {
	done := make(chan int)
	go func() {
		if enabled() {
			done <- 1
		}
	}()
	<-done
}

func ifMeasured() {
	done := make(chan int)
	go func() {
		if n, err := measured(); err == nil && n == 1 {
			done <- 1
		}
	}()
	<-done
}

// Right: the program says what it is, and knows.
func ifMixed() {
	done := make(chan int)
	go func() {
		if mixed == 0 || mixedNow() == 0 {
			return
		}
		done <- 1
	}()
	<-done
}

// Right: nothing was wrong.
func unlessTrouble() {
	done := make(chan int)
	go func() {
		if started != nil || trouble != nil || number != 1 {
			return
		}
		done <- 1
	}()
	<-done
}

// Wrong: it is what it is declared to be.
func ifVerbose() {
	done := make(chan int)
	go func() {
		if verbose || size != 3 || position.high {
			done <- 1
		}
	}()
	<-done // want "receive from done blocks forever: nobody sends on it or closes it"
}

func beyondSize() {
	done := make(chan int)
	go func() {
		for range size {
			done <- 1
		}
	}()
	<-done
	<-done
	<-done
	<-done // want "receive from done blocks forever"
}

func unlessEnabled() {
	done := make(chan int)
	go func() {
		if !enabled() {
			done <- 1
		}
	}()
	<-done // want "receive from done blocks forever"
}

// What somebody changes, gives away, or has from outside.
var (
	loud     bool
	shared   = 3
	spot     place
	replaced = sync.OnceValue(func() bool { return true })
	quiet    = os.Getenv("QUIET") != ""
)

// Shout sets what is asked for.
func Shout() {
	loud = true
	spot.high = true
	replaced = sync.OnceValue(func() bool { return false })
}

// Share gives an address away.
func Share() *int { return &shared }

// Wrong: it may be set.
func unlessLoud() {
	done := make(chan int)
	go func() {
		if loud {
			return
		}
		done <- 1
	}()
	<-done // want "receive from done blocks forever"
}

func unlessHigh() {
	done := make(chan int)
	go func() {
		if spot.high {
			return
		}
		done <- 1
	}()
	<-done // want "receive from done blocks forever"
}

func ifShared() {
	done := make(chan int)
	go func() {
		if shared == 3 {
			done <- 1
		}
	}()
	<-done // want "receive from done blocks forever"
}

func ifReplaced() {
	done := make(chan int)
	go func() {
		if replaced() {
			done <- 1
		}
	}()
	<-done // want "receive from done blocks forever"
}

func unlessQuiet() {
	done := make(chan int)
	go func() {
		if quiet {
			return
		}
		done <- 1
	}()
	<-done // want "receive from done blocks forever"
}

// Right: the linker may have set another one, but nobody knows of any.
func ifGreeted() {
	done := make(chan int)
	go func() {
		if greeting == "hello" {
			done <- 1
		}
	}()
	<-done
}

// Right: somebody fills it, perhaps with this.
func ifCrafted() {
	done := make(chan int)
	go func() {
		if _, ok := crafted["tool"]; ok {
			return
		}
		done <- 1
	}()
	<-done
}
