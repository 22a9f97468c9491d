package callers

func first(fs ...func() int) int {
	ch := make(chan int, len(fs))
	for _, f := range fs {
		go func() { ch <- f() }()
	}
	return <-ch // want "receive from ch blocks forever"
}

// Right: somebody answers.
func one() int { return first(func() int { return 1 }) }

// Wrong: there is nobody to answer.
func nobody() int { return first() }
