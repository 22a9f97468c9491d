// Package writtenlengths has package-level slices that are as long as their declarations write down.
package writtenlengths

var seasons = []string{"spring", "summer", "autumn"}

// Right: there are three.
func tellsSeasons() {
	told := make(chan string)
	go func() {
		for _, s := range seasons {
			told <- s
		}
	}()
	<-told
	<-told
	<-told
}

var heights = []int{1, 2}

// Right: another element is no more of them.
func raises(by int) {
	heights[0] = by
	told := make(chan int, 1)
	go func() {
		if len(heights) == 2 {
			told <- by
		}
	}()
	<-told
}
