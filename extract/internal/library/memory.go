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

// ReadsMemoryBy is ReadsMemory of the receiver of a method.
func ReadsMemoryBy(method string) bool {
	receiver, _, ok := strings.Cut(strings.TrimPrefix(method, "("), ").")
	return ok && ReadsMemory(receiver)
}
