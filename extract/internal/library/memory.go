package library

import "strings"

// ReadsMemory reports whether values of a type read what the program itself has written down.
func ReadsMemory(typeName string) bool {
	switch typeName {
	case "*strings.Reader", "*bytes.Reader", "*bytes.Buffer":
		return true
	}
	return false
}

// IsMethod reports whether a function is a method, by its name.
func IsMethod(name string) bool { return strings.HasPrefix(name, "(") }

// Reads reports whether a function of the standard library reads what it is given.
func Reads(name string) bool {
	path, _, _ := strings.Cut(name, ".")
	switch path {
	case "io", "io/ioutil", "bufio", "fmt":
		return true
	}
	return strings.HasPrefix(path, "encoding/")
}

// ReadsMemoryBy is ReadsMemory of the receiver of a method.
func ReadsMemoryBy(method string) bool {
	receiver, _, ok := strings.Cut(strings.TrimPrefix(method, "("), ").")
	return ok && ReadsMemory(receiver)
}
