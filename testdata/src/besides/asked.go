package besides

import "errors"

var errEmpty = errors.New("empty")

// A Counter counts what isn't empty.
type Counter struct{ counted chan int }

func NewCounter() *Counter { return &Counter{make(chan int, 1)} }

func (c *Counter) check(text string) error {
	if text == "" {
		return errEmpty
	}
	return nil
}

// Count has asked before whether the text is empty.
func (c *Counter) Count(text string) int {
	if c.check(text) != nil {
		return 0
	}
	go func() {
		if err := c.check(text); err != nil {
			return
		}
		c.counted <- len(text)
	}()
	return <-c.counted
}

// A Measurer measures what isn't empty.
type Measurer struct{ measured chan int }

func NewMeasurer() *Measurer { return &Measurer{make(chan int, 1)} }

func (m *Measurer) check(text string) error {
	if text == "" {
		return errEmpty
	}
	return nil
}

// Measure has asked about the other text.
func (m *Measurer) Measure(text, unit string) int {
	if m.check(unit) != nil {
		return 0
	}
	go func() {
		if err := m.check(text); err != nil {
			return
		}
		m.measured <- len(text)
	}()
	return <-m.measured // want `receive from m\.measured blocks forever`
}
