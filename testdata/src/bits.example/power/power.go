// Package power has functions of a module that programs import.
package power

// Up is the next power of two.
func Up(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// Larger is the larger one of two numbers.
func Larger[T int | uint](a, b T) T {
	if a > b {
		return a
	}
	return b
}

// Wanted is a number that was asked for from outside.
func Wanted(name string) int { return len(name) }
