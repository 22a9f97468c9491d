package report

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/chancheck/chancheck/model"
)

// A Status says how much is known about a place.
type Status string

// The statuses, from the best to the worst.
const (
	Judged       Status = "judged"       // every operation is in a system that was explored
	Bounded      Status = "bounded"      // the same, for the sizes that were tried
	Inconclusive Status = "inconclusive" // a function that has the operations can't be judged
	Open         Status = "open"         // code that isn't known can operate on it
	Unreached    Status = "unreached"    // nobody who could be judged runs it
)

var statuses = []Status{Judged, Bounded, Inconclusive, Open, Unreached}

// LookedAt reports whether a clean answer says something about such a place.
func (s Status) LookedAt() bool { return s == Judged || s == Bounded }

// A Place is where a channel, lock, wait group, condition variable or Once is
// made or declared, and how far it was judged.
type Place struct {
	Site   model.Site `json:"-"`
	Place  string     `json:"place,omitempty"` // Site, where it is written for others
	Kind   string     `json:"kind"`            // as model.ObjectKind spells it; "" if only its package knows
	Test   bool       `json:"test"`            // in a test file
	Status Status     `json:"status"`
	// Certificate is "exact", "bounded" or "k-mc" of a place that is judged.
	Certificate string `json:"certificate,omitempty"`
	// Capacities says whether the functions are safe with larger capacities, too, or why that
	// isn't known, where k-MC could be asked.
	Capacities string `json:"capacities,omitempty"`
	// Why says why a place has the status, Functions in which it was judged.
	Why       string   `json:"why,omitempty"`
	Functions []string `json:"functions,omitempty"`
}

// String returns what ParsePlace reads: all but the site. In this form a place
// travels as the message of a diagnostic.
func (p Place) String() string {
	text, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("report: a place as JSON: %v", err)) // it is plain data
	}
	return string(text)
}

// ParsePlace reads what String wrote.
func ParsePlace(text string) (Place, error) {
	var p Place
	err := json.Unmarshal([]byte(text), &p)
	return p, err
}

// mostFunctions is how many functions a line of text names.
const mostFunctions = 3

// Words returns a place as a line for people, without its site.
func (p *Place) Words() string {
	why := p.Why
	if why == "" && len(p.Functions) > 0 {
		why = "in " + strings.Join(p.Functions[:min(len(p.Functions), mostFunctions)], ", ")
		if more := len(p.Functions) - mostFunctions; more > 0 {
			why += fmt.Sprintf(" and %d more", more)
		}
	}
	if p.Capacities != "" {
		why = strings.TrimPrefix(why+"; "+p.Capacities, "; ")
	}
	if why == "" {
		return p.Kind + " " + string(p.Status)
	}
	return fmt.Sprintf("%s %s (%s)", p.Kind, p.Status, why)
}

// MergePlaces puts places in order and makes one of those that are at the same
// place. A package that is analysed with its tests and without them has each of
// its places twice, and the better status counts: tests are callers as others
// are, and what is judged there is real code. The same goes for tests in a package
// of their own, and for packages that import it. What only those speak of is no
// place of the packages that the user named.
func MergePlaces(list []Place) []Place {
	slices.SortFunc(list, comparePlaces)
	var merged []Place
	for _, p := range list {
		last := len(merged) - 1
		if last < 0 || merged[last].Site != p.Site {
			merged = append(merged, p)
			continue
		}
		m := &merged[last]
		if m.Kind == "" {
			m.Kind, m.Test = p.Kind, p.Test
		}
		if m.Status == p.Status {
			functions := slices.Concat(m.Functions, p.Functions)
			slices.Sort(functions)
			m.Functions = slices.Compact(functions)
			m.weaken(&p)
		}
	}
	return slices.DeleteFunc(merged, func(p Place) bool { return p.Kind == "" })
}

// weaken leaves of what is known about capacities what another one at the same place says, too.
func (m *Place) weaken(p *Place) {
	if m.Certificate == p.Certificate && m.Capacities == p.Capacities {
		return
	}
	m.Capacities = ""
	if m.Status == Judged {
		m.Certificate = "exact"
	}
}

