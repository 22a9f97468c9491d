// Package rings has buffers that grow: how many elements copy copies the program says.
package rings

// A ring is full if it is read from where it is written to next.
type ring struct {
	data        []int
	read, write int
	full        bool
	more        chan bool
}

func newRing() *ring { return &ring{data: make([]int, 1), more: make(chan bool)} }

func (r *ring) put(v int) {
	if r.full {
		data := make([]int, 2*len(r.data))
		n := copy(data, r.data[r.read:])
		n += copy(data[n:], r.data[:r.write])
		r.data, r.read, r.write, r.full = data, 0, n, false
	}
	r.data[r.write] = v
	r.write++
	if r.write == len(r.data) {
		r.write = 0
	}
	r.full = r.write == r.read
}

func (r *ring) get() int {
	if r.read == r.write && !r.full {
		<-r.more
	}
	v := r.data[r.read]
	r.read++
	r.full = false
	return v
}

// Right: there is one for each that is asked for.
func grows() {
	r := newRing()
	r.put(1)
	r.put(2)
	r.get()
	r.get()
}

// Right: all of the two are copied.
func copiesAll() {
	c := make(chan int)
	from, to := make([]int, 2), make([]int, 3)
	n := copy(to, from)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	<-c
	<-c
}

// Wrong: there are no more than two.
func asksForMore() {
	c := make(chan int)
	from, to := make([]int, 2), make([]int, 3)
	n := copy(to, from)
	go func() {
		for i := 0; i < n; i++ {
			c <- i
		}
	}()
	<-c
	<-c
	<-c // want "receive from c blocks forever"
}

// Wrong: nobody knows how many there are.
func copiesSome(from []int) {
	c := make(chan int)
	to := make([]int, 3)
	n := copy(to, from)
	go func() {
		for i := 0; i < n; i++ {
			c <- i // want "send on c blocks forever"
		}
	}()
	<-c
}
