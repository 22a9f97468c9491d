package callers

func prepare(async bool) int {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	return <-ch
}

// Wrong: the variable is initialised without a goroutine.
var prepared = prepare(false)

func preparedAgain() int { return prepare(true) + prepared }

func arrange(async bool) int {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	return <-ch
}

// Right: within the function that a variable holds it is asynchronous.
var arranged = func() int { return arrange(true) }
