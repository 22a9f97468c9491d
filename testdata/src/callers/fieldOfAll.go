package callers

type conn struct{ async bool }

func newConn() *conn { return &conn{async: true} }

func (c *conn) do() int {
	ch := make(chan int)
	if c.async {
		go func() { ch <- 1 }()
	} else {
		ch <- 1
	}
	return <-ch
}

// Right: the only constructor makes it asynchronous.
func done() int { return newConn().do() }
