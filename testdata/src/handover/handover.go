// Package handover has programs that hand something to a library which calls
// it, at a time that nobody sees.
package handover

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// The server calls the handler.
func serve(l string) {
	got := make(chan string)
	go http.ListenAndServe(l, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got <- r.URL.Path
	}))
	fmt.Println(<-got)
}

type mux struct{ got chan string }

func (m *mux) ServeHTTP(_ http.ResponseWriter, r *http.Request) { m.got <- r.URL.Path }

func handle() {
	m := &mux{make(chan string)}
	s := &http.Server{Handler: m}
	go s.ListenAndServe()
	fmt.Println(<-m.got)
}

// The transport calls the function in its field.
func redirect(c *http.Client) {
	redirected := make(chan string)
	c.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		redirected <- r.URL.Path
		return nil
	}
	go c.Get("http://localhost")
	fmt.Println(<-redirected)
}

type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// Fprintln writes to the channel.
func write() {
	l := make(lines)
	go fmt.Fprintln(l, "hello")
	fmt.Println(<-l)
}

type closer struct{ closed chan struct{} }

func (c *closer) Read([]byte) (int, error) { return 0, io.EOF }

func (c *closer) Close() error {
	close(c.closed)
	return nil
}

// The client closes the body, which is only said to be a Reader.
func post() {
	body := &closer{make(chan struct{})}
	go http.Post("http://localhost", "", body)
	<-body.closed
}

// Walk calls the function for each file, one after the other.
func walk(root string) {
	paths := make(chan string)
	go func() {
		defer close(paths)
		filepath.Walk(root, func(path string, _ os.FileInfo, err error) error {
			paths <- path
			return err
		})
	}()
	for path := range paths {
		fmt.Println(path)
	}
}

// A function that does nothing that matters opens nothing.
func harmless(names []string) {
	done := make(chan struct{})
	title := func(r rune) rune {
		if cap(done) > 0 {
			return r
		}
		return r + 1
	}
	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
	go func() {
		strings.Map(title, names[0])
		done <- struct{}{} // want "send on done blocks forever"
	}()
}

// A buffer is a writer like many; it has no channel.
func buffered(check func() error) error {
	var b bytes.Buffer
	done := make(chan error)
	go func() {
		_, err := fmt.Fprintln(&b, "hello")
		done <- err // want "send on done blocks forever"
	}()
	if err := check(); err != nil {
		return err
	}
	return <-done
}

// The other end of a pipe is somewhere else.
func pipe() error {
	r, w := io.Pipe()
	errs := make(chan error, 1)
	go func() {
		_, err := io.WriteString(w, "hello")
		w.Close()
		errs <- err
	}()
	if _, err := io.ReadAll(r); err != nil {
		return err
	}
	return <-errs
}
