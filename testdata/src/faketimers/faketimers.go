// Package faketimers makes tickers with channels of its own, which it may close.
package faketimers

import "time"

func ends() {
	own := make(chan time.Time)
	t := &time.Ticker{C: own}
	done := make(chan bool)
	go func() {
		for range t.C {
		}
		close(done)
	}()
	own <- time.Now()
	close(own)
	<-done
}
