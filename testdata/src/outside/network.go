package outside

import (
	"bytes"
	"encoding/xml"
	"net"
)

// Wrong: nothing may come, or nobody be there.
func acceptsOne(l net.Listener) {
	accepted := make(chan net.Conn)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		accepted <- c
	}()
	<-accepted // want "receive from accepted blocks forever"
}

func dialsOne(address string) {
	dialled := make(chan net.Conn)
	go func() {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		dialled <- c
	}()
	<-dialled // want "receive from dialled blocks forever"
}

func encodesOne(v any) {
	written := make(chan bool)
	go func() {
		if err := xml.NewEncoder(new(bytes.Buffer)).Encode(v); err != nil {
			return
		}
		written <- true
	}()
	<-written // want "receive from written blocks forever"
}
