package callers

func unbox[T any](x T, async bool) T {
	ch := make(chan T)
	if async {
		go func() { ch <- x }()
	} else {
		ch <- x
	}
	return <-ch
}

// Right: asynchronous for each type.
func boxed() int { return unbox(1, true) + len(unbox("a", true)) }
