// Package settings has programs that ask for much data, none of which matters to
// what they wait for.
package settings

import (
	"errors"
	"os"
	"testing"
)

type options struct {
	retries, workers, depth, width, height, delay int
}

// Wrong: whatever the options are, nobody closes the channel.
func defaultsNever(o *options) {
	if o.retries == 0 {
		o.retries = 5
	}
	if o.workers == 0 {
		o.workers = 4
	}
	if o.depth == 0 {
		o.depth = 3
	}
	if o.width == 0 {
		o.width = 80
	}
	if o.height == 0 {
		o.height = 25
	}
	if o.delay == 0 {
		o.delay = 1
	}
	done := make(chan struct{})
	go func() {
		<-done // want "receive from done blocks forever and leaks"
	}()
}

type limits struct {
	retries, workers, depth, width, height, delay int
}

// Right: the channel is closed, whatever the limits are.
func defaultsClosed(l *limits) {
	if l.retries == 0 {
		l.retries = 5
	}
	if l.workers == 0 {
		l.workers = 4
	}
	if l.depth == 0 {
		l.depth = 3
	}
	if l.width == 0 {
		l.width = 80
	}
	if l.height == 0 {
		l.height = 25
	}
	if l.delay == 0 {
		l.delay = 1
	}
	done := make(chan struct{})
	go func() { <-done }()
	close(done)
}

type input struct {
	a, b, c, d, e, f, g, h bool
	n                      int
}

// Right: much is asked between the start and the receive, but none of it ends
// the function.
func between(in input) (n int) {
	results := make(chan int)
	go func() { results <- in.n }()
	if in.a {
		n++
	}
	if in.b {
		n *= 2
	}
	if in.c && !in.d {
		n--
	}
	if in.e || in.f {
		n += 10
	}
	if in.g != in.h {
		n = -n
	}
	return n + <-results
}

type request struct {
	a, b, c, d, e, f, g bool
	n                   int
}

// Wrong: one of many questions ends the function before it receives.
func betweenReturn(in request) (n int) {
	results := make(chan int)
	go func() { results <- in.n }() // want "send on results blocks forever and leaks"
	if in.a {
		n++
	}
	if in.b {
		n *= 2
	}
	if in.c && !in.d {
		n--
	}
	if in.e || in.f {
		n += 10
	}
	if in.g {
		return -1
	}
	return n + <-results
}

// Right: the loops are over data, and end.
func lists(names []string, weights []int) (total int) {
	done := make(chan int)
	go func() {
		sum := 0
		for _, w := range weights {
			if w%2 == 0 {
				sum += w
			}
		}
		done <- sum
	}()
	longest := ""
	for _, name := range names {
		if len(name) > len(longest) {
			longest = name
		}
	}
	for i := range longest {
		total += i * len(names)
	}
	return total + <-done
}

// Wrong: an empty name ends the function early.
func listsBreak(names []string, weights []int) (total int) {
	done := make(chan int)
	go func() {
		sum := 0
		for _, w := range weights {
			if w%2 == 0 {
				sum += w
			}
		}
		done <- sum // want "send on done blocks forever and leaks"
	}()
	for i, name := range names {
		if name == "" {
			return i
		}
		total += len(name)
	}
	return total + <-done
}

// Right: the map says how much is done, not whether.
func dictionary(conf map[string]string) (n int) {
	size, depth := 10, 2
	if s, ok := conf["size"]; ok {
		size = len(s)
	}
	if s, ok := conf["depth"]; ok {
		depth = len(s)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for k, v := range conf {
			if k != v {
				n += size * depth
			}
		}
	}()
	<-done
	return n
}

// Right: the same flags are asked on both sides.
func flags(a, b, c, d, e, f bool) {
	ch := make(chan int)
	go func() {
		if a && b {
			ch <- 1
		}
		if c && d {
			ch <- 2
		}
		if e && f {
			ch <- 3
		}
		close(ch)
	}()
	for range ch {
	}
}

// Right: who is asked for a reply depends on the flag, and so does who waits.
func flagsAgree(a, b, c, reply bool) (n int) {
	ch := make(chan int)
	if a {
		n++
	}
	if reply {
		go func() { ch <- n }()
	}
	if b {
		n += 2
	}
	if c {
		n += 4
	}
	if reply {
		n = <-ch
	}
	return n
}

// Wrong: started if one flag is set, waited for if another one is.
func flagsDiffer(a, b, c, d bool) (n int) {
	ch := make(chan int)
	if a {
		go func() { ch <- 1 }() // want "send on ch blocks forever and leaks"
	}
	if b {
		n += 2
	}
	if c {
		n += 4
	}
	if a && d {
		n += <-ch
	}
	return n
}

type daemonSettings struct {
	name, addr   string
	size, cap    int
	quick, quiet bool
	tags         []string
	limits       map[string]int
}

type daemon struct {
	daemonSettings
	stop chan struct{}
}

func newDaemon(s daemonSettings) *daemon {
	if s.name == "" {
		s.name = "daemon"
	}
	if s.addr == "" {
		s.addr = ":80"
	}
	if s.size == 0 || s.quick {
		s.size = 64
	}
	if s.cap == 0 {
		s.cap = 2
	}
	for i, tag := range s.tags {
		if tag == "" {
			s.tags[i] = s.name
		}
	}
	if s.limits == nil {
		s.limits = map[string]int{s.name: s.cap}
	}
	return &daemon{daemonSettings: s, stop: make(chan struct{})}
}

func (d *daemon) run() {
	if !d.quiet {
		d.size++
	}
	<-d.stop
}

// Right: it is stopped in the end.
func daemonStopped(s daemonSettings) int {
	d := newDaemon(s)
	defer close(d.stop)
	go d.run()
	return d.cap
}

