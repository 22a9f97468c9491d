package nils

// Wrong: one call leaves d nil.
func takesIfAsked(asked bool) {
	c := make(chan int, 1)
	c <- 1
	var d chan int
	if asked {
		d = c
	}
	<-d // want `receive from a nil channel \(d\) blocks forever .if !asked.`
}

func takesOnceOrNever() {
	takesIfAsked(true)
	takesIfAsked(false)
}

// Right: nobody calls it so.
func takesWhenAsked(asked bool) {
	c := make(chan int, 1)
	c <- 1
	var d chan int
	if asked {
		d = c
	}
	<-d
}

func takesOnce() { takesWhenAsked(true) }

// TakesForAll may be called either way. Nothing is told of what is nil under an assumption.
func TakesForAll(asked bool) {
	c := make(chan int, 1)
	c <- 1
	var d chan int
	if asked {
		d = c
	}
	<-d
}
