package callers

type bolt struct{ n int }

func (b *bolt) shoot(async bool) {
	ch := make(chan int)
	if async {
		go func() { ch <- b.n }()
	} else {
		ch <- b.n
	}
	<-ch
}

// Right: a method expression is a call like others.
func expressed() { (*bolt).shoot(&bolt{}, true) }