func (d *daemon) start() {
	go d.serve()
}

func (d *daemon) serve() {
	if !d.quiet {
		d.size++
	}
	<-d.stop // want "receive from .* blocks forever and leaks"
}

// Wrong: there are many settings, but nobody stops what is started.
func daemonLeft(s daemonSettings) {
	newDaemon(s).start()
}

type builder struct {
	size, depth int
	async       bool
}

type option func(*builder)

func withSize(n int) option  { return func(b *builder) { b.size = n } }
func withDepth(n int) option { return func(b *builder) { b.depth = n } }

func build(opts ...option) int {
	b := &builder{}
	for _, o := range opts {
		o(b)
	}
	done := make(chan int)
	go func() { done <- b.size * b.depth }()
	return <-done
}

// Right: options change numbers, and somebody always sends.
func functional() int {
	return build(withSize(3), withDepth(4)) + build()
}

// Wrong: the switch has many cases, one of which goes on without an answer.
func steps(list []int) (n int) {
	answers := make(chan int)
	for _, x := range list {
		switch {
		case x == 0:
			n++
		case x < 0:
			n--
		case x%2 == 0:
			n += 2
		default:
			go func() { answers <- x }() // want "send on answers blocks forever and leaks"
		}
	}
	return n
}

// Right: the answer is taken in the case that asks for it.
func stepsAnswered(list []int) (n int) {
	answers := make(chan int)
	for _, x := range list {
		switch {
		case x == 0:
			n++
		case x < 0:
			n--
		case x%2 == 0:
			n += 2
		default:
			go func() { answers <- x }()
			n += <-answers
		}
	}
	return n
}

type logger interface{ log(string) }

type metrics struct {
	hits, misses int
	names        map[string]int
}

func (m *metrics) count(name string, ok bool) {
	if m == nil {
		return
	}
	if ok {
		m.hits++
	} else {
		m.misses++
	}
	if m.names == nil {
		m.names = map[string]int{}
	}
	m.names[name]++
}

// Right: a logger and a lot of metrics, and one result that is waited for.
func logged(l logger, m *metrics) int {
	result := make(chan int)
	if l != nil {
		l.log("start")
	}
	m.count("start", true)
	go func() {
		if l != nil {
			l.log("send")
		}
		result <- 1
	}()
	m.count("wait", l == nil)
	if l != nil {
		l.log("wait")
	}
	n := <-result
	m.count("end", n > 0)
	return n
}

// Wrong: a logger and a lot of metrics, and a result that nobody sends.
func unlogged(l logger, m *metrics) int {
	result := make(chan int)
	if l != nil {
		l.log("start")
	}
	m.count("start", true)
	go func() {
		if l != nil {
			l.log("send")
		}
	}()
	m.count("wait", l == nil)
	n := <-result // want "receive from result blocks forever"
	m.count("end", n > 0)
	return n
}

type dialer struct {
	name    string
	retries int
}

func (d *dialer) dial() error { return nil }

func (d *dialer) send(s string) (int, error) {
	if d.retries == 0 {
		return 0, errors.New("no retries")
	}
	return len(s), nil
}

// Right: the buffer lets the goroutine end, whether the test fails or not.
func TestFatalBuffered(t *testing.T) {
	d := &dialer{name: "a", retries: len(os.Getenv("RETRIES"))}
	if err := d.dial(); err != nil {
		t.Fatal(err)
	}
	got := make(chan int, 1)
	go func() {
		n, _ := d.send("hello")
		got <- n
	}()
	if n, err := d.send("there"); err != nil || n != 5 {
		t.Fatalf("%d, %v", n, err)
	}
	if n := <-got; n != 5 {
		t.Fatal(n)
	}
}

type dozenOptions struct {
	a, b, c, d, e, f int
	g, h, i, j, k, l string
}

func (o *dozenOptions) defaults() {
	for _, p := range []*int{&o.a, &o.b, &o.c, &o.d, &o.e, &o.f} {
		if *p == 0 {
			*p = 1
		}
	}
	if o.g == "" {
		o.g = "g"
	}
	if o.h == "" {
		o.h = "h"
	}
	if o.i == "" {
		o.i = o.g + o.h
	}
	if o.j == "" && o.k == "" {
		o.j, o.k = "j", "k"
	}
	if len(o.l) > 3 {
		o.l = o.l[:3]
	}
}

// Wrong: a dozen of options, two methods, and nobody who closes.
func dozen(o *dozenOptions) {
	o.defaults()
	if o.a > o.b {
		o.a, o.b = o.b, o.a
	}
	if o.c > o.d {
		o.c, o.d = o.d, o.c
	}
	done := make(chan struct{})
	go func() {
		if o.e > 1 {
			o.f++
		}
		<-done // want "receive from done blocks forever and leaks"
	}()
}

type tenOptions struct {
	a, b, c, d, e, f int
	g, h, i, j       string
}

func (o *tenOptions) defaults() {
	for _, p := range []*int{&o.a, &o.b, &o.c, &o.d, &o.e, &o.f} {
		if *p == 0 {
			*p = 1
		}
	}
	if o.g == "" {
		o.g = "g"
	}
	if o.h == "" {
		o.h = "h"
	}
	if o.i == "" || o.j == "" {
		o.i, o.j = o.g+o.h, o.g
	}
}

// Right: as many options, and a close that is deferred.
func tenMore(o *tenOptions) {
	o.defaults()
	done := make(chan struct{})
	defer close(done)
	go func() {
		if o.e > 1 {
			o.f++
		}
		<-done
	}()
	if o.a > o.b {
		o.a, o.b = o.b, o.a
		return
	}
	if o.c > o.d {
		o.c, o.d = o.d, o.c
	}
}
