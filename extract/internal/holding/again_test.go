package holding_test

import (
	"strings"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/holding"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/internal/supergraphtest"
)

// foundIn runs an analysis on the functions of a package, and lists those in which it finds something, without their types.
func foundIn(t *testing.T, source string, find func(*holding.Analysis, *supergraph.Function) int) string {
	t.Helper()
	w := supergraphtest.Build(t, source)
	a := holding.New(w.Graph, func(f *supergraph.Function) bool { return f.Exported })
	var names []string
	for _, f := range w.Order {
		for range find(a, f) {
			names = append(names, f.Name[strings.LastIndexByte(f.Name, '.')+1:])
		}
	}
	return strings.Join(names, " ")
}

// TestWhatIsClosedInEachTurn looks at loops that read lines. What is wanted are the functions that close a channel again.
func TestWhatIsClosedInEachTurn(t *testing.T) {
	const types = `import ("bufio"; "context"; "encoding/json"; "io"; "net"; "os"; "os/exec"; "strings"; "sync"; "sync/atomic"; "time")
var _ json.Decoder; var _ net.Conn; var _ exec.Cmd; var _ time.Time
var _ context.Context; var _ io.Reader; var _ = os.Exit; var _ bufio.Reader; var _ = strings.ToUpper
type T struct { c, d chan int; is bool; flag atomic.Bool; mu sync.Mutex; next chan int; n int }
func New() *T { return &T{c: make(chan int), d: make(chan int)} }
`
	loop := func(body string) string {
		return "func (t *T) Run(r io.Reader) { for s := bufio.NewScanner(r); s.Scan(); { line := s.Text(); " + body + " } }\n"
	}
	for _, test := range []struct{ name, source, want string }{
		{"for a line", loop(`if line == "x" { close(t.c) }`), "Run"},
		{"in a call", loop(`t.hear(line)`) + `func (t *T) hear(s string) { if s == "x" { close(t.c) } }`, "hear"},
		{"for a part of a line", loop(`if strings.HasPrefix(line, "x") { close(t.c) }`), "Run"},
		{"for what it is in upper case", loop(`if strings.ToUpper(line) == "X" { close(t.c) }`), "Run"},
		{"beside the world", `func (t *T) Run(ctx context.Context, r io.Reader) { for s := bufio.NewScanner(r); s.Scan(); { select { case <-ctx.Done(): return; default: }; if s.Text() == "x" { close(t.c) } } }`, "Run"},
		{"what is put together, and begins anew", `func (t *T) Run(r io.Reader) { all := ""; for s := bufio.NewScanner(r); s.Scan(); { line := s.Text(); if line == "" { if all == "x" { close(t.c) }; all = ""; continue }; all = strings.TrimSpace(line) } }`, "Run"},
		{"what is put together, and stays", `func (t *T) Run(r io.Reader) { all := ""; for s := bufio.NewScanner(r); s.Scan(); { line := s.Text(); if line == "" { if all == "x" { close(t.c) }; continue }; if all == "" { all = strings.TrimSpace(line) } } }`, ""},
		{"the first line", `func (t *T) Run(r io.Reader) { name := ""; for s := bufio.NewScanner(r); s.Scan(); { if name == "" { close(t.c) }; name = s.Text() } }`, ""},
		{"the third one", `func (t *T) Run(r io.Reader) { n := 0; for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { n++; if n == 3 { close(t.c) } } } }`, ""},
		{"it ends", loop(`if line == "x" { close(t.c); return }`), ""},
		{"it breaks", loop(`if line == "x" { close(t.c); break }`), ""},
		{"it ends as it is told", loop(`if t.hear(line) { return }`) + `func (t *T) hear(s string) bool { if s != "x" { return false }; close(t.c); return true }`, ""},
		{"it exits", loop(`if line == "x" { close(t.c); t.exit() }`) + `func (t *T) exit() { os.Exit(1) }`, ""},
		{"a flag", loop(`if line == "x" && !t.is { t.is = true; close(t.c) }`), ""},
		{"an atomic flag", loop(`if line == "x" && t.flag.CompareAndSwap(false, true) { close(t.c) }`), ""},
		{"a flag that decides what it takes the line for", loop(`if t.is { line = "" }; if line == "x" { t.is = true; close(t.c) }`), ""},
		{"a flag of its own", `func (t *T) Run(r io.Reader) { is := false; for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" && !is { is = true; close(t.c) } } }`, ""},
		{"it looks", loop(`if line == "x" { select { case <-t.c: default: close(t.c) } }`), ""},
		{"it recovers", loop(`t.hear(line)`) + `func (t *T) hear(s string) { defer func() { _ = recover() }(); if s == "x" { close(t.c) } }`, ""},
		{"a new channel", loop(`if line == "x" { close(t.next); t.next = make(chan int) }`) + `func (t *T) Make() { t.next = make(chan int) }`, ""},
		{"another channel in each turn", loop(`c := make(chan int); if line == "x" { close(c) }`), ""},
		{"it waits for the other one", loop(`if line == "x" { close(t.c); <-t.d }`), ""},
		{"it waits for the other one in a call", loop(`if line == "x" { close(t.c); t.wait() }`) + `func (t *T) wait() { <-t.d }`, ""},
		{"it closes what it reads from", `func (t *T) Run(r io.ReadCloser) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); r.Close() } } }`, ""},
		{"it may close what it reads from elsewhere", `func (t *T) Run(r io.ReadCloser) { for s := bufio.NewScanner(r); s.Scan(); { switch s.Text() { case "x": close(t.c); case "y": r.Close() } } }`, "Run"},
		{"it closes a file", `func (t *T) Run(r *os.File) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); r.Close() } } }`, ""},
		{"it closes what it reads from in a call", `func (t *T) Run(r io.ReadCloser) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); end(r) } } }; func end(r io.Closer) { r.Close() }`, ""},
		{"others are told, and may end it", `func (t *T) Run(r io.Reader, told func()) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); told() } } }`, ""},
		{"it reads a file", `func (t *T) Run(r *os.File) { line := make([]byte, 8); for { if _, err := r.Read(line); err == nil { close(t.c); r.Close() } } }`, ""},
		{"by an interface", `func (t *T) Run(r interface{ ReadLine() (string, error) }) { for { line, err := r.ReadLine(); if err != nil { return }; if line == "x" { close(t.c) } } }`, "Run"},
		{"a script", `func (t *T) Run() { for s := bufio.NewScanner(strings.NewReader("x")); s.Scan(); { if s.Text() == "x" { close(t.c) } } }`, ""},
		{"a script of its caller", strings.Replace(loop(`if line == "x" { close(t.c) }`), "Run", "run", 1) + `func (t *T) Play() { t.run(strings.NewReader("x")) }`, ""},
		{"it ends for the same line", loop(`if line == "x" { close(t.c) }; if line == "x" { return }`), ""},
		{"it ends for that line or another one", loop(`if line == "x" { close(t.c) }; switch line { case "x", "y": return }`), ""},
		{"it ends for all other lines", loop(`if line == "x" { close(t.c) }; if line != "z" { return }`), ""},
		{"it ends for the same line in the caller", loop(`t.hear(line); if line == "x" { return }`) + `func (t *T) hear(s string) { if s == "x" { close(t.c) } }`, ""},
		{"it ends for a part of the line", loop(`if line == "x" { close(t.c) }; if strings.HasPrefix(line, "x") { return }`), ""},
		{"it asks for the line again", `func (t *T) Run(r io.Reader) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c) }; if s.Text() == "x" { return } } }`, ""},
		{"it remembers to end", loop(`is := false; if line == "x" { close(t.c); is = true }; if is { return }`), ""},
		{"it ends for what is in the same message", `func (t *T) Run(r io.Reader) { for d := json.NewDecoder(r); ; { var m struct { Kind string; Last bool }; if d.Decode(&m) != nil { return }; if m.Kind == "x" { close(t.c) }; if m.Last { return } } }`, ""},
		{"it ends with an error", `func (t *T) Run(r *bufio.Reader) { for { _, err := r.ReadByte(); if err == io.EOF { close(t.c) }; if err != nil { return } } }`, ""},
		{"it begins the next turn without an error", `func (t *T) Run(r *bufio.Reader) { var err error; for err == nil { _, err = r.ReadByte(); if err != nil { close(t.c) } } }`, ""},
		{"it ends for another line", `func (t *T) Run(r *bufio.Reader) { for { line, err := r.ReadString(10); if err != nil { return }; if line == "x" { close(t.c) }; _, err = r.ReadString(10); if err != nil { return } } }`, "Run"},
		{"it ends for a line that does nothing else", loop(`switch line { case "x": close(t.c); case "y": return }`), "Run"},
		{"a line that doesn't come there", loop(`if line == "x" { return }; t.hear(line)`) + `func (t *T) hear(s string) { if s == "x" { close(t.c) } }`, ""},
		{"a line that is another one", loop(`if line == "y" { t.hear(line) }`) + `func (t *T) hear(s string) { if s == "x" { close(t.c) } }`, ""},
		{"a line of those that come there", loop(`if line == "y" { return }; t.hear(line)`) + `func (t *T) hear(s string) { if s == "x" { close(t.c) } }`, "hear"},
		{"a deadline", `func (t *T) Run(c net.Conn) { for s := bufio.NewScanner(c); s.Scan(); { if s.Text() == "x" { close(t.c); c.SetReadDeadline(time.Unix(1, 0)) } } }`, ""},
		{"a deadline, in a call", `func (t *T) Run(c net.Conn) { for s := bufio.NewScanner(c); s.Scan(); { if s.Text() == "x" { close(t.c); stop(c) } } }; func stop(c net.Conn) { c.SetReadDeadline(time.Unix(1, 0)) }`, ""},
		{"a function that is called in a call", `func (t *T) Run(r io.Reader, end func()) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); do(end) } } }; func do(f func()) { f() }`, ""},
		{"the rest is read", `func (t *T) Run(r io.Reader) { b := bufio.NewReader(r); for { line, err := b.ReadString(10); if err != nil { return }; if line == "x" { close(t.c); io.Copy(io.Discard, b) } } }`, ""},
		{"what it reads from is told", `func (t *T) Run(r interface { io.Reader; Over() }) { for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); r.Over() } } }`, ""},
		{"it is told elsewhere", `func (t *T) Run(r interface { io.Reader; Over() }) { for s := bufio.NewScanner(r); s.Scan(); { switch s.Text() { case "x": close(t.c); case "y": r.Over() } } }`, "Run"},
		{"a process", `func (t *T) Run(c *exec.Cmd) { r, _ := c.StdoutPipe(); for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" { close(t.c); c.Process.Kill() } } }`, ""},
		{"what others say", `func (t *T) Run(ask func() string) { for { if ask() == "x" { close(t.c) } } }`, ""},
		{"what has been seen", `func (t *T) Run(r io.Reader) { seen := map[string]bool{}; for s := bufio.NewScanner(r); s.Scan(); { if s.Text() == "x" && !seen["x"] { seen["x"] = true; close(t.c) } } }`, ""},
	} {
		got := foundIn(t, types+test.source, func(a *holding.Analysis, f *supergraph.Function) int { return len(a.Reclosed(f)) })
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestWhatIsFoundInMaps looks at a struct with channels in a map. What is wanted are the functions that send too late, or close
// what two of them have found.
func TestWhatIsFoundInMaps(t *testing.T) {
	const (
		types = `import ("errors"; "sync"; "sync/atomic")
var _ atomic.Bool; var _ = errors.New
type T struct { mu sync.RWMutex; gate sync.Mutex; m, other map[int]*e; wg sync.WaitGroup; is atomic.Bool; n int }
type e struct { c chan int; mu sync.Mutex; shut bool; users int; once sync.Once }
func New() *T { return &T{m: map[int]*e{}, other: map[int]*e{}} }
func (t *T) Add(k int) { x := &e{c: make(chan int, 1)}; t.mu.Lock(); t.m[k] = x; t.mu.Unlock() }
func (t *T) Get(k int) int { t.mu.Lock(); defer t.mu.Unlock(); return <-t.m[k].c }
`
		find = "t.mu.RLock(); x, ok := t.m[k]; t.mu.RUnlock(); if !ok { return }; "
		drop = "t.mu.Lock(); delete(t.m, k); t.mu.Unlock() "
		send = "func (t *T) Send(k int) { " + find + "x.c <- 1 }\n"
		all  = "func (t *T) Close() { t.mu.Lock(); defer t.mu.Unlock(); for _, x := range t.m { close(x.c) }; t.m = nil }\n"
		one  = "func (t *T) Drop(k int) { t.mu.Lock(); defer t.mu.Unlock(); if x, ok := t.m[k]; ok { delete(t.m, k); close(x.c) } }\n"
	)
	for _, test := range []struct{ name, source, want string }{
		{"all are closed", send + all, "Send"},
		{"one is closed", send + one, "Send"},
		{"once", send + strings.Replace(all, "{ t.mu", "{ if !t.is.CompareAndSwap(false, true) { return }; t.mu", 1), "Send"},
		{"in a select", "func (t *T) Send(k int) { " + find + "select { case x.c <- 1: default: } }\n" + all, "Send"},
		{"not asked for", "func (t *T) Send(k int) { t.mu.RLock(); x := t.m[k]; t.mu.RUnlock(); x.c <- 1 }\n" + all, ""},
		{"two close some", send + all + one, ""},
		{"with the lock", "func (t *T) Send(k int) { t.mu.RLock(); defer t.mu.RUnlock(); if x, ok := t.m[k]; ok { x.c <- 1 } }\n" + all, ""},
		{"it has been taken out", "func (t *T) Send(k int) { t.mu.Lock(); x, ok := t.m[k]; delete(t.m, k); t.mu.Unlock(); if ok { x.c <- 1 } }\n" + all, ""},
		{"it recovers", "func (t *T) Send(k int) { defer func() { _ = recover() }(); " + find + "x.c <- 1 }\n" + all, ""},
		{"they stay in the map", send + strings.Replace(all, "; t.m = nil", "", 1), ""},
		{"removed without the lock", send + "func (t *T) Close() { t.mu.Lock(); for _, x := range t.m { close(x.c) }; t.mu.Unlock(); t.m = nil }", ""},
		{"of another map", send + strings.ReplaceAll(all, "t.m ", "t.other ") + "func (t *T) Move(k int) { t.mu.Lock(); t.other[k] = t.m[k]; delete(t.m, k); t.mu.Unlock() }", ""},
		{"who closes has waited", "func (t *T) Send(k int) { t.wg.Add(1); defer t.wg.Done(); " + find + "x.c <- 1 }\n" + strings.Replace(all, "{ t.mu", "{ t.wg.Wait(); t.mu", 1), ""},
		{"another lock for both", "func (t *T) Send(k int) { t.gate.Lock(); defer t.gate.Unlock(); " + find + "x.c <- 1 }\n" + strings.Replace(all, "{ t.mu", "{ t.gate.Lock(); defer t.gate.Unlock(); t.mu", 1), ""},
		{"they are counted", "func (t *T) Send(k int) { t.mu.Lock(); x, ok := t.m[k]; if ok { x.users++ }; t.mu.Unlock(); if !ok { return }; x.c <- 1 }\n" + strings.Replace(one, "if x, ok := t.m[k]; ok", "if x, ok := t.m[k]; ok && x.users == 0", 1), ""},
		{"called with the lock, far away", "func (t *T) Run(k int) { t.gate.Lock(); defer t.gate.Unlock(); t.first(k) }; func (t *T) first(k int) { t.second(k) }; func (t *T) second(k int) { " + find + "x.c <- 1 }\n" + strings.Replace(all, "{ t.mu", "{ t.gate.Lock(); defer t.gate.Unlock(); t.mu", 1), ""},
		{"who makes it sends", "func Start(k int) *T { t := &T{m: map[int]*e{}}; t.Add(k); t.send(k); return t }; func (t *T) send(k int) { " + find + "x.c <- 1 }\n" + all, ""},
		{"called by callers", "func (t *T) Run(k int) { t.send(k) }; func (t *T) send(k int) { " + find + "x.c <- 1 }\n" + all, "send"},
		{"only who makes it closes them", send + strings.Replace(all, "Close", "close", 1), ""},
		{"closed by two", "func (t *T) End(k int) { " + find + "close(x.c); " + drop + "}", "End"},
		{"closed by two, by a method", "func (t *T) End(k int) { " + find + "x.end(); " + drop + "}; func (x *e) end() { close(x.c) }", "End"},
		{"closed by one", "func (t *T) End(k int) { t.mu.Lock(); x, ok := t.m[k]; delete(t.m, k); t.mu.Unlock(); if ok { close(x.c) } }", ""},
		{"closed once", "func (t *T) End(k int) { " + find + "x.once.Do(func() { close(x.c) }); " + drop + "}", ""},
		{"closed by who sets a flag", "func (t *T) End(k int) { " + find + "x.mu.Lock(); is := x.shut; x.shut = true; x.mu.Unlock(); if !is { close(x.c) }; " + drop + "}", ""},
		{"closed by the first one", "func (t *T) End(k int) { " + find + "if t.is.CompareAndSwap(false, true) { close(x.c) }; " + drop + "}", ""},
		{"closed by who swaps first, in a method", "func (t *T) End(k int) { " + find + "if x.first() { close(x.c) }; " + drop + "}; func (x *e) first() bool { x.mu.Lock(); defer x.mu.Unlock(); is := x.shut; x.shut = true; return !is }", ""},
		{"closed by who doesn't fail", "func (t *T) End(k int) { " + find + "if err := x.first(); err != nil { return }; close(x.c); " + drop + "}; func (x *e) first() error { x.mu.Lock(); defer x.mu.Unlock(); if x.shut { return errors.New(\"shut\") }; x.shut = true; return nil }", ""},
		{"closed with another lock", "func (t *T) End(k int) { t.gate.Lock(); defer t.gate.Unlock(); " + find + "close(x.c); " + drop + "}", ""},
		{"closed by two who recover", "func (t *T) End(k int) { defer func() { _ = recover() }(); " + find + "close(x.c); " + drop + "}", ""},
		{"nobody removes it then", "func (t *T) End(k int) { " + find + "close(x.c) }", ""},
		{"nobody else calls it", "func (t *T) end(k int) { " + find + "close(x.c); " + drop + "}; func (t *T) Run() { for k := range 3 { t.end(k) } }", ""},
		{"each call has its own", "func (t *T) End() { t.mu.Lock(); t.n++; k := t.n; t.mu.Unlock(); " + find + "close(x.c); " + drop + "}", ""},
		{"it looks", "func (t *T) End(k int) { " + find + "select { case <-x.c: default: close(x.c) }; " + drop + "}", ""},
		{"without a lock", "func (t *T) End(k int) { x, ok := t.m[k]; if !ok { return }; close(x.c); delete(t.m, k) }", ""},
	} {
		got := foundIn(t, types+test.source, func(a *holding.Analysis, f *supergraph.Function) int { return len(a.Stale(f)) + len(a.ClosedTwice(f)) })
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestGuardsThatGuardNothing looks at methods that close a channel of their struct. What is wanted are those that ask for a flag
// that nobody sets.
func TestGuardsThatGuardNothing(t *testing.T) {
	const types = `import ("sync"; "sync/atomic")
var _ atomic.Bool
type U struct { closed, open bool; n int }
type T struct { u *U; closed bool; c chan int; is atomic.Bool; once sync.Once }
func New() *T { return &T{u: &U{}, c: make(chan int)} }
`
	for _, test := range []struct{ name, source, want string }{
		{"the flag of another struct", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; close(t.c) }", "Close"},
		{"the other way round", "func (t *T) Close() { if !t.closed { t.u.closed = true; close(t.c) } }", "Close"},
		{"another one is asked by a method", "func (t *T) Close() { if t.closed || t.u.is() { return }; t.u.closed = true; close(t.c) }; func (u *U) is() bool { return u.closed }", ""},
		{"by a method", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; t.end() }; func (t *T) end() { close(t.c) }", "Close"},
		{"another flag", "func (t *T) Close() { if t.closed { return }; t.u.open = true; close(t.c) }", ""},
		{"taken back", "func (t *T) Close() { if t.closed { return }; t.u.closed = false; close(t.c) }", ""},
		{"only if it is set", "func (t *T) Close() { if t.closed { t.u.closed = true; close(t.c) } }", ""},
		{"set", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; t.closed = true; close(t.c) }", ""},
		{"set elsewhere", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; close(t.c) }; func (t *T) Closed() { t.closed = true }", ""},
		{"set with the struct", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; close(t.c) }; func (t *T) Set(o *T) { *t = *o }", ""},
		{"another guard", "func (t *T) Close() { if t.closed || t.u.n > 0 { return }; t.u.n++; t.u.closed = true; close(t.c) }", ""},
		{"the first one", "func (t *T) Close() { if t.closed || t.is.Swap(true) { return }; t.u.closed = true; close(t.c) }", ""},
		{"once", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; t.once.Do(func() { close(t.c) }) }", ""},
		{"it looks", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; select { case <-t.c: default: close(t.c) } }", ""},
		{"it recovers", "func (t *T) Close() { defer func() { _ = recover() }(); if t.closed { return }; t.u.closed = true; close(t.c) }", ""},
		{"a new channel", "func (t *T) Close() { if t.closed { return }; t.u.closed = true; close(t.c); t.c = make(chan int) }", ""},
		{"nobody else calls it", "func (t *T) end() { if t.closed { return }; t.u.closed = true; close(t.c) }; func (t *T) Run() { t.end() }", ""},
	} {
		got := foundIn(t, types+test.source, func(a *holding.Analysis, f *supergraph.Function) int { return len(a.Vain(f)) })
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
