package vacated

import (
	"context"
	"log"
)

// A Careful feed looks at the context where it sends.
type Careful struct {
	source Source
	failed chan error
}

// NewCareful makes one.
func NewCareful(s Source) *Careful { return &Careful{s, make(chan error)} }

// Run feeds until the context ends.
func (c *Careful) Run(ctx context.Context) error {
	go func() {
		if _, err := c.source.Next(); err != nil {
			select {
			case c.failed <- err:
			case <-ctx.Done():
			}
		}
	}()
	select {
	case <-ctx.Done():
		return c.source.Close()
	case err := <-c.failed:
		return err
	}
}

// A Roomy feed has room for what is sent.
type Roomy struct {
	source Source
	failed chan error
}

// NewRoomy makes one.
func NewRoomy(s Source) *Roomy { return &Roomy{s, make(chan error, 1)} }

// Run feeds until the context ends.
func (r *Roomy) Run(ctx context.Context) error {
	go func() {
		_, err := r.source.Next()
		r.failed <- err
	}()
	select {
	case <-ctx.Done():
		return r.source.Close()
	case err := <-r.failed:
		return err
	}
}

// An Asked feed lets others ask for what failed.
type Asked struct {
	source Source
	failed chan error
}

// NewAsked makes one.
func NewAsked(s Source) *Asked { return &Asked{s, make(chan error)} }

// Run feeds until the context ends.
func (a *Asked) Run(ctx context.Context) error {
	go func() {
		_, err := a.source.Next()
		a.failed <- err
	}()
	select {
	case <-ctx.Done():
		return a.source.Close()
	case err := <-a.failed:
		return err
	}
}

// Err waits for what failed.
func (a *Asked) Err() error { return <-a.failed }

// A Drained feed is emptied when it ends.
type Drained struct {
	source Source
	failed chan error
}

// NewDrained makes one.
func NewDrained(s Source) *Drained { return &Drained{s, make(chan error)} }

// Run feeds until the context ends, and waits for the goroutine.
func (d *Drained) Run(ctx context.Context) error {
	go func() {
		_, err := d.source.Next()
		d.failed <- err
	}()
	select {
	case <-ctx.Done():
		d.source.Close()
		return <-d.failed
	case err := <-d.failed:
		return err
	}
}

// A Swept feed has what is left taken by another goroutine.
type Swept struct {
	source Source
	failed chan error
}

// NewSwept makes one.
func NewSwept(s Source) *Swept { return &Swept{s, make(chan error)} }

// Run feeds until the context ends.
func (s *Swept) Run(ctx context.Context) error {
	go func() {
		_, err := s.source.Next()
		s.failed <- err
	}()
	select {
	case <-ctx.Done():
		go func() { <-s.failed }()
		return s.source.Close()
	case err := <-s.failed:
		return err
	}
}

// A Kept feed is run again and again.
type Kept struct {
	source Source
	failed chan error
}

// NewKept makes one.
func NewKept(s Source) *Kept { return &Kept{s, make(chan error)} }

// Serve runs it for good.
func (k *Kept) Serve(next func() context.Context) {
	for {
		log.Print(k.Run(next()))
	}
}

// Run feeds until the context ends.
func (k *Kept) Run(ctx context.Context) error {
	go func() {
		_, err := k.source.Next()
		k.failed <- err
	}()
	select {
	case <-ctx.Done():
		return k.source.Close()
	case err := <-k.failed:
		return err
	}
}

// A Reborn feed runs anew when a context has ended.
type Reborn struct {
	source Source
	failed chan error
}

// NewReborn makes one.
func NewReborn(s Source) *Reborn { return &Reborn{s, make(chan error)} }

// Run feeds until the source fails.
func (r *Reborn) Run(ctx context.Context, renew func() context.Context) error {
	go func() {
		_, err := r.source.Next()
		r.failed <- err
	}()
	select {
	case <-ctx.Done():
		return r.Run(renew(), renew)
	case err := <-r.failed:
		return err
	}
}

