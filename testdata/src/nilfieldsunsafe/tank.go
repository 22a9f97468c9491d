// Package nilfieldsunsafe sets a field by its place alone.
package nilfieldsunsafe

import "unsafe"

type Tank struct {
	litres int
	empty  chan struct{}
}

func New() *Tank {
	t := &Tank{}
	*(*chan struct{})(unsafe.Add(unsafe.Pointer(&t.litres), unsafe.Sizeof(t.litres))) = make(chan struct{})
	return t
}

func (t *Tank) Drain() { close(t.empty) }

func (t *Tank) Wait() { <-t.empty }
