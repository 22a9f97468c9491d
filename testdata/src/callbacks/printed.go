package callbacks

import (
	"encoding/json"
	"fmt"
	"log"
	"sort"
	"sync"
	"testing"
)

// A Letter closes a channel when it is printed.
type Letter struct{ read chan struct{} }

// String closes.
func (l Letter) String() string {
	close(l.read)
	return "letter"
}

// Right: what is printed is printed element by element.
func printedElements() {
	letters := []Letter{{make(chan struct{})}}
	log.Println(letters)
	<-letters[0].read
}

// An Envelope shows what is in it.
type Envelope struct{ Letter *Letter }

// Right: exported fields are printed, too.
func TestPrintedFields(t *testing.T) {
	e := Envelope{&Letter{make(chan struct{})}}
	t.Logf("%+v", e)
	<-e.Letter.read
}

// A Parcel is written down as text.
type Parcel struct{ packed chan struct{} }

// MarshalText closes.
func (p *Parcel) MarshalText() ([]byte, error) {
	close(p.packed)
	return nil, nil
}

// Right: the values of a map are written down.
func marshalled() error {
	p := &Parcel{make(chan struct{})}
	_, err := json.Marshal(map[string]*Parcel{"": p})
	<-p.packed
	return err
}

type deck struct {
	cards []int
	asked chan struct{}
	once  sync.Once
}

func (d *deck) Len() int           { d.once.Do(func() { close(d.asked) }); return len(d.cards) }
func (d *deck) Less(i, j int) bool { return d.cards[i] < d.cards[j] }
func (d *deck) Swap(i, j int)      { d.cards[i], d.cards[j] = d.cards[j], d.cards[i] }

// Right: Sort asks for the length.
func sorted() {
	d := &deck{cards: []int{2, 1}, asked: make(chan struct{})}
	sort.Sort(d)
	<-d.asked
}

// Right: a method value is handed on by one who prints.
func printedElsewhere() {
	l := Letter{make(chan struct{})}
	report("%v", l)
	<-l.read
}

func report(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// A card only looks at what it prints.
type card struct {
	drawn chan struct{}
	n     int
}

func (c *card) String() string { return fmt.Sprint(c.n, len(c.drawn)) }

// Wrong: printing a card doesn't close anything.
func printedCard() {
	c := &card{drawn: make(chan struct{})}
	fmt.Println(c)
	<-c.drawn // want "receive from .* blocks forever"
}

// Wrong: without a method there is nothing to call.
func printedChannel() {
	done := make(chan struct{})
	fmt.Println(done, struct{ C chan struct{} }{done})
	<-done // want "receive from done blocks forever"
}

// Wrong: the letter isn't printed.
func unprinted() {
	l := Letter{make(chan struct{})}
	fmt.Println("letter")
	<-l.read // want "receive from .* blocks forever"
}

// A hand hides its letter.
type hand struct{ letter *Letter }

// Wrong: of what isn't exported, no method is called.
func printedHand() {
	h := hand{&Letter{make(chan struct{})}}
	fmt.Println(h)
	<-h.letter.read // want "receive from .* blocks forever"
}
