package ir

import "github.com/chancheck/chancheck/model"

// A Serving is a server that serves where a function has a lock which everybody takes before he ends the server.
type Serving struct {
	// Server and Lock are their names, as written where it serves. ReadWrite says what lock it is.
	Server, Lock string
	ReadWrite    bool
	// By is the name of the function that serves, Takes where it takes the lock, be it to read, and Serves where it serves.
	By     string
	Takes  model.Site
	Reads  bool
	Serves model.Site
	// Ender is the name of a function that ends the server, at Ends, and Wants where it takes the lock before.
	Ender       string
	Wants       model.Site
	WantsToRead bool
	Ends        model.Site
}
