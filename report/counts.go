package report

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Counts say how far an analysis reached.
type Counts struct {
	Functions    int `json:"functions"`    // that were looked at
	Roots        int `json:"roots"`        // scopes with something to judge
	Closed       int `json:"closed"`       // channels, locks and the like that a root closes
	Judged       int `json:"judged"`       // roots with an answer
	Inconclusive int `json:"inconclusive"` // roots without
	Internal     int `json:"internal"`     // failures of the analyzer itself
	Findings     int `json:"findings"`
}

// Add adds other to c.
func (c *Counts) Add(other Counts) {
	a, b := reflect.ValueOf(c).Elem(), reflect.ValueOf(other)
	for i := range a.NumField() {
		a.Field(i).SetInt(a.Field(i).Int() + b.Field(i).Int())
	}
}

// String returns the counts as name=number pairs, which ParseCounts reads. In
// this form they travel as the message of a diagnostic.
func (c Counts) String() string {
	return c.format("%s=%d", " ")
}

// Words returns the counts as a line for people.
func (c Counts) Words() string {
	return c.format("%[2]d %[1]s", ", ")
}

func (c Counts) format(pair, separator string) string {
	v := reflect.ValueOf(c)
	var parts []string
	for i := range v.NumField() {
		parts = append(parts, fmt.Sprintf(pair, fieldName(v, i), v.Field(i).Int()))
	}
	return strings.Join(parts, separator)
}

func fieldName(v reflect.Value, i int) string {
	return strings.ToLower(v.Type().Field(i).Name)
}

// ParseCounts reads what String wrote.
func ParseCounts(text string) (Counts, error) {
	var c Counts
	v := reflect.ValueOf(&c).Elem()
	fields := strings.Fields(text)
	if len(fields) != v.NumField() {
		return c, fmt.Errorf("%d counts in %q, want %d", len(fields), text, v.NumField())
	}
	for i, field := range fields {
		name, number, _ := strings.Cut(field, "=")
		n, err := strconv.Atoi(number)
		if err != nil || name != fieldName(v, i) {
			return c, fmt.Errorf("bad count %q", field)
		}
		v.Field(i).SetInt(int64(n))
	}
	return c, nil
}
