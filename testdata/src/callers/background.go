package callers

import "context"

func waitFor(ctx context.Context) bool {
	done := make(chan struct{})
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// Right: the context ends some time.
func waitForSome(ctx context.Context) { waitFor(ctx) }

func waitUnending(ctx context.Context) bool {
	done := make(chan struct{})
	select { // want "blocks forever"
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// Wrong: this one never does.
func unending() { waitUnending(context.Background()) }

func waitAnyway(ctx context.Context, background bool) bool {
	done := make(chan struct{})
	if background {
		go close(done)
	}
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// Right: who has no context that ends starts somebody.
func anyway(ctx context.Context) {
	waitAnyway(ctx, false)
	waitAnyway(context.TODO(), true)
}
