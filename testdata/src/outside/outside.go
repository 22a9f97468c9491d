// Package outside has programs that keep data in objects which they are given,
// and in package-level variables.
package outside

type setting struct {
	on  bool
	sub *setting
}

var verbose bool

// other gives everybody a reason to look at all variables anew.
func other() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}

// What is stored in a parameter stays there.
func keepsParameter(p *setting) {
	p.on = true
	other()
	done := make(chan int)
	if !p.on {
		<-done
	}
}

func keepsPart(p *setting) {
	q := p.sub
	q.on = true
	other()
	done := make(chan int)
	if !q.on {
		<-done
	}
}

func keepsPartOnTheWay(p *setting) {
	p.sub.on = true
	other()
	done := make(chan int)
	if !p.sub.on {
		<-done
	}
}

func keepsPackageLevel() {
	verbose = true
	other()
	done := make(chan int)
	if !verbose {
		<-done
	}
}

func (p *setting) enable() { p.on = true }

func keepsWhatCalleeStores(p *setting) {
	p.enable()
	other()
	done := make(chan int)
	if !p.on {
		<-done
	}
}

// Here the branch that waits is taken each time.
func findsParameter(p *setting) {
	p.on = true
	other()
	done := make(chan int)
	if p.on {
		<-done // want "receive from done blocks forever"
	}
}

func findsPackageLevel() {
	verbose = false
	other()
	done := make(chan int)
	if !verbose {
		<-done // want "receive from done blocks forever"
	}
}
