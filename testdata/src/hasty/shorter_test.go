package hasty

import (
	"context"
	"math"
	"os"
	"strconv"
	"testing"
	"time"
)

// receiveUntil receives something, or gives up.
func receiveUntil(c chan int, limit time.Duration) {
	select {
	case <-c:
	case <-time.After(limit):
	}
}

// sendAfter sends when some time has passed.
func sendAfter(c chan int, pause time.Duration) {
	time.Sleep(pause)
	c <- 1
}

func TestSleepsLessThanOthersWait(t *testing.T) {
	c := make(chan int)
	go sendAfter(c, 10*time.Millisecond)
	receiveUntil(c, time.Second)
}

func TestShortTimerBeforeALongOne(t *testing.T) {
	c := make(chan int)
	go func() {
		<-time.After(10 * time.Millisecond)
		c <- 1
	}()
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	select {
	case <-c:
	case <-timer.C:
	}
}

func TestTimerIsSetToMore(t *testing.T) {
	c := make(chan int)
	go sendAfter(c, 10*time.Millisecond)
	timer := time.NewTimer(time.Millisecond)
	timer.Reset(time.Second)
	select {
	case <-c:
	case <-timer.C:
	}
}

func TestTimerThatIsUpAtOnce(t *testing.T) {
	c := make(chan int)
	go func() {
		timer := time.NewTimer(0)
		<-timer.C
		c <- 1
	}()
	receiveUntil(c, time.Second)
}

// sendAtEnd sends when a context has ended.
func sendAtEnd(ctx context.Context, c chan int) {
	<-ctx.Done()
	c <- 1
}

// gather receives until it has all, or time is up.
func gather(c chan int, n int, limit time.Duration) (sum int) {
	enough := time.After(limit)
	for range n {
		select {
		case v := <-c:
			sum += v
		case <-enough:
			return sum
		}
	}
	return sum
}

func TestDeadlinesBeforeTheLimit(t *testing.T) {
	c, now := make(chan int), time.Now()
	first, cancel := context.WithDeadline(context.Background(), now.Add(40*time.Millisecond))
	defer cancel()
	second, cancelSecond := context.WithTimeout(first, time.Minute)
	defer cancelSecond()
	go sendAtEnd(first, c)
	go sendAtEnd(second, c)
	gather(c, 2, 100*time.Millisecond)
}

func TestContextOfOthersEndsBeforeTheLimit(t *testing.T) {
	ctx, cancel := context.WithTimeout(Parent, 40*time.Millisecond)
	defer cancel()
	c := make(chan int)
	go sendAtEnd(ctx, c)
	gather(c, 1, 100*time.Millisecond)
}

func TestContextLastsLonger(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	c := make(chan int)
	go sendAfter(c, time.Millisecond)
	select {
	case <-c:
	case <-ctx.Done():
	}
}

func TestOneTimerForALoop(t *testing.T) {
	c := make(chan int)
	for range 3 {
		go sendAfter(c, 10*time.Millisecond)
	}
	timer := time.NewTimer(time.Second)
	for range 3 {
		select {
		case <-c:
		case <-timer.C:
			return
		}
	}
}

func TestSleepsLongerThanOthersWait(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(2 * time.Second)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, time.Second)
}

func TestSleepsHardlyLess(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(10 * time.Microsecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, 20*time.Microsecond)
}

func TestSleepsAfterOthersHaveBegunToWait(t *testing.T) {
	c := make(chan int)
	go func() {
		os.ReadFile("large")
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, time.Second)
}

func TestSleepsForAWhile(t *testing.T) {
	c := make(chan int)
	pause, _ := time.ParseDuration(os.Getenv("PAUSE"))
	go func() {
		time.Sleep(pause)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, time.Second)
}

func TestTimerIsSetToLess(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	timer := time.NewTimer(time.Second)
	timer.Reset(time.Millisecond)
	select {
	case <-c:
	case <-timer.C:
	}
}

// hurry sets a timer.
func hurry(timer *time.Timer) { timer.Reset(time.Millisecond) }

func TestOthersSetTheTimer(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	timer := time.NewTimer(time.Second)
	go hurry(timer)
	select {
	case <-c:
	case <-timer.C:
	}
}

func TestTimerIsSetInALoop(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() {
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	go func() { d <- 1 }()
	timer := time.NewTimer(time.Second)
	for {
		select {
		case <-c:
			return
		case <-d:
			timer.Reset(time.Millisecond)
		case <-timer.C:
			return
		}
	}
}

func TestLimitBeginsLongBefore(t *testing.T) {
	c := make(chan int)
	enough := time.After(100 * time.Millisecond)
	os.ReadFile("large")
	go func() {
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	select {
	case <-c:
	case <-enough:
	}
}

func TestDeadlineBeginsLater(t *testing.T) {
	c := make(chan int)
	begin, _ := time.Parse(time.DateOnly, os.Getenv("BEGIN"))
	ctx, cancel := context.WithDeadline(context.Background(), begin.Add(10*time.Millisecond))
	defer cancel()
	go func() {
		<-ctx.Done()
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, time.Second)
}

func TestContextLastsTooLong(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := make(chan int)
	go func() {
		<-ctx.Done()
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, time.Second)
}

func TestTimerWasWaitedFor(t *testing.T) {
	c, d := make(chan int), make(chan int)
	enough := time.After(100 * time.Millisecond)
	go func() { d <- 1 }()
	select {
	case <-d:
	case <-enough:
	}
	os.ReadFile("large")
	go func() {
		time.Sleep(10 * time.Millisecond)
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	select {
	case <-c:
	case <-enough:
	}
}

func TestSleepsOncePerRound(t *testing.T) {
	c := make(chan int)
	rounds, _ := strconv.Atoi(os.Getenv("ROUNDS"))
	go func() {
		for range rounds {
			time.Sleep(10 * time.Millisecond)
		}
		c <- 1 // want `send on c blocks forever and leaks the goroutine`
	}()
	receiveUntil(c, 100*time.Millisecond)
}

// Right: it is as good as never that such a context ends by itself.
func TestContextsThatNeverEnd(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), math.MaxInt64)
	defer cancel()
	c := make(chan int)
	go func() { c <- 1 }()
	waitOrLeave(ctx, c)
}

func waitOrLeave(ctx context.Context, c chan int) {
	select {
	case <-ctx.Done():
	case <-c:
	}
}