// A Told feed tells the goroutine that it goes.
type Told struct {
	source Source
	failed chan error
	gone   bool
}

// NewTold makes one.
func NewTold(s Source) *Told { return &Told{source: s, failed: make(chan error)} }

// Run feeds until the context ends.
func (t *Told) Run(ctx context.Context) error {
	go func() {
		_, err := t.source.Next()
		if !t.gone {
			t.failed <- err
		}
	}()
	select {
	case <-ctx.Done():
		t.gone = true
		return t.source.Close()
	case err := <-t.failed:
		return err
	}
}

// A Final feed ends the program.
type Final struct {
	source Source
	failed chan error
}

// NewFinal makes one.
func NewFinal(s Source) *Final { return &Final{s, make(chan error)} }

// Run feeds until the context ends.
func (f *Final) Run(ctx context.Context, l interface{ Fatal(...any) }) error {
	go func() {
		_, err := f.source.Next()
		f.failed <- err
	}()
	select {
	case <-ctx.Done():
		l.Fatal("ended")
		return nil
	case err := <-f.failed:
		return err
	}
}

// A Prompt feed has received before the context counts.
type Prompt struct {
	source Source
	failed chan error
}

// NewPrompt makes one.
func NewPrompt(s Source) *Prompt { return &Prompt{s, make(chan error)} }

// Run waits for the first one, and for more.
func (p *Prompt) Run(ctx context.Context) error {
	go func() {
		_, err := p.source.Next()
		p.failed <- err
	}()
	if err := <-p.failed; err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return p.source.Close()
	case err := <-p.failed:
		return err
	}
}

// An Other feed sends to another one.
type Other struct {
	source Source
	failed chan error
}

// NewOther makes one.
func NewOther(s Source) *Other { return &Other{s, make(chan error)} }

// Relay has what fails here received there.
func (o *Other) Relay(ctx context.Context, to *Other) error {
	go func() {
		_, err := o.source.Next()
		to.failed <- err
	}()
	select {
	case <-ctx.Done():
		return o.source.Close()
	case err := <-o.failed:
		return err
	}
}

// A Shown feed lets others have the channel.
type Shown struct {
	source Source
	failed chan error
}

// NewShown makes one.
func NewShown(s Source) *Shown { return &Shown{s, make(chan error)} }

// Failed is where what fails is sent.
func (s *Shown) Failed() <-chan error { return s.failed }

// Run feeds until the context ends.
func (s *Shown) Run(ctx context.Context) error {
	go func() {
		_, err := s.source.Next()
		s.failed <- err
	}()
	select {
	case <-ctx.Done():
		return s.source.Close()
	case err := <-s.failed:
		return err
	}
}

// A Released goroutine sends only when it is let go on.
type Released struct {
	source Source
	failed chan error
}

// NewReleased makes one.
func NewReleased(s Source) *Released { return &Released{s, make(chan error)} }

// Run feeds until the context ends.
func (r *Released) Run(ctx context.Context) error {
	ready := make(chan struct{})
	defer close(ready)
	go func() {
		_, err := r.source.Next()
		if _, ok := <-ready; ok {
			r.failed <- err
		}
	}()
	select {
	case <-ctx.Done():
		return r.source.Close()
	case ready <- struct{}{}:
		return <-r.failed
	case err := <-r.failed:
		return err
	}
}

// A Joint feed has its channel in common with others, who may receive as well.
type Joint struct {
	source Source
	failed chan error
}

// NewJoint makes two.
func NewJoint(s, other Source) (*Joint, *Joint) {
	failed := make(chan error)
	return newJoint(s, failed), newJoint(other, failed)
}

func newJoint(s Source, failed chan error) *Joint { return &Joint{s, failed} }

// Run feeds until the context ends.
func (j *Joint) Run(ctx context.Context) error {
	go func() {
		_, err := j.source.Next()
		j.failed <- err
	}()
	select {
	case <-ctx.Done():
		return j.source.Close()
	case err := <-j.failed:
		return err
	}
}
