package callers

func crewSize() int { return 2 }

func crewSizes(large bool) (int, bool) {
	if large {
		return 5, true
	}
	return 0, false
}

func crew(size int, busy bool) {
	done := make(chan struct{})
	if size > 0 {
		go close(done)
	}
	<-done
}

// Right: there are two, or five.
func crewed() {
	crew(crewSize(), true)
	size, busy := crewSizes(true)
	crew(size, busy)
}

func lonelyCrew(size int, busy bool) {
	done := make(chan struct{})
	if size > 0 {
		go close(done)
	}
	if busy {
		<-done // want "receive from done blocks forever"
	}
}

// Wrong: there is nobody, and it is waited for.
func lonely() {
	size, _ := crewSizes(false)
	_, busy := crewSizes(true)
	lonelyCrew(size, busy)
}

func crewOf(size int) int {
	if size < 1 {
		return 1
	}
	return size
}

// Right: it is one at least.
func atLeastOne() { crew(crewOf(0), false) }
