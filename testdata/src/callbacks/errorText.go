package callbacks

import "fmt"

type failure struct{ asked chan struct{} }

func (f *failure) Error() string {
	close(f.asked)
	return "failure"
}

// Right: Errorf calls Error.
func errorText() error {
	f := &failure{asked: make(chan struct{})}
	err := fmt.Errorf("wrapped: %w", f)
	<-f.asked
	return err
}
