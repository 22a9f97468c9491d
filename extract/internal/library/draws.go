package library

import "slices"

// Draws reports whether a function, or a method, of a package draws a number below its last argument.
func Draws(path, name string) bool {
	switch path {
	case "math/rand":
		return slices.Contains([]string{"Intn", "Int31n", "Int63n"}, name)
	case "math/rand/v2":
		return slices.Contains([]string{"IntN", "Int32N", "Int64N", "UintN", "Uint32N", "Uint64N", "N"}, name)
	}
	return false
}
