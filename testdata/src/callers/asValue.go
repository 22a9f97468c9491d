package callers

func valued(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	<-ch
}

// Valued may be called with anything.
var Valued = valued

func callsValued() { valued(true) }

type shooter interface{ fire(async bool) }

type gun struct{}

func (gun) fire(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	<-ch
}

// Wrong: false goes by way of the interface.
func fires(s shooter) { s.fire(false) }

func firesGun() {
	gun{}.fire(true)
	fires(gun{})
}

type bow struct{}

func (bow) draw(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1 // want "send on ch blocks forever"
	}
	<-ch
}

// Wrong: false goes by way of the method value.
func draws() {
	d := bow{}.draw
	d(false)
	bow{}.draw(true)
}
