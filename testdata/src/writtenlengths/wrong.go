package writtenlengths

// Wrong: there is no fourth one.
func tellsFourth() {
	told := make(chan string)
	go func() {
		for _, s := range seasons {
			told <- s
		}
	}()
	<-told
	<-told
	<-told
	<-told // want `receive from told blocks forever`
}

var guests = []string{"first"}

func invite(name string) { guests = append(guests, name) }

// Wrong: others may have come before.
func tellsAlone() {
	told := make(chan string)
	go func() {
		if len(guests) == 1 {
			told <- guests[0]
		}
	}()
	<-told // want `receive from told blocks forever`
}
