package filled

// Before anybody fills it, it is zero.
func AsksBefore(f Feed) {
	done := make(chan bool)
	go func() {
		var o order
		if !o.Quit {
			done <- true
		}
		_ = f.Next(&o)
	}()
	<-done
}

// Who asks twice is told the same.
func Agrees(f Feed) {
	done := make(chan bool)
	var o order
	_ = f.Next(&o)
	if o.Quit {
		go func() { done <- true }()
	}
	if o.Quit {
		<-done
	}
}

// What the program has stored may be as it was.
func Presets(f Feed) {
	o := order{Count: 1}
	_ = f.Next(&o)
	done := make(chan bool)
	go func() {
		if o.Count > 0 {
			done <- true
		}
	}()
	<-done
}

// So it may if it does so later, in a loop.
func Counts(f Feed) {
	var o order
	done := make(chan bool, 1)
	for range 2 {
		_ = f.Next(&o)
		if o.Count > 5 {
			done <- true
		}
		o.Count = 1
	}
}

// Of two who are given it one may only look, and leave it as it is.
func Looks(f, journal Feed) {
	var o order
	_ = f.Next(&o)
	quits := o.Quit
	_ = journal.Next(&o)
	done := make(chan bool)
	if quits {
		go func() { done <- true }()
	}
	if o.Quit {
		<-done
	}
}

// Who is given nothing of the outside world says what the program has given him.
func Reads(f func(text string, into any)) {
	var o order
	f("3", &o)
	done := make(chan bool)
	if o.Count >= 0 {
		go func() { done <- true }()
	}
	if o.Count >= 0 {
		<-done
	}
}

// What the type says is there for more than to be filled.
func Configures(f interface{ Start(*order) error }) {
	var o order
	_ = f.Start(&o)
	done := make(chan bool)
	go func() {
		if !o.Quit {
			done <- true
		}
	}()
	<-done
}

// Who was made of what the program has says what that is.
func Replays(makes interface{ Of(*order) Feed }) {
	var o order
	_ = makes.Of(&order{Count: 1}).Next(&o)
	done := make(chan bool)
	go func() {
		if o.Count > 0 {
			done <- true
		}
	}()
	<-done
}

// What the program stores at last may be there at first: the function is called again.
func Settles(f Feed) {
	var o order
	done := make(chan bool)
	_ = f.Next(&o)
	if o.Quit {
		done <- true
	}
	o.Quit = len(done) == 0
}
