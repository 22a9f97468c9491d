package neverfails

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"
)

// A Reader keeps what it has parsed under locks, one for each thing.
type Reader struct {
	words, times, numbers, places, homes, names, given sync.Mutex

	word  *regexp.Regexp
	time  time.Duration
	place *url.URL
	home  netip.Addr
	n     int
}

// Right: what is written here is an expression.
func (r *Reader) Word() error {
	r.words.Lock()
	word, err := regexp.Compile(`^\w+$`)
	if err != nil {
		return err
	}
	r.word = word
	r.words.Unlock()
	return nil
}

// Right: it is a duration.
func (r *Reader) Time() error {
	r.times.Lock()
	d, err := time.ParseDuration("1m30s")
	if err != nil {
		return err
	}
	r.time = d
	r.times.Unlock()
	return nil
}

// Right: it is a number.
func (r *Reader) Number() error {
	r.numbers.Lock()
	n, err := strconv.Atoi("12")
	if err != nil {
		return err
	}
	r.n = n
	r.numbers.Unlock()
	return nil
}

// Right: it is a URL.
func (r *Reader) Place() error {
	r.places.Lock()
	place, err := url.Parse("http://localhost:8080/")
	if err != nil {
		return err
	}
	r.place = place
	r.places.Unlock()
	return nil
}

// Right: it is an address.
func (r *Reader) Home() error {
	r.homes.Lock()
	home, err := netip.ParseAddr("127.0.0.1")
	if err != nil {
		return err
	}
	r.home = home
	r.homes.Unlock()
	return nil
}

// Wrong: it is no expression.
func (r *Reader) Name() error {
	r.names.Lock()
	word, err := regexp.Compile(`^(\w+$`)
	if err != nil {
		return err // want "returns without unlocking r.names"
	}
	r.word = word
	r.names.Unlock()
	return nil
}

// Wrong: what is given may be no expression.
func (r *Reader) Given(text string) error {
	r.given.Lock()
	word, err := regexp.Compile(text)
	if err != nil {
		return err // want "returns without unlocking r.given"
	}
	r.word = word
	r.given.Unlock()
	return nil
}

// Right: the goroutine is told to end in any case.
func Show(lines []string, show func(string)) error {
	shown := make(chan string)
	go func() {
		for line := range shown {
			show(line)
		}
	}()
	word, err := regexp.Compile(`^\w+$`)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if word.MatchString(line) {
			shown <- line
		}
	}
	close(shown)
	return nil
}
