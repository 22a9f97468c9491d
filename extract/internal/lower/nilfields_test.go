package lower

import (
	"regexp"
	"testing"

	"github.com/chancheck/chancheck/extract/internal/ssatest"
)

// TestChannelsThatNobodyMakesAreNil counts where a function meets the nil channel as a constant.
func TestChannelsThatNobodyMakesAreNil(t *testing.T) {
	const box = `package p
		type box struct{ c, d chan int; n int }
		var one box
		func use(<-chan int) {}
	`
	for body, want := range map[string]int{
		"func f(b *box) { <-b.c }":                                                                                       1,
		"func f(b *box) { b.c <- 1; close(b.c) }":                                                                        2,
		"func f(b *box) { for range b.c { } }":                                                                           1,
		"func f(b box) { <-b.c }":                                                                                        1,
		"func f(b *box) { defer close(b.c); <-b.d }":                                                                     2,
		"func f(b *box) { <-b.c; <-b.d }; var v = box{d: make(chan int)}":                                                1,
		"func f(b *box) { use(b.c) }":                                                                                    0,
		"func f(b *box) { select { case <-b.c: case b.d <- 1: } }":                                                       0,
		"func f(b *box) { select { case <-b.c: default: } }":                                                             0,
		"func f(b *box, x chan chan int) { x <- b.c; <-b.d }":                                                            1,
		"func f(b *box) { <-b.c }; func g(b *box) bool { return b.c == nil }":                                            0,
		"func f(b *box) { <-b.c }; func g(b box) bool { return b.c == nil }":                                             0,
		"func f(b *box) { <-b.c }; func g() box { return box{} }; func h() bool { return g().c == nil }":                 0,
		"func f(b *box) { <-b.c }; func g(b *box) { b.c = nil }":                                                         0,
		"func f(b *box) { <-b.c }; func g(b *box) { func() { b.c = make(chan int) }() }":                                 0,
		"func f(b *box) { <-b.c }; func g(b *box) any { return b }":                                                      0,
		"func f(b *box) { <-b.c }; func g(b *box) any { return b }; func h(b *box) { b.c <- 1 }":                         2,
		"func f(b *box) { <-b.c }; func g(b *box) any { return b }; func h(b *box) { close(b.c) }":                       2,
		"type pot struct{ c chan int }; func f(p *pot) { <-p.c }":                                                        0,
		"type pot struct{ c chan int }; func f(p pot) { <-p.c }":                                                         0,
		"type pot struct{ c chan int }; func f(p *pot) { <-p.c }; func g() any { return &struct { pot }{} }":             0,
		"type pot struct{ c chan int }; func f(p *pot) { <-p.c }; func g() *struct { pot } { return &struct { pot }{} }": 1,
		"type pot struct{ c chan int }; func f(p *pot) { <-p.c }; func g() *pot { return new(pot) }":                     1,
	} {
		source := sourceOf(ssatest.Build(t, box+body))
		source.Complete = true
		got := 0
		for _, f := range Slice(source).Functions {
			got += len(meetsNil.FindAllString(f.String(), -1))
		}
		if got != want {
			t.Errorf("%s: the nil channel is met %d times, want %d", body, got, want)
		}
	}
}

// meetsNil matches an operation on the nil channel in a skeleton.
var meetsNil = regexp.MustCompile(`<- ?nil|nil <-|close[ (]nil`)
