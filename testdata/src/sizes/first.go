package sizes

import "errors"

// Numbers that the package always passes as positive ones: callers elsewhere are taken to do that, too. What hangs on such a
// number can't be anything any more.

func deal(cards []string) (dealt chan string, stop chan bool) {
	dealt, stop = make(chan string), make(chan bool)
	go func() {
		for _, card := range cards {
			select {
			case dealt <- card:
			case <-stop:
				return
			}
		}
		<-stop
	}()
	return dealt, stop
}

// FirstOf asks before whether there are so many.
func FirstOf(cards []string, n int) ([]string, error) {
	if n > len(cards) {
		return nil, errors.New("too few cards")
	}
	dealt, stop := deal(cards)
	var hand []string
	for i := 0; i < n; i++ {
		hand = append(hand, <-dealt)
	}
	stop <- true
	return hand, nil
}

// FirstOfAny doesn't ask.
func FirstOfAny(cards []string, n int) []string {
	dealt, stop := deal(cards)
	var hand []string
	for i := 0; i < n; i++ {
		hand = append(hand, <-dealt) // want `receive from dealt blocks forever.*if len\(cards\) == 0`
	}
	stop <- true
	return hand
}

// Deal takes two.
func Deal() ([]string, error) { return FirstOf([]string{"ace", "king", "ten"}, 2) }

// DealAny takes two, too.
func DealAny() []string { return FirstOfAny([]string{"ace", "king", "ten"}, 2) }
