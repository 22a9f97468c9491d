package ksync_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chancheck/chancheck/verify/ksync"
)

// A chart is an execution in the notation of the literature: !pq v is a send of v by p to
// q, ?pq v its reception.
type chart struct {
	names   string // of processes
	actions []ksync.Action
	texts   []string // contents
	queues  map[string]int
	queueOf func(sender, receiver rune) string
}

func mailboxes(_, receiver rune) string  { return string(receiver) }
func pairs(sender, receiver rune) string { return string(sender) + string(receiver) }

// read makes actions of a text.
func read(text string, queueOf func(sender, receiver rune) string) *chart {
	c := &chart{queues: map[string]int{}, queueOf: queueOf}
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i += 2 {
		c.add(fields[i], fields[i+1])
	}
	return c
}

func (c *chart) add(action, content string) {
	ends := []rune(action)
	queue := c.queueOf(ends[1], ends[2])
	if _, ok := c.queues[queue]; !ok {
		c.queues[queue] = len(c.queues)
	}
	content = action[1:] + content
	if !slices.Contains(c.texts, content) {
		c.texts = append(c.texts, content)
	}
	c.actions = append(c.actions, ksync.Action{
		Send: ends[0] == '!', Sender: c.process(ends[1]), Receiver: c.process(ends[2]),
		Queue: c.queues[queue], Content: slices.Index(c.texts, content),
	})
}

func (c *chart) process(name rune) int {
	if !strings.ContainsRune(c.names, name) {
		c.names += string(name)
	}
	return strings.IndexRune(c.names, name)
}

// execution is the chart's.
func (c *chart) execution(t *testing.T) *ksync.Execution {
	t.Helper()
	e, err := ksync.NewExecution(c.actions)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// name is what a message sends.
func (c *chart) name(e *ksync.Execution, message int) string {
	return c.texts[e.Actions[e.Messages[message].Send].Content][2:]
}

// names are those of messages.
func (c *chart) contents(e *ksync.Execution, messages []int) []string {
	var list []string
	for _, m := range messages {
		list = append(list, c.name(e, m))
	}
	slices.Sort(list)
	return list
}

// edges are those of the conflict graph.
func (c *chart) edges(e *ksync.Execution) string {
	var list []string
	for _, d := range e.Conflicts().Edges {
		list = append(list, c.name(e, d.From)+"-"+d.Leaves.String()+d.Enters.String()+"->"+c.name(e, d.To))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}
