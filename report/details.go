package report

import (
	"encoding/json"
	"fmt"

	"github.com/chancheck/chancheck/model"
)

// Details are what a front end wants to know of a finding beside what its diagnostic says.
type Details struct {
	Category    string       `json:"category"`
	Message     string       `json:"message"`
	Goroutines  []string     `json:"goroutines,omitempty"`
	Acts        []*Act       `json:"acts,omitempty"` // of each step, null if it has none
	Suppression *Suppression `json:"suppression,omitempty"`
	// At is the place of what goes wrong, be it in another package than the diagnostic.
	At model.Site `json:"at"`
}

// NewDetails takes the details off a finding.
func NewDetails(f *Finding) *Details {
	d := &Details{Category: f.Category, Message: f.Message, Goroutines: f.Goroutines, Suppression: f.Suppression, At: f.Site}
	for i := range f.Steps {
		d.Acts = append(d.Acts, f.Steps[i].Act)
	}
	return d
}

// String returns what ParseDetails reads. In this form details travel as the message of a
// diagnostic.
func (d *Details) String() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(fmt.Sprintf("report: details as JSON: %v", err)) // they are plain data
	}
	return string(text)
}

// ParseDetails reads what String wrote.
func ParseDetails(text string) (*Details, error) {
	d := &Details{}
	return d, json.Unmarshal([]byte(text), d)
}

// AddTo gives a finding its details. Its steps have acts only if the details are of as many.
func (d *Details) AddTo(f *Finding) {
	f.Category, f.Message, f.Goroutines, f.Suppression = d.Category, d.Message, d.Goroutines, d.Suppression
	for i := range f.Steps {
		if len(d.Acts) == len(f.Steps) {
			f.Steps[i].Act = d.Acts[i]
		}
	}
}
