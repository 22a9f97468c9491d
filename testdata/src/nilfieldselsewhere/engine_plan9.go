package nilfieldselsewhere

func New() *Engine { return &Engine{stopped: make(chan struct{})} }
