package unfetched

import (
	"context"
	"io"
	"sync"
	"time"
)

// A Roomy line has room for the one answer that there is.
type Roomy struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialRoomy(conn io.ReadWriteCloser) *Roomy {
	l := &Roomy{conn: conn, answers: make(chan byte, 1)}
	go func() {
		buf := make([]byte, 1)
		if _, err := l.conn.Read(buf); err == nil {
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Roomy) Ask(ctx context.Context) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (l *Roomy) Close() error { return l.conn.Close() }

// A Watchful line looks at its end where it sends.
type Watchful struct {
	conn    io.ReadWriteCloser
	answers chan byte
	end     chan struct{}
	once    sync.Once
}

func DialWatchful(conn io.ReadWriteCloser) *Watchful {
	l := &Watchful{conn: conn, answers: make(chan byte), end: make(chan struct{})}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			select {
			case l.answers <- buf[0]:
			case <-l.end:
				return
			}
		}
	}()
	return l
}

func (l *Watchful) Ask(ctx context.Context) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (l *Watchful) Close() error {
	l.once.Do(func() { close(l.end) })
	return l.conn.Close()
}

// An Emptied line takes what is left when it is closed.
type Emptied struct {
	conn    io.ReadWriteCloser
	answers chan byte
	gone    chan struct{}
}

func DialEmptied(conn io.ReadWriteCloser) *Emptied {
	l := &Emptied{conn: conn, answers: make(chan byte), gone: make(chan struct{})}
	go func() {
		defer close(l.gone)
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Emptied) Ask(ctx context.Context) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

func (l *Emptied) Close() error {
	err := l.conn.Close()
	for {
		select {
		case <-l.answers:
		case <-l.gone:
			return err
		}
	}
}

// A Lasting line is never closed: somebody asks again.
type LastingLine struct {
	conn    io.ReadWriter
	answers chan byte
}

func DialLasting(conn io.ReadWriter) *LastingLine {
	l := &LastingLine{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *LastingLine) Ask(ctx context.Context) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// A Patient line has callers who wait for as long as it takes.
type Patient struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialPatient(conn io.ReadWriteCloser) *Patient {
	l := &Patient{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				buf[0] = 0
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Patient) Ask() byte { return <-l.answers }

func (l *Patient) Close() error { return l.conn.Close() }

// A Swept line has a goroutine that takes the answers of those who have left.
type Swept struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialSwept(conn io.ReadWriteCloser) *Swept {
	l := &Swept{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Swept) Ask(ctx context.Context) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-ctx.Done():
		go func() { <-l.answers }()
		return 0, ctx.Err()
	}
}

func (l *Swept) Close() error { return l.conn.Close() }

// A Stubborn line takes the answer all the same.
type Stubborn struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialStubborn(conn io.ReadWriteCloser) *Stubborn {
	l := &Stubborn{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				buf[0] = 0
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Stubborn) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return <-l.answers, errLate
	}
}

func (l *Stubborn) Close() error { return l.conn.Close() }

// A Polled line is asked by a goroutine of its own, again and again.
type Polled struct {
	conn    io.ReadWriteCloser
	answers chan byte
	last    byte
}

func DialPolled(conn io.ReadWriteCloser) *Polled {
	l := &Polled{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	go func() {
		for {
			l.last, _ = l.Ask(time.Second)
		}
	}()
	return l
}

func (l *Polled) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Polled) Close() error { return l.conn.Close() }

// A Retried line is asked until there is an answer.
type Retried struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialRetried(conn io.ReadWriteCloser) *Retried {
	l := &Retried{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Retried) Get() byte {
	for {
		if b, err := l.ask(time.Second); err == nil {
			return b
		}
	}
}

func (l *Retried) ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Retried) Close() error { return l.conn.Close() }

// A Shared line takes the answers of another one, too.
type Shared struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialShared(conn io.ReadWriteCloser, other *Shared) *Shared {
	l := &Shared{conn: conn, answers: make(chan byte)}
	if other != nil {
		l.answers = other.answers
	}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Shared) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Shared) Close() error { return l.conn.Close() }

// A Known line shows its channel.
type Known struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialKnown(conn io.ReadWriteCloser) *Known {
	l := &Known{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Known) Answers() <-chan byte { return l.answers }

func (l *Known) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Known) Close() error { return l.conn.Close() }

// A Spare line goes back to a pool, with its goroutine.
type Spare struct {
	conn    io.ReadWriter
	answers chan byte
}

var spares sync.Pool

func DialSpare(conn io.ReadWriter) *Spare {
	if l, ok := spares.Get().(*Spare); ok {
		return l
	}
	l := &Spare{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Spare) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Spare) Close() { spares.Put(l) }

// A Broken line is closed where it sends, which is recovered from.
type Broken struct {
	conn    io.ReadWriteCloser
	answers chan byte
	once    sync.Once
}

func DialBroken(conn io.ReadWriteCloser) *Broken {
	l := &Broken{conn: conn, answers: make(chan byte)}
	go func() {
		defer func() { _ = recover() }()
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Broken) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Broken) Close() error {
	l.once.Do(func() { close(l.answers) })
	return l.conn.Close()
}

// A Last line takes one more answer when it is closed.
type Last struct {
	conn    io.ReadWriteCloser
	answers chan byte
}

func DialLast(conn io.ReadWriteCloser) *Last {
	l := &Last{conn: conn, answers: make(chan byte)}
	go func() {
		buf := make([]byte, 1)
		for {
			if _, err := l.conn.Read(buf); err != nil {
				return
			}
			l.answers <- buf[0]
		}
	}()
	return l
}

func (l *Last) Ask(wait time.Duration) (byte, error) {
	select {
	case a := <-l.answers:
		return a, nil
	case <-time.After(wait):
		return 0, errLate
	}
}

func (l *Last) Close() error {
	err := l.conn.Close()
	select {
	case <-l.answers:
	case <-time.After(time.Second):
	}
	return err
}
