// Package exitdep has functions that end the program, for package exitcalls.
package exitdep

import "log"

// Check ends the program on an error.
func Check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Run calls a function that ends the program on an error.
func Run(f func() error) {
	Check(f())
}
