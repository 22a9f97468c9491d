package abandoned

// Right: there is room for all, whose counter each of them has captured.
func Votes(ask func(int) error) error {
	answers := make(chan error, 3)
	for voter := 0; voter < 3; voter++ {
		go func() { answers <- ask(voter) }()
	}
	for range 3 {
		if err := <-answers; err != nil {
			return err
		}
	}
	return nil
}

// Right: the same with a name for how many there are.
func Ballots(ask func(int) error) error {
	const voters = 2
	answers := make(chan error, voters)
	for voter := 0; voter < voters; voter++ {
		go func() {
			err := ask(voter)
			answers <- err
		}()
	}
	for range voters {
		if err := <-answers; err != nil {
			return err
		}
	}
	return nil
}
