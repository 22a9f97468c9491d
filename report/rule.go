package report

// A Rule is a category of findings as formats of other tools want to know it.
type Rule struct {
	ID      string // the category
	Short   string // one sentence
	Long    string // one paragraph
	Page    string // Markdown
	URL     string // where the page is
	Default bool   // whether it is looked for by default
}

// A Source returns the lines of a file, nil if it can't be read.
type Source func(file string) []string

// column is the number of characters before a column in bytes, from 1: what tools
// count that show the line.
func (s Source) column(file string, line, column int) int {
	if s == nil || line < 1 {
		return column
	}
	lines := s(file)
	if line > len(lines) || column < 1 || column-1 > len(lines[line-1]) {
		return column
	}
	return len([]rune(lines[line-1][:column-1])) + 1
}
