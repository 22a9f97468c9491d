package scope_test

// outlinesOfTurns are programs with loops that start as many goroutines as were counted.
var outlinesOfTurns = []struct{ name, source, want string }{
	{"a wait group that counts to two", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(2); for range 2 { go wg.Done() }; wg.Wait() }`, isClean},
	{"one that counts as many as a loop has turns, which panics if that is negative", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; wg.Add(n); for i := 0; i < n; i++ { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that counts down from a number", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; wg.Add(n); for i := n; i > 0; i-- { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that counts from one to a number", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; wg.Add(n); for i := 1; i <= n; i++ { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that counts the elements of a slice", `
		import "sync"
		func f(list []int) { var wg sync.WaitGroup; wg.Add(len(list)); for range list { go func() { wg.Done() }() }; wg.Wait() }`, isClean},
	{"one that counts the entries of a map", `
		import "sync"
		func f(m map[int]int) { var wg sync.WaitGroup; wg.Add(len(m)); m[7] = 1; for i := 0; i < len(m); i++ { go func() { wg.Done() }() }; wg.Wait() }`, isNone},
	{"one that counts as many as are left of a number that is converted", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; wg.Add(int(uint8(n))); for i := 0; i < n; i++ { go func() { wg.Done() }() }; wg.Wait() }`, isNone},
	{"one in a function that runs twice at a time", `
		import "sync"
		func each(wg *sync.WaitGroup, mu *sync.Mutex, list []int) { wg.Add(len(list)); mu.Lock(); for range list { go func() { wg.Done() }() }; wg.Wait(); mu.Unlock() }
		func f(list []int) { var wg sync.WaitGroup; var mu sync.Mutex; go each(&wg, &mu, list); each(&wg, &mu, list) }`, isNone},
	{"one that somebody still waits for when it is added to again", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; room := make(chan int, 1); for range n { wg.Add(5); room <- 1; for range 5 { go func() { wg.Done() }() }; go func() { wg.Wait(); <-room }() } }`, isUnclear},
	{"one that counts two in each turn", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(10); for range 5 { go func() { wg.Done() }(); go func() { wg.Done() }() }; wg.Wait() }`, isClean},
	{"one in each turn of another loop", `
		import "sync"
		func f(n int) { for range n { var wg sync.WaitGroup; wg.Add(5); for range 5 { go func() { wg.Done() }() }; wg.Wait() } }`, isClean},
	{"one that is waited for by who is started after the loop", `
		import "sync"
		func f() { c := make(chan int); var wg sync.WaitGroup; wg.Add(5); for range 5 { go func() { wg.Done() }() }; go func() { wg.Wait(); close(c) }(); <-c }`, isClean},
	{"one that is waited for by who was started before the loop", `
		import "sync"
		func f() { c := make(chan int); var wg sync.WaitGroup; wg.Add(5); go func() { wg.Wait(); close(c) }(); for range 5 { go func() { wg.Done() }() }; <-c }`, isUnclear},
	{"one that is waited for in each turn", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(5); for range 5 { go func() { wg.Done() }(); wg.Wait() } }`, isUnclear},
	{"one that is waited for by a deferred call", `
		import "sync"
		func f(x []bool) { var wg sync.WaitGroup; wg.Add(len(x)); defer wg.Wait(); for _, b := range x { if b { return }; go func() { wg.Done() }() } }`, isNone},
	{"one that counts more than the loop has turns", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(5); for range 4 { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that counts the turns of another loop, too", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(5); for range 5 { go func() { wg.Done() }() }; for range 5 { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one of a loop that may be left earlier", `
		import "sync"
		func f(x []bool) { var wg sync.WaitGroup; wg.Add(len(x)); for _, b := range x { if b { break }; go func() { wg.Done() }() }; wg.Wait() }`, isNone},
	{"one of a loop that starts nothing in some turns", `
		import "sync"
		func f(x []bool) { var wg sync.WaitGroup; wg.Add(len(x)); for _, b := range x { if b { continue }; go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that is added to once for several loops", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; wg.Add(5); for range n { for range 5 { go func() { wg.Done() }() } }; wg.Wait() }`, isUnclear},
	{"one that is added to again and again for one loop", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; for range n { wg.Add(5) }; for range 5 { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that is added to on a condition", `
		import "sync"
		func f(x bool) { var wg sync.WaitGroup; if x { wg.Add(5) }; for range 5 { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that is added to once for a loop that comes again", `
		import "sync"
		func f(x func() bool) { var wg sync.WaitGroup; wg.Add(5); for { for range 5 { go func() { wg.Done() }() }; if x() { break } }; wg.Wait() }`, isUnclear},
	{"one that may be added to twice for one loop", `
		import "sync"
		func f(x func() bool) { var wg sync.WaitGroup; for { wg.Add(5); if x() { break } }; for range 5 { go func() { wg.Done() }() }; wg.Wait() }`, isUnclear},
	{"one that counts one more than the loop has turns", `
		import "sync"
		func f(n int) { var wg sync.WaitGroup; wg.Add(n); for i := 1; i < n; i++ { go func() { wg.Done() }() }; wg.Wait() }`, isNone},
	{"one that counts for the second of two loops", `
		import "sync"
		func f() { var wg sync.WaitGroup; wg.Add(5); for range 5 { print() }; for range 5 { go func() { wg.Done() }() }; wg.Wait() }`, isClean},
	{"one of a loop that is entered on another condition", `
		import "sync"
		func f(n, m int) { var wg sync.WaitGroup; wg.Add(n); i := 0; if 0 < m { again: go func() { wg.Done() }(); i++; if i < n { goto again } }; wg.Wait() }`, isNone},
	{"one that counts a number for a loop that ends by another one", `
		import "sync"
		func f(n, m int) { var wg sync.WaitGroup; wg.Add(n); for range m { go func() { wg.Done() }() }; wg.Wait() }`, isNone},
	{"one for the elements of a slice that grows meanwhile", `
		import "sync"
		func f(list []int) { var wg sync.WaitGroup; wg.Add(len(list)); for i := 0; i < len(list); i++ { if i == 3 { list = append(list, 1) }; go func() { wg.Done() }() }; wg.Wait() }`, isNone},
}

// outlinesOfTimers are programs with functions that run when a timer runs out.
var outlinesOfTimers = []struct{ name, source, want string }{
	{"a function that a timer calls once, for one who waits twice", `
		import "time"
		func f() { c := make(chan int); time.AfterFunc(time.Second, func() { c <- 1 }); <-c; <-c }`, isUnclear},
	{"one that somebody waits for once", `
		import "time"
		func f() { c := make(chan int); time.AfterFunc(time.Second, func() { c <- 1 }); <-c }`, isClean},
	{"one of a timer that is stopped, perhaps before", `
		import "time"
		func f() { c := make(chan int); t := time.AfterFunc(time.Second, func() { c <- 1 }); defer t.Stop(); <-c }`, isUnclear},
	{"one of such a timer that nobody has to wait for", `
		import "time"
		func f() { c := make(chan int); t := time.AfterFunc(time.Second, func() { close(c) }); t.Stop() }`, isClean},
	{"one of a timer that is kept in a field", `
		import "time"
		type job struct { t *time.Timer }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); j.t.Stop() }`, isClean},
	{"one of a timer that is set again", `
		import "time"
		func f() { c := make(chan int); t := time.AfterFunc(time.Second, func() { close(c) }); t.Reset(1) }`, isNone},
	{"one of a timer in a field that is set again", `
		import "time"
		type job struct { t *time.Timer }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); j.t.Reset(1) }`, isNone},
	{"one of a timer in a field, where those in another one are set again", `
		import "time"
		type job struct { t *time.Timer }
		type other struct { t *time.Timer }
		func again(o *other) { o.t.Reset(1) }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); again(&other{time.NewTimer(1)}); j.t.Stop() }`, isClean},
	{"one of a timer in a field that another function sets again", `
		import "time"
		type job struct { t *time.Timer }
		func again(j *job) { j.t.Reset(1) }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); again(j) }`, isNone},
	{"one of a timer in a field that is set again by way of another type", `
		import "time"
		type job struct { t *time.Timer }
		type other struct { t *time.Timer }
		func again(o *other) { o.t.Reset(1) }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); again((*other)(j)) }`, isNone},
	{"one of a timer in a field that is set again by way of a type without a name", `
		import "time"
		type job struct { t *time.Timer }
		func again(o struct { t *time.Timer }) { o.t.Reset(1) }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); again(*j) }`, isNone},
	{"one of a timer in a struct without a name", `
		import "time"
		func again(o struct { t *time.Timer }) { o.t.Reset(1) }
		func f() { c := make(chan int); var j struct { t *time.Timer }; j.t = time.AfterFunc(time.Second, func() { close(c) }); again(j) }`, isNone},
	{"one of a timer in a field of a copy", `
		import "time"
		type job struct { t *time.Timer }
		func (j *job) copy() job { return *j }
		func f() { c := make(chan int); j := &job{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); j.copy().t.Reset(1) }`, isNone},
	{"one of a timer in a variable that a literal sets again", `
		import "time"
		func f() { c := make(chan int); var t *time.Timer; t = time.AfterFunc(time.Second, func() { close(c) }); defer func() { t.Reset(1) }() }`, isNone},
	{"one of a timer that a literal leaves in a variable", `
		import "time"
		func f() { c := make(chan int); var t *time.Timer; func() { t = time.AfterFunc(time.Second, func() { close(c) }) }(); t.Reset(1) }`, isNone},
	{"one of a timer that is moved from one variable to the other", `
		import "time"
		type job struct { t *time.Timer }
		type other struct { t *time.Timer }
		func f() { c := make(chan int); j, o := &job{}, &other{}; j.t = time.AfterFunc(time.Second, func() { close(c) }); o.t = j.t; o.t.Reset(1) }`, isNone},
	{"one of one of two timers", `
		import "time"
		func f(first bool) { c := make(chan int); t := time.NewTimer(1); if first { t = time.AfterFunc(time.Second, func() { close(c) }) }; t.Reset(1) }`, isNone},
	{"one of a timer that is returned", `
		import "time"
		func start(f func()) *time.Timer { return time.AfterFunc(time.Second, f) }
		func f() { c := make(chan int); start(func() { close(c) }).Reset(1) }`, isNone},
	{"one of a timer of which the method is a value", `
		import "time"
		func f() { c := make(chan int); t := time.AfterFunc(time.Second, func() { close(c) }); again := t.Reset; again(1) }`, isNone},
	{"one of a timer in a field that others can use", `
		import "time"
		type Job struct { T *time.Timer }
		func f() { c := make(chan int); j := &Job{}; j.T = time.AfterFunc(time.Second, func() { close(c) }); j.T.Stop() }`, isNone},
	{"one of a timer in a field whose methods others can use", `
		import "time"
		type timer = *time.Timer
		type job struct { timer }
		func f() { c := make(chan int); j := &job{}; j.timer = time.AfterFunc(time.Second, func() { close(c) }); j.timer.Stop() }`, isNone},
	{"one of a timer in a variable whose address others get", `
		import "time"
		var Keep func(**time.Timer)
		func f() { c := make(chan int); var t *time.Timer; t = time.AfterFunc(time.Second, func() { close(c) }); Keep(&t) }`, isNone},
	{"one of a timer in a variable that a literal stops", `
		import "time"
		func f() { c := make(chan int); var t *time.Timer; t = time.AfterFunc(time.Second, func() { close(c) }); defer func() { t.Stop() }() }`, isClean},
	{"one of a timer that others get", `
		import "time"
		var Keep func(*time.Timer)
		func f() { c := make(chan int); t := time.AfterFunc(time.Second, func() { close(c) }); Keep(t) }`, isNone},
}
