package abandoned

// workers is how many there are.
const workers = 1

// SingleConstant starts one only.
func SingleConstant(ask func() error) error {
	failed := make(chan error)
	for range workers {
		go func() { failed <- ask() }()
	}
	for range workers {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleListed asks the only one in a list.
func SingleListed(ask func() error) error {
	failed := make(chan error)
	list := []func() error{ask}
	for _, ask := range list {
		go func() { failed <- ask() }()
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleFirst asks the first one.
func SingleFirst(list []func() error) error {
	failed := make(chan error)
	for i, ask := range list {
		if i == 0 {
			go func() { failed <- ask() }()
		}
	}
	for i := range list {
		if i > 0 {
			break
		}
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleAtMost asks no more than one.
func SingleAtMost(list []func() error) error {
	if len(list) > 1 {
		return errRefused
	}
	failed := make(chan error)
	for _, ask := range list {
		go func() { failed <- ask() }()
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// A single has one worker.
type single struct{ workers int }

func oneOf() single { return single{workers: 1} }

func (s single) run(ask func() error) error {
	failed := make(chan error)
	for i := 0; i < s.workers; i++ {
		go func() { failed <- ask() }()
	}
	for i := 0; i < s.workers; i++ {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleOfStruct runs it.
func SingleOfStruct(ask func() error) error { return oneOf().run(ask) }

func askAll(list ...func() error) error {
	failed := make(chan error)
	for _, ask := range list {
		go func() { failed <- ask() }()
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleOfCaller asks one of all.
func SingleOfCaller(ask func() error) error { return askAll(ask) }

func askUpToOne(list []*session) error {
	failed := make(chan error)
	for _, s := range list {
		go s.utter(failed)
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleAsked is asked by its caller how many there are.
func SingleAsked(list []*session) error {
	if len(list) > 1 {
		return errRefused
	}
	return askUpToOne(list)
}

func (s *session) utter(failed chan<- error) {
	_, err := s.negotiate()
	failed <- err
}

// SingleWraps counts on a byte.
func SingleWraps(ask func() error) error {
	failed := make(chan error)
	var number uint8 = 250
	number += 7
	for i := uint8(0); i < number; i++ {
		go func() { failed <- ask() }()
	}
	for i := uint8(0); i < number; i++ {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleMessage starts one for each message, of which there is one.
func SingleMessage(ask func(int) error) error {
	failed, numbers := make(chan error), make(chan int, 1)
	numbers <- 1
	close(numbers)
	for n := range numbers {
		go func() { failed <- ask(n) }()
	}
	for range 1 {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SinglePair has one in a map.
func SinglePair(ask func() error) error {
	failed := make(chan error)
	for _, ask := range map[string]func() error{"one": ask} {
		go func() { failed <- ask() }()
	}
	for range 1 {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

func never(int) error { return nil }

// NeverFailing never has an error.
func NeverFailing(list []int) error {
	failed := make(chan error)
	for _, n := range list {
		go func() { failed <- never(n) }()
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

const strict = false

func lenient(n int) (int, error) {
	if strict {
		return 0, errRefused
	}
	return n, never(n)
}

// LenientOnes have no errors, as a constant says.
func LenientOnes(list []int) error {
	failed := make(chan error)
	for _, n := range list {
		go func() {
			_, err := lenient(n)
			failed <- err
		}()
	}
	for range list {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// AtLast looks at the last error only.
func AtLast(list []func() error) error {
	failed := make(chan error)
	for _, ask := range list {
		go func() { failed <- ask() }()
	}
	for i := range list {
		err := <-failed
		if i+1 < len(list) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SingleChosen asks the one that is chosen.
func SingleChosen(list []func() error, chosen int) error {
	failed := make(chan error)
	for i, ask := range list {
		if i == chosen {
			go func() { failed <- ask() }()
		}
	}
	if chosen < 0 || chosen >= len(list) {
		return nil
	}
	for range 1 {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// A Limited has as many workers as others say.
type Limited struct{ Workers int }

func (l *Limited) run(s *session) error {
	failed := make(chan error)
	for i := 0; i < l.Workers; i++ {
		go s.utter(failed)
	}
	for i := 0; i < l.Workers; i++ {
		if err := <-failed; err != nil {
			return err
		}
	}
	return nil
}

// SingleLimited says itself that there is one.
func SingleLimited(s *session) error {
	l := &Limited{}
	l.Workers = 1
	return l.run(s)
}
