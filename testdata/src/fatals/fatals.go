// Package fatals ends by methods of which only the names say so.
package fatals

var do func() error

// Right: who calls Fatal doesn't come back, in any logger that we have heard of.
type logger interface {
	Print(...any)
	Fatal(...any)
}

func serve(log logger) {
	done := make(chan bool)
	go func() { done <- true }()
	if do() != nil {
		log.Fatal("no")
		return
	}
	<-done
}

// Wrong: who prints goes on.
func print(log logger) {
	done := make(chan bool)
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine`
	if do() != nil {
		log.Print("no")
		return
	}
	<-done
}

// A recorder is a logger that goes on, whatever its methods are called.
type recorder struct{ called bool }

func (r *recorder) Print(...any) {}
func (r *recorder) Fatal(...any) { r.called = true }

// Wrong: it is known which logger it is.
func record() {
	var log logger = &recorder{}
	done := make(chan bool)
	go func() { done <- true }() // want `send on done blocks forever and leaks the goroutine`
	if do() != nil {
		log.Fatal("no")
		return
	}
	<-done
}
