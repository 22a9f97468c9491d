package decisions

// Right: one of the two comparisons holds.
func compareTwice(a, b int) {
	done := make(chan struct{})
	go func() {
		if a < b {
			close(done)
		}
		if a >= b {
			close(done)
		}
	}()
	<-done
}

// Right: one of three holds.
func compareThrice(a, b string) {
	done := make(chan struct{}, 1)
	switch {
	case a < b:
		close(done)
	case b < a:
		close(done)
	case a == b:
		close(done)
	}
	<-done
}

// Right: the answer is kept, and doesn't change.
func leader(id, first string, work func()) {
	leads := id == first
	done := make(chan struct{})
	if leads {
		go func() {
			work()
			close(done)
		}()
	}
	work()
	if leads {
		<-done
	}
}

// Right: both goroutines compare the same.
func compareApart(a, b *int) {
	done := make(chan struct{})
	go func() {
		if a == b {
			close(done)
		}
	}()
	if a == b {
		<-done
	}
}

// Right: what is put together is the same each time.
func joinTwice(a, b string) {
	done := make(chan struct{}, 1)
	if a+b == "ab" {
		close(done)
	}
	if a+b != "ab" {
		close(done)
	}
	<-done
}

// Right: it is never empty.
func prefixed(s string) {
	done := make(chan struct{})
	go func() {
		if name := "x" + s; name != "" {
			close(done)
		}
	}()
	<-done
}

// Right: it always ends like that.
func suffixed(names []string) {
	for _, s := range names {
		done := make(chan struct{}, 1)
		if s+".go" != "main.c" {
			close(done)
		}
		<-done
	}
}

// Right: the first letter is one or the other.
func letter(s string) {
	done := make(chan struct{}, 1)
	if s[0] == 'a' {
		close(done)
	}
	if s[0] != 'a' {
		close(done)
	}
	<-done
}

// Wrong: they can be equal.
func compareTwiceWrong(a, b int) {
	done := make(chan struct{})
	go func() {
		if a < b {
			close(done)
		}
		if a > b {
			close(done)
		}
	}()
	<-done // want "receive from done blocks forever"
}

// Wrong: other comparisons are other questions.
func leaderWrong(id, first, last string, work func()) {
	leads := id == first
	done := make(chan struct{})
	if leads {
		go func() {
			work()
			close(done)
		}()
	}
	if id == last {
		<-done // want "receive from done blocks forever"
	}
}

// Wrong: it may well be "x".
func prefixedWrong(s string) {
	done := make(chan struct{})
	go func() {
		if name := "x" + s; name != "x" {
			close(done)
		}
	}()
	<-done // want "receive from done blocks forever"
}

// Wrong: another letter may be another one.
func letterWrong(s string) {
	done := make(chan struct{}, 1)
	if s[0] == 'a' {
		close(done)
	} else if s[1] == 'a' {
		close(done)
	}
	<-done // want "receive from done blocks forever"
}
