package sizes

import "runtime"

// crew starts as many workers as there are tasks, but no more than there are processors.
func crew(tasks uint) (results chan int) {
	workers := tasks
	if n := runtime.NumCPU(); workers > uint(n) {
		workers = uint(n)
	}
	work := make(chan int)
	results = make(chan int, tasks)
	go func() {
		defer close(work)
		for task := uint(0); task < tasks; task++ {
			work <- int(task)
		}
	}()
	for i := 0; i < int(workers); i++ {
		go func() {
			for task := range work {
				results <- task
			}
		}()
	}
	return results
}

// Right: a machine has one processor at least.
func oneTask() { <-crew(1) }

// Wrong: where there is one processor, nobody works.
func spare() {
	workers := 1
	if n := runtime.NumCPU() - 1; workers > n {
		workers = n
	}
	work := make(chan int)
	for i := 0; i < workers; i++ {
		go func() { <-work }()
	}
	work <- 1 // want `blocks forever`
}
