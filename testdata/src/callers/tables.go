package callers

func modal(mode string) {
	ch := make(chan int)
	switch mode {
	case "send":
		go func() { ch <- 1 }()
	case "close":
		close(ch)
	}
	<-ch
}

// Right: there are no other modes.
func modals() {
	for _, mode := range []string{"send", "close"} {
		modal(mode)
	}
}

func modalWrong(mode string) {
	ch := make(chan int)
	switch mode {
	case "send":
		go func() { ch <- 1 }()
	case "close":
		close(ch)
	}
	<-ch // want "receive from ch blocks forever"
}

// Wrong: one mode is misspelt.
func modalsWrong() {
	for _, mode := range []string{"send", "clsoe"} {
		modalWrong(mode)
	}
}

type entry struct {
	name    string
	workers int
	waits   bool
}

func tabled(workers int, waits bool) {
	ch := make(chan int, 1)
	if workers > 0 {
		ch <- workers
	}
	if waits {
		<-ch
	}
}

// Right: whoever waits has workers.
func tableRight() {
	for _, e := range []entry{{"many", 7, true}, {name: "none"}, {"one", 1, true}} {
		tabled(e.workers, e.waits)
	}
}

func tabledWrong(workers int, waits bool) {
	ch := make(chan int, 1)
	if workers > 0 {
		ch <- workers
	}
	if waits {
		<-ch // want "receive from ch blocks forever"
	}
}

// Wrong: the last row waits for nobody.
func tableWrong() {
	entries := []entry{{"many", 7, true}, {"none", 0, false}, {name: "lost", waits: true}}
	for _, e := range entries {
		func() { tabledWrong(e.workers, e.waits) }()
	}
}

func tabledChanged(fills, waits bool) {
	ch := make(chan int, 1)
	if fills {
		ch <- 1
	}
	if waits {
		<-ch
	}
}

// Wrong, but nobody knows: the row is changed before it is used.
func tableChanged() {
	for _, e := range []struct{ fills, waits bool }{{true, true}, {true, false}} {
		if e.waits {
			e.fills = false
		}
		tabledChanged(e.fills, e.waits)
	}
}

func tabledGuarded(workers int, waits bool) {
	ch := make(chan int, 1)
	if workers > 0 {
		ch <- workers
	}
	if waits {
		<-ch
	}
}

// Right: the rows without workers are left out.
func tableGuarded() {
	for _, e := range []entry{{"one", 1, true}, {"none", 0, true}} {
		if e.workers == 0 {
			continue
		}
		tabledGuarded(e.workers, e.waits)
	}
}

func captured(workers int) {
	done := make(chan struct{})
	if workers > 0 {
		go close(done)
	}
	<-done
}

// Right: what the function has captured is always three.
func capturing() {
	workers := 3
	f := func() { captured(workers) }
	f()
}
