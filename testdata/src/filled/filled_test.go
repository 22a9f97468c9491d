package filled

import "testing"

// A test knows who answers.
func Check(t *testing.T, f Feed) {
	var o order
	done := make(chan bool)
	go func() {
		_ = f.Next(&o)
		if o.Count > 0 {
			done <- true
		}
	}()
	<-done
}
