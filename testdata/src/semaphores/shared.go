package semaphores

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// Shared is one that other packages use, too: nobody knows how many of its slots are taken.
var Shared = semaphore.NewWeighted(1)

// What is acquired is released.
func withShared(ctx context.Context) error {
	if err := Shared.Acquire(ctx, 1); err != nil {
		return err
	}
	defer Shared.Release(1)
	return nil
}

// There are two who do so, and the context may end meanwhile.
func withSharedAtOnce() {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { withShared(ctx) }()
	go func() { withShared(ctx) }()
	cancel()
}
