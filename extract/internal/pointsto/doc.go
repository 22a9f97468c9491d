// Package pointsto answers who can touch what in a package: which objects a
// register may hold or point to, which functions a call may run, and what gets
// into hands that aren't seen.
//
// It is an inclusion-based points-to analysis (Andersen, Program Analysis and
// Specialization for the C Programming Language, 1994) over the functions of a
// package, or one test of it (around.go), and what they call, flow- and
// context-insensitive, with the call graph built on the fly. Objects are named by the instruction that makes them. It is
// field-based (Heintze and Tardieu, PLDI 2001): a field of a struct type is one
// location, whatever the struct; elements of an array, slice or map are one
// location with the variable that holds them. So nothing need be known of a
// receiver or parameter to know what its fields can hold, which is what
// analysing one package at a time needs; that two structs of one type are
// confused costs nothing here, as who asks wants to know what may be, and works
// out what must be for himself.
//
// What isn't seen, packages that import this one and library code that isn't
// followed, is one more party, called the outside: it holds what escapes, and
// calls the functions among that. What it passes or stores is its own, or has
// escaped already, so that it is not tracked: an object that is confined to the
// package is found with all that can touch it, of others it is only known that
// they are not.
package pointsto
