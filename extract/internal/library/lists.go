package library

// What the standard library takes apart: how many parts there are is a matter of what it is given, and of a limit.

// A Listing says what a function makes a list of, and which argument, if one does, limits how much is in that: as many as a number says, or
// all there is if that is negative. Arguments are counted from 0, with a receiver.
type Listing struct {
	Of    int
	Limit int // -1 is none
}

// Lists returns what a function makes a list of, if there may be any number in it, for all that the name says.
func Lists(name string) (l Listing, ok bool) {
	l, ok = listings[name]
	return l, ok
}

var listings = func() map[string]Listing {
	all := map[string]Listing{}
	for _, pkg := range []string{"strings", "bytes"} {
		for _, name := range []string{"Fields", "FieldsFunc", "Split", "SplitAfter"} {
			all[pkg+"."+name] = Listing{Limit: -1}
		}
		for _, name := range []string{"SplitN", "SplitAfterN"} {
			all[pkg+"."+name] = Listing{Limit: 2}
		}
	}
	for _, of := range []string{"", "String"} {
		for _, what := range []string{"", "Index", "Submatch", "SubmatchIndex"} {
			name := "FindAll" + of + what
			all["(*regexp.Regexp)."+name] = Listing{Of: 1, Limit: 2}
		}
	}
	all["(*regexp.Regexp).Split"] = Listing{Of: 1, Limit: 2}
	return all
}()
