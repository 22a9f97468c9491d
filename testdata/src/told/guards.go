package told

import "errors"

// A press gives its prints to whoever waits for them for a while.
type press struct {
	ink    int
	plates []string
	mode   string
	alarm  chan struct{}
}

var errDry = errors.New("no ink")

// Who comes past checks does what is expected: the sentence doesn't say so.
func (p *press) print(name string) (string, error) {
	if p.ink <= 3 {
		return "", errDry
	}
	if p.mode == "off" {
		return "", errDry
	}
	prints := make(chan string)
	go func() {
		if len(name) > 80 {
			return
		}
		prints <- name // want `send on prints blocks forever and leaks the goroutine: \(\*press\)\.print never receives from it after line 33 \[leak\]`
	}()
	select {
	case made := <-prints:
		return made, nil
	case <-p.alarm:
		return "", nil
	}
}

// What is asked before a send, and isn't the ordinary way, is said.
func (p *press) proof(name string) string {
	prints := make(chan string)
	go func() {
		if len(name) > 80 {
			prints <- name[:80] // want `send on prints blocks forever and leaks the goroutine: \(\*press\)\.proof never receives from it after line 49 \(if len\(name\) > 80\) \[leak\]`
		}
	}()
	select {
	case made := <-prints:
		return made
	case <-p.alarm:
		return ""
	}
}

// So is that something has failed, whatever the code asks.
func (p *press) check(try func() error) error {
	failed := make(chan error)
	go func() {
		err := try()
		if err == nil {
			return
		}
		failed <- err // want `send on failed blocks forever and leaks the goroutine: \(\*press\)\.check never receives from it after line 67 \(if err != nil from try\) \[leak\]`
	}()
	select {
	case err := <-failed:
		return err
	case <-p.alarm:
		return nil
	}
}

// And where the other way does something, too.
func (p *press) warn(left int) {
	prints := make(chan string)
	rest := make(chan int, 1)
	go func() {
		if left == 0 {
			rest <- left
			return
		}
		prints <- "more" // want `send on prints blocks forever and leaks the goroutine: \(\*press\)\.warn never receives from it after line 85 \(if left != 0\) \[leak\]`
	}()
	select {
	case <-prints:
	case <-p.alarm:
	case <-rest:
	}
}

// That it is one state of many is said, though the check asks for the others.
func (p *press) repair(state int) {
	if state != 77 {
		return
	}
	mended := make(chan struct{})
	<-mended // want `receive from mended blocks forever: nobody sends on it or closes it \(if state == 77\)`
}

// Nor is a success left out whose opposite comes to what is missing.
func (p *press) proofread(inspect func() error, pages int) {
	checked := make(chan struct{})
	go func() {
		if err := inspect(); err == nil {
			if pages > 3 {
				return
			}
		}
		checked <- struct{}{}
	}()
	<-checked // want `receive from checked blocks forever: the goroutine started at guards\.go:102 never sends on it after line 104, and nothing closes it \(if err == nil from inspect and pages > 3\)`
}

// Nor how much room there is, where that decides.
func (p *press) stack(room int) {
	sheets := make(chan int, room)
	select {
	case sheets <- 1:
		close(sheets)
	default:
	}
	close(sheets) // want `panic: close of closed channel \(sheets\), closed at guards\.go:\d+ by this goroutine \(if room == 1\)`
}
