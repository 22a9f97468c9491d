package knows

import "net/url"

type response struct{ body chan int }

// Fetch asks somebody else.
var Fetch func() (*response, error)

// Right: there is a response if there is no error.
func fetched() {
	c := make(chan int)
	r, err := Fetch()
	if err != nil {
		return
	}
	if r == nil {
		<-c
	}
}

// Wrong: an error may well come.
func failed() {
	c := make(chan int)
	r, err := Fetch()
	if err != nil {
		<-c // want "receive from c blocks forever"
	}
	_ = r
}

// Wrong: with a response nobody sends.
func answered() {
	c := make(chan int)
	r, err := Fetch()
	if err != nil {
		return
	}
	if r != nil {
		<-c // want "receive from c blocks forever"
	}
}

// Right: the path is "/".
func parsed() {
	c := make(chan int)
	u, err := url.Parse("http://host/")
	if err != nil {
		return
	}
	if u.Path != "/" {
		<-c
	}
}
