package holding

import (
	"slices"

	"github.com/chancheck/chancheck/extract/internal/pointsto"
	"github.com/chancheck/chancheck/extract/internal/supergraph"
	"github.com/chancheck/chancheck/extract/ir"
)

// An Unreceived is a send on a channel without a buffer, in a field, from which nobody ever receives, of whatever struct.
type Unreceived struct {
	Channel pointsto.Location
	// Started is where the goroutine is started that sends, if it is one.
	Started, Sent supergraph.Instruction
	Sides         []Side
}

// Unreceived lists such sends of a function that runs as a goroutine, or that callers call, one for each channel.
func (a *Analysis) Unreceived(f *supergraph.Function) (list []Unreceived) {
	start, isStarted := a.StartOf(f)
	if !isStarted && !a.isOpen(f) {
		return nil
	}
	for sent := range f.Instructions() {
		if sent.Instr().Op != ir.OpSend {
			continue
		}
		objects := a.Points.Operand(f.Function, sent.Instr().Args[0])
		isKnown := func(u Unreceived) bool { return u.Channel == objects[0] }
		if len(objects) != 1 || slices.ContainsFunc(list, isKnown) || !a.isInField(objects[0]) || !a.isReceivedOnlyIn(objects[0], nil) || a.isKnownElsewhere(objects[0]) {
			continue
		}
		sides, isPossible := a.sidesTo(sent)
		if a.hasNoBuffer(objects[0]) && isPossible && a.comesAbout(sent) {
			list = append(list, Unreceived{objects[0], start, sent, sides})
		}
	}
	return list
}

// isKnownElsewhere reports whether others may receive from a channel than those who have it in its field: a function returns it,
// by an interface perhaps, or its struct has another type there.
func (a *Analysis) isKnownElsewhere(channel pointsto.Location) bool {
	return a.IsReturned(channel) || a.isConverted(channel)
}

// IsReturned reports whether some function returns a channel.
func (a *Analysis) IsReturned(channel pointsto.Location) bool {
	if a.returned == nil {
		a.returned = map[pointsto.Location]bool{}
		for _, f := range a.Order {
			for _, o := range f.Returned() {
				for _, l := range a.Points.Operand(f.Function, o) {
					a.returned[l] = true
				}
			}
		}
	}
	return a.returned[channel]
}

// isConverted reports whether structs with a channel in a field are converted to other types, by which it has another name, or
// from such types.
func (a *Analysis) isConverted(channel pointsto.Location) bool {
	return slices.ContainsFunc(a.Into[channel], a.isOfConverted)
}

// isOfConverted reports whether something is a field of a struct type that is converted to another one, or from one.
func (a *Analysis) isOfConverted(field pointsto.Location) bool {
	if a.converted == nil {
		a.converted = map[string]bool{}
		for _, f := range a.Order {
			for i := range f.Instructions() {
				if in := i.Instr(); (in.Op == ir.OpCopy || in.Op == ir.OpUnknown && in.Opens) && in.TypeName != "" {
					a.converted[in.TypeName], a.converted[in.Text] = true, true
				}
			}
		}
	}
	o := &a.Points.Objects[field]
	return o.Kind == pointsto.Field && a.converted[pointsto.TypeOfField(o.Name)]
}
