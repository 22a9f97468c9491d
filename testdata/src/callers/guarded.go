package callers

func drain(n int) {
	ch := make(chan int)
	if n > 0 {
		go func() { ch <- n }()
	}
	<-ch
}

// Right: it is only called for numbers above zero.
func guardedDrain(n int) {
	if n <= 0 {
		return
	}
	drain(n)
}

func report(err error) {
	said := make(chan error)
	if err != nil {
		go func() { said <- err }()
	}
	<-said
}

// Right: it is only called if there is an error.
func guardedReport(err error) {
	if err != nil {
		report(err)
	}
}

func reportAlways(err error) {
	said := make(chan error)
	if err != nil {
		go func() { said <- err }()
	}
	<-said // want "receive from said blocks forever"
}

// Wrong: it is called when there is none.
func unguardedReport(err error) {
	if err == nil {
		reportAlways(err)
	}
}

func three(n int) {
	ch := make(chan int)
	go func() { ch <- n }()
	if n >= 3 {
		<-ch
	}
}

// Right: it is called with three and more.
func threeAndMore(n int) {
	three(3)
	if n > 3 {
		three(n)
	}
}
