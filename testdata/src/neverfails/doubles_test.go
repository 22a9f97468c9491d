package neverfails

import (
	"errors"
	"testing"
)

// A broken writer is one for tests.
type broken struct{ err error }

func (b *broken) Write([]byte) (int, error) { return 0, b.err }

type sink interface{ Write([]byte) (int, error) }

type requests struct{ to sink }

func (r *requests) send(answers chan int) error {
	_, err := r.to.Write(nil)
	if err != nil {
		return err
	}
	<-answers
	return nil
}

// Right: the writer fails.
func TestWriteError(t *testing.T) {
	r := &requests{to: &broken{errors.New("broken")}}
	if err := r.send(make(chan int)); err == nil {
		t.Error("no error")
	}
}
