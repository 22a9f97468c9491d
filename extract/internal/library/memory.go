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

// ReadsByName reports whether a function reads something into what it is given, or finds out what that means, as its name says, without
// its package and type.
func ReadsByName(name string) bool { return beginsWith(name, readingVerbs) }

var readingVerbs = []string{"Read", "Scan", "Decode", "Receive", "Recv", "Parse", "Unmarshal"}

// ReadsClock reports whether a function says how much time has passed, or is left.
func ReadsClock(name string) bool { return name == "time.Since" || name == "time.Until" }

// DialsByName reports whether a function connects with the outside world, as its name says.
func DialsByName(name string) bool { return beginsWith(name, []string{"Dial"}) }

// ConnectsByName reports whether a function gets in touch with the outside world, or others with the program, as its name says.
func ConnectsByName(name string) bool {
	return beginsWith(name, []string{"Dial", "Listen", "Connect", "Bind", "Open"})
}

// AsksWorld reports whether a function that is called by a name asks the outside world.
func AsksWorld(function, called string) bool {
	path := packageOf(function)
	return worldly[path] || path == "net/http" || ConnectsByName(called)
}

// AcceptsByName reports whether a function waits for somebody to connect, as its name says.
func AcceptsByName(name string) bool { return beginsWith(name, []string{"Accept"}) }
