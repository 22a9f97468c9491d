package settings

// Wrong: the map doesn't matter; nobody sends the second time.
func dictionaryNever(conf map[string]string) (n int) {
	size, depth := 10, 2
	if s, ok := conf["size"]; ok {
		size = len(s)
	}
	if s, ok := conf["depth"]; ok {
		depth = len(s)
	}
	sums := make(chan int)
	go func() {
		for k, v := range conf {
			if k != v {
				size *= depth
			}
		}
		sums <- size
	}()
	n = <-sums
	return n + <-sums // want "receive from sums blocks forever"
}
