package model

import "testing"

// line is a place in a file.
func line(n int) Site { return Site{File: "f.go", Line: n, Column: 1} }

// trip has a first process that starts a second, receives, and leaves a select; the second one sends
// and waits.
var trip = &Itinerary{
	Objects: map[Site]bool{line(1): true},
	Spawns:  map[Site]bool{line(2): true},
	Legs: []Leg{
		{Stops: []Stop{{Kind: Spawn, Site: line(2), Leg: 1}, {Kind: Receive, Site: line(3), Object: line(1)}}, Leaves: line(4)},
		{Stops: []Stop{{Kind: Add, Amount: 2, Site: line(5), Object: line(1)}}, Stays: true},
		{Ends: true},
		{},
	},
}

func TestCoursesFollowTheStops(t *testing.T) {
	for _, test := range []struct {
		name string
		from Course
		t    Transition
		made Site
		want Course
	}{
		{"a stop", Course{}, Transition{Kind: Spawn, Site: line(2)}, Site{}, Course{Stops: 1}},
		{"the next one", Course{Stops: 1}, Transition{Kind: Receive, Site: line(3)}, line(1), Course{Stops: 2}},
		{"one too early", Course{}, Transition{Kind: Receive, Site: line(3)}, line(1), Course{Lost: true}},
		{"one at another place", Course{Stops: 1}, Transition{Kind: Receive, Site: line(9)}, line(1), Course{Stops: 1, Lost: true}},
		{"another action", Course{Stops: 1}, Transition{Kind: Send, Site: line(3)}, line(1), Course{Stops: 1, Lost: true}},
		{"one too many", Course{Stops: 2}, Transition{Kind: Receive, Site: line(3)}, line(1), Course{Stops: 2, Lost: true}},
		{"another object", Course{Stops: 1}, Transition{Kind: Receive, Site: line(3)}, line(8), Course{Stops: 1}},
		{"nil", Course{Stops: 1}, Transition{Kind: Receive, Object: -1, Site: line(3)}, line(1), Course{Stops: 1}},
		{"another process", Course{Stops: 1}, Transition{Kind: Spawn, Site: line(9)}, Site{}, Course{Stops: 1}},
		{"the same process again", Course{Stops: 1}, Transition{Kind: Spawn, Site: line(2)}, Site{}, Course{Stops: 1, Lost: true}},
		{"something stored", Course{Stops: 1}, Transition{Kind: Write, Site: line(3)}, line(1), Course{Stops: 1}},
		{"a case that leaves", Course{Stops: 2}, Transition{Kind: Tau, Site: line(4)}, Site{}, Course{Stops: 2, Left: true}},
		{"a case before all stops", Course{Stops: 1}, Transition{Kind: Tau, Site: line(4)}, Site{}, Course{Stops: 1}},
		{"a step of nobody's", Course{Leg: 3}, Transition{Kind: Tau}, Site{}, Course{Leg: 3}},
		{"an amount", Course{Leg: 1}, Transition{Kind: Add, Label: 2, Site: line(5)}, line(1), Course{Leg: 1, Stops: 1}},
		{"another amount", Course{Leg: 1}, Transition{Kind: Add, Label: 1, Site: line(5)}, line(1), Course{Leg: 1, Lost: true}},
		{"something of nobody", NowhereToGo, Transition{Kind: Receive, Site: line(3)}, line(1), Course{Leg: -1, Lost: true}},
		{"once lost", Course{Stops: 1, Lost: true}, Transition{Kind: Receive, Site: line(3)}, line(1), Course{Stops: 1, Lost: true}},
	} {
		if got := trip.After(test.from, &test.t, test.made); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestArrivals(t *testing.T) {
	for _, test := range []struct {
		name   string
		course Course
		at     Site
		ended  bool
		want   bool
	}{
		{"before a stop", Course{Stops: 1}, line(9), false, false},
		{"before it has left", Course{Stops: 2}, line(9), false, false},
		{"at the select again", Course{Stops: 2, Left: true}, line(4), false, false},
		{"elsewhere", Course{Stops: 2, Left: true}, line(9), false, true},
		{"lost", Course{Stops: 2, Left: true, Lost: true}, line(9), false, false},
		{"who stays", Course{Leg: 1, Stops: 1}, line(9), false, true},
		{"who doesn't", Course{Leg: 1, Stops: 1}, Site{}, true, false},
		{"who goes on", Course{Leg: 2}, line(9), false, false},
		{"who ends", Course{Leg: 2}, Site{}, true, true},
		{"anywhere", Course{Leg: 3}, line(9), false, true},
		{"nowhere", NowhereToGo, line(9), false, true},
	} {
		if got := trip.HasArrived(test.course, test.at, test.ended); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
	if !trip.Stays(Course{Leg: 1}) || trip.Stays(Course{}) || trip.Stays(NowhereToGo) {
		t.Error("it isn't who stays")
	}
}

func TestOnlyThoseGoThatAreToldOf(t *testing.T) {
	spawn := func(n int) *Transition { return &Transition{Kind: Spawn, Site: line(n)} }
	if got := trip.Started(Course{}, spawn(2)); got != (Course{Leg: 1}) {
		t.Errorf("the second process is on %v", got)
	}
	for _, c := range []Course{{Stops: 1}, {Lost: true}, NowhereToGo} {
		if got := trip.Started(c, spawn(2)); got != NowhereToGo {
			t.Errorf("after %v it is on %v", c, got)
		}
	}
	if got := trip.Started(Course{}, spawn(3)); got != NowhereToGo {
		t.Errorf("another one is on %v", got)
	}
}
