package parents

import "sync"

type car struct {
	mu     sync.Mutex
	engine *engine
	km     int
}

type engine struct {
	mu  sync.Mutex
	car *car
	rpm int
}

func NewCar() *car {
	c := &car{}
	c.engine = &engine{car: c}
	return c
}

func (c *car) Engine() *engine { return c.engine }

// Wrong: the engine takes the car's lock while it has its own.
func (c *car) Drive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.engine.turn()
}

func (c *car) count() {
	c.mu.Lock()
	c.km++
	c.mu.Unlock()
}

func (e *engine) turn() {
	e.mu.Lock() // want `e\.mu\.Lock blocks forever: a call of \(\*engine\)\.Start takes it and c\.mu in the other order, at singles\.go:\d+ and at singles\.go:\d+`
	e.rpm++
	e.mu.Unlock()
}

func (e *engine) Start() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.car.count()
}
