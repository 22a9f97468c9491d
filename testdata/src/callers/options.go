package callers

type options struct {
	async   bool
	workers int
}

func launch(o options) {
	ch := make(chan int)
	if o.async {
		go func() { ch <- o.workers }()
	}
	<-ch
}

// Right: each caller says that it is asynchronous.
func configured() {
	launch(options{async: true})
	launch(options{async: true, workers: 4})
}
