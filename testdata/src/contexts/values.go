package contexts

import "context"

type doneKey struct{}

// Right: who has the context has the channel.
func valueCloses(ctx context.Context) {
	done := make(chan struct{})
	go closeValue(context.WithValue(ctx, doneKey{}, done))
	<-done
}

func closeValue(ctx context.Context) {
	if done, ok := ctx.Value(doneKey{}).(chan struct{}); ok {
		close(done)
	}
}

// Right: what is derived from is cancelled.
func valueOfCancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	<-context.WithValue(ctx, doneKey{}, 1).Done()
}

// Wrong: the channel is not the value.
func valueCloseWrong(ctx context.Context) {
	done := make(chan struct{})
	go closeValue(context.WithValue(ctx, doneKey{}, 1))
	<-done // want "receive from done blocks forever"
}

// Wrong: nobody cancels.
func valueOfBackground() {
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), doneKey{}, 1))
	_ = cancel
	<-ctx.Done() // want "receive from ctx.Done\\(\\) blocks forever"
}
