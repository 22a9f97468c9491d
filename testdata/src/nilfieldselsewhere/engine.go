// Package nilfieldselsewhere has a channel that only the file for another system makes.
package nilfieldselsewhere

type Engine struct{ stopped chan struct{} }

func (e *Engine) Stop() { close(e.stopped) }

func (e *Engine) Wait() { <-e.stopped }

// Idle is an engine that nobody waits for.
func Idle() *Engine { return &Engine{} }
