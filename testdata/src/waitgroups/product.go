package waitgroups

import "sync"

// Right: there are as many as the product of the two says.
func product(rows, columns int, work func(row, column int)) {
	var wg sync.WaitGroup
	wg.Add(rows * columns)
	for row := 0; row < rows; row++ {
		for column := 0; column < columns; column++ {
			go func() {
				defer wg.Done()
				work(row, column)
			}()
		}
	}
	wg.Wait()
}

// Wrong: there is one more, whatever the product is.
func productWrong(rows, columns int) {
	var wg, other sync.WaitGroup
	wg.Add(rows * columns)
	other.Add(1)
	for range rows {
		wg.Add(-columns)
	}
	wg.Wait()
	other.Wait() // want "other.Wait blocks forever"
}
