package numbers

import (
	"math"
	"sync/atomic"
)

// Numbers are those of their types: what is too large for one begins anew.

func wrapsAround() {
	done := make(chan int)
	last := uint8(255)
	last++
	if last != 0 {
		<-done
	}
}

func wrapsAroundToZero() {
	done := make(chan int)
	last := uint8(255)
	last++
	if last == 0 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func fallsBelowZero() {
	done := make(chan int)
	left := uint32(5)
	left -= 6
	if left < 10 {
		<-done
	}
}

func multiplies() {
	done := make(chan int)
	size := int32(1 << 30)
	size *= 4
	if size != 0 {
		<-done
	}
}

func shifts() {
	done := make(chan int)
	mask := uint16(1)
	mask <<= 15
	mask <<= 1
	if mask == 0 {
		return
	}
	<-done
}

func cutsOff() {
	done := make(chan int)
	length := 300
	if byte(length) == 44 {
		return
	}
	<-done
}

func losesItsSign() {
	done := make(chan int)
	index := -1
	if uint32(index) > 5 {
		return
	}
	<-done
}

func getsItsSign() {
	done := make(chan int)
	code := uint8(200)
	if int8(code) < 0 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

// What has more than 63 digits isn't followed.
func isVeryLarge() {
	done := make(chan int)
	var waiting uint64 = math.MaxUint64
	if atomic.AddUint64(&waiting, 1) != 0 {
		<-done
	}
}

func countsDown() {
	done := make(chan int)
	var waiting atomic.Uint32
	if waiting.Add(^uint32(0)) == 0 {
		<-done
	}
}

func becomesVeryLarge() {
	done := make(chan int)
	left := uint64(2)
	left -= 3
	if left < 2 {
		<-done
	}
}

// A long text is one, too.
const usage = "a text of a command that says in how many ways it can be called, with which arguments, and what they mean"

func isNotEmpty() {
	done := make(chan int)
	text := usage
	if text == "" {
		<-done
	}
}

func isThatText(text string) {
	done := make(chan int)
	if text == usage {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

// No number is larger than the largest.
func isLarger(n int) {
	done := make(chan int)
	if n > math.MaxInt {
		<-done
	}
}

// What a type has no room for is no question.
func isByte(b byte, signed int8) {
	done := make(chan int)
	if b > 255 || int(b) >= 256 || signed < -128 || int(signed) == 128 {
		<-done
	}
}

func isLast(b byte) {
	done := make(chan int)
	if int(b) >= 255 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it \\(if int\\(b\\) >= 255\\)"
	}
}

func isMasked(flags int, length uint16, index uint) {
	done := make(chan int)
	if flags&7 > 7 || length>>8 > 255 || index%4 == 4 {
		<-done
	}
}

func isOdd(n int) {
	done := make(chan int)
	if n%2 == 1 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func isShiftedOut() {
	done := make(chan int)
	bit, by := uint32(1), 40
	if bit<<by != 0 {
		<-done
	}
}

// What a fraction becomes isn't followed.
func losesItsFraction() {
	done := make(chan int)
	third := 2.999
	if int(third) != 2 {
		<-done
	}
}

// Strings that are known have known parts.
func beginsAsItDoes() {
	done := make(chan int)
	path := "v1/things"
	if path[:2] != "v1" || path[0] != 'v' || path[3:] != "things" {
		<-done
	}
}

func beginsOtherwise() {
	done := make(chan int)
	path := "v1/things"
	if path[1:3] != "v1" {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

// Numbers without a sign may be larger than any with one.
func isVeryLargeGiven(n uint64) {
	done := make(chan int)
	if n > math.MaxInt64 {
		<-done // want "receive from done blocks forever: nobody sends on it or closes it"
	}
}

func isVeryLargeKnown() {
	done := make(chan int)
	n := uint64(math.MaxUint64)
	if n>>63 == 1 && int64(n) == -1 {
		return
	}
	<-done
}
