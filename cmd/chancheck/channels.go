package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// An assignment is an entry A:B=2 of the list that a flag has.
type assignment struct{ name, value string }

// assignments takes a list of entries apart. form is what one looks like. Two values for one name are
// a slip of whoever wrote the list, who would not know which of them counts.
func assignments(list, form string) ([]assignment, error) {
	var entries []assignment
	seen := map[string]bool{}
	for _, entry := range strings.Split(list, ",") {
		name, value, ok := strings.Cut(entry, "=")
		switch {
		case !ok || name == "" || value == "":
			return nil, fmt.Errorf("%q is not %s", entry, form)
		case seen[arrow(name)]:
			return nil, fmt.Errorf("%s is given twice", name)
		}
		seen[arrow(name)] = true
		entries = append(entries, assignment{name, value})
	}
	return entries, nil
}

// arrow is the name of a channel that the user may have written A:B, which is easier to type than A→B.
func arrow(name string) string { return strings.Replace(name, ":", "→", 1) }

// A channelBound is the bound that the user wants for the channels of a name.
type channelBound struct {
	channel string
	bound   int
}

// channelBounds reads the list of -bounds, with bounds as read reads them.
func channelBounds(list string, read func(string) (int, error)) ([]channelBound, error) {
	if list == "" || list == "cap" {
		return nil, nil
	}
	entries, err := assignments(list, "CHANNEL=NUMBER")
	if err != nil {
		return nil, fmt.Errorf("-bounds: %w", err)
	}
	var bounds []channelBound
	for _, e := range entries {
		k, err := read(e.value)
		if err != nil {
			return nil, fmt.Errorf("-bounds: %q of %s is no bound", e.value, e.name)
		}
		bounds = append(bounds, channelBound{e.name, k})
	}
	return bounds, nil
}

// setBounds changes bounds of the objects of a system to what the user wants.
func setBounds(sys *model.System, singles []channelBound, bounds []int) error {
	for _, single := range singles {
		list, err := channelsCalled(sys, "-bounds", single.channel)
		if err != nil {
			return err
		}
		for _, object := range list {
			bounds[object] = single.bound
		}
	}
	return nil
}

// channelsCalled are the channels of a name in the list of a flag.
func channelsCalled(sys *model.System, flag, name string) ([]int, error) {
	var list []int
	for i := range sys.Objects {
		if o := &sys.Objects[i]; o.Kind == model.Channel && (o.Name == name || o.Name == arrow(name)) {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no channel %q; %s", flag, name, channelsOf(sys))
	}
	return list, nil
}

// mostNamed is how many names help somebody who has mistyped one.
const mostNamed = 8

// channelsOf says which channels there are.
func channelsOf(sys *model.System) string {
	var names []string
	for i := range sys.Objects {
		if o := &sys.Objects[i]; o.Kind == model.Channel {
			names = append(names, o.Name)
		}
	}
	if len(names) == 0 {
		return "there is none"
	}
	return "there is " + someOf(names)
}

// someOf lists names, but not very many.
func someOf(names []string) string {
	if more := len(names) - mostNamed; more > 0 {
		names = append(names[:mostNamed:mostNamed], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// channelSet makes a set of objects of what a flag has: "all", "none", or channels.
func channelSet(sys *model.System, flag, list string) ([]bool, error) {
	set := make([]bool, len(sys.Objects))
	if list == "none" || list == "" {
		return set, nil
	}
	if list == "all" {
		for i := range set {
			set[i] = true
		}
		return set, nil
	}
	for _, name := range strings.Split(list, ",") {
		objects, err := channelsCalled(sys, flag, name)
		if err != nil {
			return nil, err
		}
		for _, object := range objects {
			set[object] = true
		}
	}
	return set, nil
}

// capacitiesOf are the capacities of the objects of a system.
func capacitiesOf(sys *model.System) []int {
	list := make([]int, len(sys.Objects))
	for i := range list {
		list[i] = sys.Objects[i].Capacity
	}
	return list
}

// readBound reads the bound of a channel.
func readBound(text string) (int, error) {
	k, err := strconv.Atoi(text)
	if err == nil && k < 0 {
		err = strconv.ErrRange
	}
	return k, err
}
