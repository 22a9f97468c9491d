package waitfor

// Work is what it has taken so far to make outlines, and to find out which are to be made.
// Packages may share it.
type Work struct {
	// Clients is the part of it for clients, Regions that for regions.
	Clients, Regions Spent
	apart            *Work // see Apart
}

// Apart is another work that belongs to this one, with as much left: for outlines of objects that
// are looked at apart from others on which they hang, so that these take nothing from what is left
// for all.
func (w *Work) Apart() *Work {
	if w.apart == nil {
		w.apart = &Work{}
	}
	return w.apart
}

// Spent is a number of instructions that were looked at, and of places and steps of automata.
type Spent int

// MostSpent limits these: where functions call each other in large circles, automata are made,
// and given up, again and again.
const MostSpent = 10_000_000

// IsAll reports whether nothing is left.
func (s Spent) IsAll() bool { return s > MostSpent }

// LargestFunction limits the instructions of a function in an outline. Of one that is longer it
// isn't known, either, what comes after what.
const LargestFunction = 3000
