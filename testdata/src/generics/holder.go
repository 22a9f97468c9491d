package generics

// A queue keeps what it is given; whoever has it may call it.
type queue[T any] struct{ items []T }

func (q *queue[T]) put(x T) { q.items = append(q.items, x) }

// The function is kept, and may be called later.
func kept(q *queue[func()]) {
	done := make(chan struct{})
	q.put(func() { close(done) })
	<-done
}
