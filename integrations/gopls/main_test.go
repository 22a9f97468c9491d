package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chancheck/chancheck/integrations/internal/sample"
)

// A client talks the language server protocol with a server.
type client struct {
	*testing.T
	in  io.WriteCloser
	out chan message
	id  int
}

// A message is a request, an answer or a notification.
type message struct {
	ID     any             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// Diagnostics are what a server says of a file.
type diagnostics struct {
	URI         string
	Diagnostics []diagnostic
}

type diagnostic struct {
	Message, Source string
	Code            any
	CodeDescription struct{ Href string }
	Range           struct{ Start struct{ Line int } }
	Related         []struct {
		Message  string
		Location struct{ URI string }
	} `json:"relatedInformation"`
}

// start starts a server in a directory.
func start(t *testing.T, program, dir string) *client {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	c := &client{T: t, in: in, out: make(chan message, 100)}
	go c.read(bufio.NewReader(out))
	return c
}

// read passes on what the server says until it ends.
func (c *client) read(r *bufio.Reader) {
	defer close(c.out)
	for {
		length := 0
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimSpace(line); line == "" {
				break
			}
			if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(n)
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) == nil {
			c.out <- m
		}
	}
}

func (c *client) send(id any, method string, params any) {
	c.Helper()
	c.write(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

func (c *client) notify(method string, params any) {
	c.Helper()
	c.write(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

func (c *client) write(m any) {
	c.Helper()
	body, err := json.Marshal(m)
	if err != nil {
		c.Fatal(err)
	}
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		c.Fatal(err)
	}
}

// wait answers what the server asks, until it says what is wanted.
func (c *client) wait(what string, wanted func(message) bool) {
	c.Helper()
	end := time.After(5 * time.Minute)
	for {
		select {
		case <-end:
			c.Fatalf("the server never says %s", what)
		case m, ok := <-c.out:
			switch {
			case !ok:
				c.Fatalf("the server ended before %s", what)
			case wanted(m):
				return
			case m.Method != "" && m.ID != nil:
				c.write(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": c.answer(m.Method)})
			}
		}
	}
}

// answer is what an editor without settings of its own says.
func (c *client) answer(method string) any {
	if method == "workspace/configuration" {
		return []any{map[string]any{}}
	}
	return nil
}

// waitDiagnostics waits until what is said of a file is as wanted.
func (c *client) waitDiagnostics(uri, what string, wanted func([]diagnostic) bool) {
	c.Helper()
	c.wait(what, func(m message) bool {
		var d diagnostics
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &d) == nil && d.URI == uri && wanted(d.Diagnostics)
	})
}

// TestGopls edits a file: what is wrong appears with its steps, and vanishes when it is mended.
func TestGopls(t *testing.T) {
	program := filepath.Join(t.TempDir(), "gopls")
	if err := build("../..", program); err != nil {
		t.Fatal(err)
	}
	dir := sample.Module(t)
	sample.Write(t, dir, map[string]string{"p.go": sample.Right})
	c, file := start(t, program, dir), "file://"+filepath.Join(dir, "p.go")
	c.send(1, "initialize", map[string]any{
		"processId": nil, "rootUri": "file://" + dir,
		"capabilities": map[string]any{"textDocument": map[string]any{"publishDiagnostics": map[string]any{"relatedInformation": true, "codeDescriptionSupport": true}}},
	})
	c.wait("that it is there", func(m message) bool { return m.Result != nil })
	c.notify("initialized", map[string]any{})
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": file, "languageId": "go", "version": 1, "text": sample.Right},
	})
	none := func(list []diagnostic) bool { return found(list) == nil }
	c.waitDiagnostics(file, "that all is well", none)
	c.change(file, 2, sample.Wrong)
	c.waitDiagnostics(file, "what is wrong", func(list []diagnostic) bool { return found(list) != nil && c.isWhole(found(list), file) })
	c.change(file, 3, sample.Right)
	c.waitDiagnostics(file, "that all is well again", none)
}

// change edits a file as a whole.
func (c *client) change(file string, version int, text string) {
	c.Helper()
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": file, "version": version}, "contentChanges": []any{map[string]any{"text": text}},
	})
}

// found is the finding of the sample, nil if it isn't told.
func found(list []diagnostic) *diagnostic {
	for i := range list {
		if list[i].Message == sample.Told {
			return &list[i]
		}
	}
	return nil
}

// isWhole wants all that an editor shows of a finding.
func (c *client) isWhole(d *diagnostic, file string) bool {
	c.Helper()
	if d.Range.Start.Line != 7 || len(d.Related) != 1 || d.Related[0].Location.URI != file {
		c.Errorf("got %+v", *d)
	}
	if d.Code != "deadlock" || !strings.HasSuffix(d.CodeDescription.Href, "#deadlock") {
		c.Errorf("the code is %v, its page %q", d.Code, d.CodeDescription.Href)
	}
	return true
}
