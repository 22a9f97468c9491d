package contexts

import (
	"context"
	"database/sql"
	"time"
)

// A context that the outside world may end is given to calls that aren't followed: they may fail because
// of it, or of anything else.

// Whoever asks waits for an answer that doesn't come if the query fails.
func queried(parent context.Context, db *sql.DB) *sql.Rows {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	answer := make(chan *sql.Rows)
	go func() {
		rows, err := db.QueryContext(ctx, "select 1")
		if err != nil {
			return
		}
		answer <- rows
	}()
	return <-answer // want "receive from answer blocks forever.*if err != nil"
}

// A doer does something.
type doer interface {
	Do(ctx context.Context) error
}

// The sender is left behind if the first answer is an error.
func firstFailure(parent context.Context, doers [2]doer) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	errs := make(chan error)
	for _, d := range doers {
		go func() { errs <- d.Do(ctx) }() // want "send on errs blocks forever and leaks"
	}
	for range doers {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Nobody is left behind: there is room for all.
func firstFailureRight(parent context.Context, doers [2]doer) error {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	defer cancel()
	errs := make(chan error, len(doers))
	for _, d := range doers {
		go func() { errs <- d.Do(ctx) }()
	}
	for range doers {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// Both look at the context, so that neither waits for the other one when it has ended.
func queriedRight(parent context.Context, db *sql.DB) *sql.Rows {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	answer := make(chan *sql.Rows)
	go func() {
		rows, err := db.QueryContext(ctx, "select 1")
		if err != nil {
			cancel()
			return
		}
		select {
		case answer <- rows:
		case <-ctx.Done():
		}
	}()
	select {
	case rows := <-answer:
		return rows
	case <-ctx.Done():
		return nil
	}
}

// After it was cancelled, a call with the context says so, and nothing else.
func cancelledBefore(parent context.Context, d doer) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	cancel()
	done := make(chan int)
	if err := d.Do(ctx); err == nil {
		<-done
	}
}

// The goroutine doesn't call before the context has ended.
func calledAfter(parent context.Context, d doer) {
	ctx, cancel := context.WithTimeout(parent, time.Second)
	ended, done := make(chan int), make(chan int)
	go func() {
		<-ended
		if d.Do(ctx) == nil {
			<-done
		}
	}()
	cancel()
	close(ended)
}

// Who ends such a context, and when, is seen as a whole: a call fails because of the context, and then
// nobody waits for it.
func nobodyElseEndsIt(d doer) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	work := make(chan int)
	go func() {
		for d.Do(ctx) == nil {
			select {
			case work <- 1:
			case <-ctx.Done():
				return
			}
		}
	}()
	select {
	case <-work:
	case <-ctx.Done():
	}
}
