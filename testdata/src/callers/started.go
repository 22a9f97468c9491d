package callers

func deliver(done chan<- struct{}, ready bool) {
	parcel := make(chan int)
	if ready {
		go func() { parcel <- 1 }()
	}
	<-parcel
	close(done)
}

// Right: it is ready, started and deferred.
func started() {
	done := make(chan struct{})
	go deliver(done, true)
	<-done
	defer deliver(make(chan struct{}), true)
}

func collect(done chan<- struct{}, ready bool) {
	parcel := make(chan int)
	if ready {
		go func() { parcel <- 1 }()
	}
	<-parcel // want "receive from parcel blocks forever"
	close(done)
}

// Wrong: it is deferred without.
func deferredCollect() {
	collect(make(chan struct{}), true)
	defer collect(make(chan struct{}), false)
}
