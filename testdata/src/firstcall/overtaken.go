package firstcall

// An order is made ready for whoever has placed it.
type order struct {
	dish  string
	ready chan int
}

// A Kitchen takes an urgent order in place of the one that it has just been given.
type Kitchen struct{ orders, urgent chan order }

func NewKitchen() *Kitchen {
	k := &Kitchen{make(chan order), make(chan order)}
	go k.cook()
	return k
}

func (k *Kitchen) cook() {
	for {
		o := <-k.orders
		select {
		case o = <-k.urgent:
		default:
		}
		o.ready <- len(o.dish)
	}
}

func (k *Kitchen) Order(dish string) int {
	o := order{dish, make(chan int)}
	k.orders <- o
	return <-o.ready
}

func (k *Kitchen) Hurry(dish string) int {
	o := order{dish, make(chan int)}
	k.urgent <- o
	return <-o.ready
}
