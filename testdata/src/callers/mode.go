package callers

type mode int

const (
	quick mode = iota
	thorough
	never
)

func check(m mode) {
	done := make(chan struct{})
	switch m {
	case quick:
		close(done)
	case thorough:
		go close(done)
	}
	<-done
}

// Right: nobody passes never.
func modes() {
	check(quick)
	check(thorough)
}
