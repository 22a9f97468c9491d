package abandoned

import (
	"errors"
	"strings"
)

// DialNone has found that there is one at most.
func (s *session) DialNone(text string) error {
	answers := make(chan error)
	list := strings.Split(text, ",")
	if !isShort(list) {
		return errors.New("several")
	}
	for _, host := range list {
		go func() {
			answers <- s.dial(host)
		}()
	}
	return <-answers
}

func isShort(list []string) bool { return len(list) < 2 }
