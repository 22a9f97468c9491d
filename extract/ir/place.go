package ir

import "github.com/chancheck/chancheck/model"

// A Place is where a package makes or declares a channel, lock, wait group,
// condition variable or Once. What is made there once or a thousand times is
// one place: that is what a reader can look up.
type Place struct {
	// Site is that of the objects that systems are made of, where the place
	// makes some; else that of the declaration.
	Site model.Site
	Kind model.ObjectKind
	Test bool // in a test file
	// Holder says what it is that holds what is made.
	Holder Holder
	// Leaf says that it is a field with leaf locks: nobody waits while holding
	// one.
	Leaf bool
	// Copied says that it is a field of a struct that is copied as a whole, or a variable that begins as a copy: a lock that is
	// held is copied as it is.
	Copied bool
	// Dead says that no execution comes here, by what SSA has left out.
	Dead bool
	// Exported says that other packages can use it by its name.
	Exported bool
	// Functions are those that make it or operate on it by its name, by Name.
	Functions []string
	// Operations are the calls of its methods, if it has a name. Handled says
	// that it is also used otherwise, so that there may be more of them.
	Operations []Operation
	Handled    bool
}

// An Operation is a call of a method of something that has a name.
type Operation struct {
	Site     model.Site
	Text     string // the call as in the source
	Function string // in which it is, by Name
}

// A Holder is a way to hold something to communicate over.
type Holder uint8

// The ways.
const (
	Value    Holder = iota // nothing: what an expression makes
	Variable               // a variable of a function
	Global                 // a package-level variable
	Field                  // a field of a struct
)
