package callers

func deep(workers int) { deeper(workers, workers > 1) }

func deeper(workers int, several bool) {
	done := make(chan struct{}, 1)
	if several {
		done <- struct{}{}
	}
	if workers == 2 {
		<-done
	}
}

// Right: two are several.
func deepest() { deep(2) }
