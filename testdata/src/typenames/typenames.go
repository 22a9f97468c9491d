// Package typenames has type assertions to types that can be spelled in several
// ways.
package typenames

type server struct{ size int }

// configure hangs on an option that it doesn't know.
func configure(options ...any) {
	s := &server{}
	for _, o := range options {
		switch o := o.(type) {
		case func(*server):
			o(s)
		default:
			select {}
		}
	}
}

// The option is a function of the right type, whatever its parameter is called.
func named() {
	done := make(chan bool)
	go func() {
		<-done // want "receive from done blocks forever"
	}()
	configure(func(s *server) { s.size = 1 })
}

func namedClosed() {
	done := make(chan bool)
	go func() {
		<-done
	}()
	configure(func(s *server) { s.size = 1 })
	close(done)
}

type number = int

// An alias is the same type.
func alias() {
	c := make(chan any, 1)
	c <- number(1)
	if _, ok := (<-c).(int); !ok {
		<-c
	}
}

// It is another type.
func other() {
	c := make(chan any, 1)
	c <- int32(1)
	if _, ok := (<-c).(int); !ok {
		<-c // want "receive from c blocks forever"
	}
}