// comparePlaces orders by site, and then the better status first.
func comparePlaces(a, b Place) int {
	return cmp.Or(
		a.Site.Compare(b.Site),
		cmp.Compare(slices.Index(statuses, a.Status), slices.Index(statuses, b.Status)),
		cmp.Compare(a.Why, b.Why),
		cmp.Compare(a.Kind, b.Kind),
		slices.Compare(a.Functions, b.Functions),
	)
}

// A Total counts the places of a kind, those in tests apart.
type Total struct {
	Kind         string `json:"kind"`
	Test         bool   `json:"test"`
	Places       int    `json:"places"`
	Judged       int    `json:"judged"`
	Bounded      int    `json:"bounded"`
	Open         int    `json:"open"`
	Inconclusive int    `json:"inconclusive"`
	Unreached    int    `json:"unreached"`
}

func (t *Total) count(s Status) {
	t.Places++
	switch s {
	case Judged:
		t.Judged++
	case Bounded:
		t.Bounded++
	case Open:
		t.Open++
	case Inconclusive:
		t.Inconclusive++
	case Unreached:
		t.Unreached++
	}
}

// A Coverage says of each place how far it was judged.
type Coverage struct {
	Places []Place `json:"places"`
	Totals []Total `json:"totals"`
}

// NewCoverage counts places that MergePlaces has put in order.
func NewCoverage(places []Place) *Coverage {
	c := &Coverage{Places: places, Totals: []Total{}}
	for kind := model.Channel; kind < model.Cell; kind++ {
		for _, test := range []bool{false, true} {
			t := Total{Kind: kind.String(), Test: test}
			for i := range places {
				if places[i].Kind == t.Kind && places[i].Test == test {
					t.count(places[i].Status)
				}
			}
			if t.Places > 0 {
				c.Totals = append(c.Totals, t)
			}
		}
	}
	return c
}

// WriteJSON writes one JSON object.
func (c *Coverage) WriteJSON(w io.Writer) error {
	out := Coverage{Places: slices.Clone(c.Places), Totals: c.Totals}
	if out.Places == nil {
		out.Places = []Place{} // "[]", not "null"
	}
	for i := range out.Places {
		out.Places[i].Place = out.Places[i].Site.String()
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "\t")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(out)
}

// WriteText writes a line for each place, and then the totals.
func (c *Coverage) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i := range c.Places {
		fmt.Fprintf(b, "%s: %s\n", c.Places[i].Site, c.Places[i].Words())
	}
	if len(c.Totals) > 0 {
		fmt.Fprintln(b)
		c.writeTotals(b)
		fmt.Fprintln(b, c.Extent())
	}
	return b.Flush()
}

func (c *Coverage) writeTotals(b *bufio.Writer) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "kind\tplaces\tjudged\tbounded\topen\tinconclusive\tunreached\n")
	for _, total := range c.Totals {
		kind := total.Kind
		if total.Test {
			kind += " in tests"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\n", kind, total.Places, total.Judged, total.Bounded, total.Open, total.Inconclusive, total.Unreached)
	}
	_ = t.Flush() // b keeps the error
}

// A Reached says how many of some places were looked at.
type Reached struct {
	Places   int `json:"places"`
	LookedAt int `json:"lookedAt"`
}

func (r *Reached) add(t *Total) {
	r.Places += t.Places
	r.LookedAt += t.Judged + t.Bounded
}

// Reached sums up over the channels, and over all else: locks, wait groups and
// the like.
func (c *Coverage) Reached() (channels, locks Reached) {
	for i := range c.Totals {
		if c.Totals[i].Kind == model.Channel.String() {
			channels.add(&c.Totals[i])
		} else {
			locks.add(&c.Totals[i])
		}
	}
	return channels, locks
}

// Extent says in one line how much was looked at; "" if there is nothing.
func (c *Coverage) Extent() string {
	channels, locks := c.Reached()
	var parts []string
	if channels.Places > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d channels", channels.LookedAt, channels.Places))
	}
	if locks.Places > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d locks and wait groups", locks.LookedAt, locks.Places))
	}
	if len(parts) == 0 {
		return ""
	}
	return "looked at " + strings.Join(parts, ", ")
}

// Complete reports whether all places were looked at.
func (c *Coverage) Complete() bool {
	return !slices.ContainsFunc(c.Places, func(p Place) bool { return !p.Status.LookedAt() })
}
