package library

import "strings"

// ErrorsIs is the name of the function that says of two errors whether the first is the second, or made of it.
const ErrorsIs = "errors.Is"

// AsksAboutError reports whether a function with some arguments, of which the first is an error, says of nil that it isn't what
// it asks for, as errors.Is does, and os.IsNotExist.
func AsksAboutError(path, name string, arguments int) bool {
	return path == "errors" && name == "Is" || arguments == 1 && strings.HasPrefix(name, "Is")
}
