package scope_test

import "testing"

// ownContexts are commands with contexts of types of their own: nobody else calls their methods.
var ownContexts = []struct{ name, source, want string }{
	{"a context of a type of its own", `
		import "context"
		type own struct { context.Context; c chan struct{} }
		func (o *own) Done() <-chan struct{} { return o.c }
		func wait(ctx context.Context) { <-ctx.Done() }
		func f() { c := make(chan struct{}); go wait(&own{context.Background(), c}); close(c) }`, isClean},
	{"one that nobody ends", `
		import "context"
		type own struct { context.Context; c chan struct{} }
		func (o *own) Done() <-chan struct{} { return o.c }
		func wait(ctx context.Context) { <-ctx.Done() }
		func f(x bool) { c := make(chan struct{}); go wait(&own{context.Background(), c}); if x { close(c) } }`, isUnclear},
	{"one that may have nothing to end it", `
		import "context"
		type own struct { context.Context; c chan struct{} }
		func (o *own) Done() <-chan struct{} { if o.c == nil { return nil }; return o.c }
		func wait(ctx context.Context) { <-ctx.Done() }
		func f() { c := make(chan struct{}); go wait(&own{context.Background(), c}); close(c) }`, isUnclear},
	{"one beside others", `
		import "context"
		type own struct { context.Context; c chan struct{} }
		func (o *own) Done() <-chan struct{} { return o.c }
		func wait(ctx context.Context) { <-ctx.Done() }
		func f() {
			c := make(chan struct{})
			ctx, cancel := context.WithCancel(&own{context.Background(), c})
			go wait(ctx)
			cancel()
			close(c)
		}`, isClean},
}

func TestOutlinesFollowContextsOfOwnTypes(t *testing.T) {
	for _, test := range ownContexts {
		s, program := scopesOf(t, test.source, true)
		if got := answerIn(t, s, program); got != test.want {
			t.Errorf("%s: the answer is %s, not %s", test.name, got, test.want)
		}
	}
}
