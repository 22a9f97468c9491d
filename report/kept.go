package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/chancheck/chancheck/model"
	"github.com/chancheck/chancheck/verify"
)

// Whoever wants a lock that a call has returned with is a victim: it may be anybody, anywhere. What is to be mended is where the call
// returns, so it is told there.

// TellReturned is Tell where it is known of which processes the call has returned, as of callers.
func TellReturned(sys *model.System, f *verify.Finding, pkg Package, returned []bool) Finding {
	n := newNarrator(sys, f, pkg)
	h := n.keptBy(returned)
	if h == nil {
		return n.tell()
	}
	waiting := n.tell()
	n.kept = h
	told := n.tell()
	told.waiting = &waiting
	return told
}

// A Kept is a lock that a function has returned with, as far as the execution shows it.
type Kept struct {
	// Taken is where the lock was taken, Last where the function has come to last. Both are in one function.
	Taken, Last model.Site
	// Side is what it has assumed there, if anything.
	Side string
	// Called says that a caller in the package has called that function.
	Called bool
}

// IsClear reports whether a reader sees at the last step why the lock is left taken: there the function decides on it, or has done
// nothing since.
func (k *Kept) IsClear() bool { return k.Side != "" || k.Last == k.Taken }

// OfWaiting tells of a lock that is left taken as of any other: where somebody waits for it.
func (f *Finding) OfWaiting() { *f = *f.waiting }

// Kept is the lock that the finding is about if a function has returned with it; nil if it is about something else.
func (f *Finding) Kept() *Kept { return f.kept }

// keptBy is the lock for which the one who is stuck waits, if another one has it whose call has returned; nil if it is another matter.
func (n *narrator) keptBy(returned []bool) *hold {
	f := n.finding
	if !f.Category.IsStuck() || !n.waiting()[0].Kind.IsLocking() {
		return nil
	}
	l := n.ends.lock(n.waiting()[0].Object)
	h := l.holder()
	isBehind := l.writer == nil && l.announced != nil && l.announced.process != f.Process
	if h == nil || h.process == f.Process || isBehind || h.process >= len(returned) || !returned[h.process] {
		return nil
	}
	return h
}

// whereKept says where a function has a lock that its call returns with: at the depth of calls at which the lock was taken, or
// that to which the function has returned since.
func (n *narrator) whereKept(h *hold) *Kept {
	taken, last, side := append(slices.Clone(h.via), h.site), append(slices.Clone(h.via), h.site), ""
	for _, s := range n.finding.Trace {
		if t := n.at(&s); s.Process == h.process && t.Site.IsValid() && t.Site != n.sys.Processes[h.process].Site {
			last, side = append(slices.Clone(t.Via), t.Site), ""
			if t.Assumes() {
				side = t.Text
			}
		}
	}
	depth := 0
	for depth < len(taken)-1 && depth < len(last)-1 && taken[depth] == last[depth] {
		depth++
	}
	if depth < len(last)-1 {
		side = ""
	}
	calls := slices.DeleteFunc(slices.Clone(taken[:depth]), func(s model.Site) bool { return n.pkg == nil || !n.pkg.Owns(s) })
	return &Kept{Taken: taken[depth], Last: last[depth], Side: side, Called: len(calls) > 0}
}

// returns is the step by which a lock is left taken.
func (n *narrator) returns(h *hold) Step {
	text := fmt.Sprintf("%s %s %s", n.who(h.process), neverUnlocks, n.name(h.object))
	act := &Act{Goroutine: h.process, Kind: ActNever, Object: n.name(h.object)}
	return Step{Site: n.whereKept(h).Last, Text: text, Act: act, returns: true}
}

// whatIsKept is the sentence about a lock that a function returns with, in two parts: what it is about, and the rest.
func (n *narrator) whatIsKept(h *hold) (what, rest string) {
	return neverUnlocks + " " + n.name(h.object), fmt.Sprintf(", %s %s%s", h.verb(), n.where(h.site, h.via), n.condition())
}

// What is said of a lock that is left taken: as long as it isn't known where the function returns, and then.
const (
	neverUnlocks    = "never unlocks"
	returnsWithLock = "returns without unlocking"
)

// nextBlocks ends that sentence.
const nextBlocks = ": whoever locks it next blocks forever"

// ReturnsAt says where the function returns that keeps a lock, and what alone leads there, "" if nothing does.
func (f *Finding) ReturnsAt(site model.Site, why string) {
	for i := range f.Steps {
		s := &f.Steps[i]
		if !s.returns {
			continue
		}
		s.Site, f.Site = site, site
		s.Text = strings.Replace(s.Text, neverUnlocks, returnsWithLock, 1)
		f.Message = strings.Replace(f.Message, neverUnlocks, returnsWithLock, 1)
		f.what += len(returnsWithLock) - len(neverUnlocks)
		if why != "" {
			s.Text += ", as " + why
			f.sayOnce(i, why)
		}
		f.decidedBy(why)
		return
	}
}

// sayOnce drops the assumption just before a step that says by itself that it is so.
func (f *Finding) sayOnce(step int, why string) {
	if step > 0 && f.Steps[step-1].Text == assumes+why {
		f.Steps = slices.Delete(f.Steps, step-1, step)
		f.said++
	}
}

// decidedBy says what alone leads to where the function returns. If it isn't assumed, it follows from what is: then a reader needs no more.
func (f *Finding) decidedBy(why string) {
	if why == "" {
		return
	}
	sentence, conditions, _ := strings.Cut(strings.TrimSuffix(f.Message, f.tail), ifs)
	known := strings.Split(strings.TrimSuffix(conditions, ")"), " and ")
	if isTold := func(text string) bool { return text == why || strings.HasPrefix(text, why+" at ") }; slices.ContainsFunc(known, isTold) {
		return
	}
	f.Message = sentence + f.tail
	f.addConditions(why)
}

// AlsoReturnsAt says that a function may as well return somewhere else with the lock that the finding is about, and why: to mend one of several returns is
// not enough.
func (f *Finding) AlsoReturnsAt(site model.Site, why string) {
	isReturn := func(s Step) bool { return s.returns }
	i := slices.IndexFunc(f.Steps, isReturn)
	isKnown := func(s Step) bool { return s.returns && s.Site.File == site.File && s.Site.Line == site.Line }
	if i < 0 || !strings.HasPrefix(f.Message, returnsWithLock) || slices.ContainsFunc(f.Steps, isKnown) {
		return
	}
	step := f.Steps[i]
	step.Text, _, _ = strings.Cut(step.Text, ", as ")
	step.Site, step.Text = site, "or "+step.Text
	if why != "" {
		step.Text += ", as " + why
	}
	last := i
	for last+1 < len(f.Steps) && f.Steps[last+1].returns {
		last++
	}
	f.Steps = slices.Insert(f.Steps, last+1, step)
	place := " or at line " + strconv.Itoa(site.Line)
	if last == i {
		place = " here" + f.takeConditions() + place // those of another return are others
	}
	f.Message = f.Message[:f.what] + place + f.Message[f.what:]
	f.what += len(place)
}

// takeConditions takes those without which it wouldn't come about out of the sentence.
func (f *Finding) takeConditions() string {
	sentence, rest, ok := strings.Cut(f.Message, ifs)
	if !ok {
		return ""
	}
	f.Message = sentence + f.tail
	return ifs + strings.TrimSuffix(rest, f.tail)
}
