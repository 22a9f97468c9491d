package ir

// Compare is what a comparison of two numbers says, if it is one.
func Compare(operator string, a, b int64) (holds, ok bool) {
	switch operator {
	case "==":
		return a == b, true
	case "!=":
		return a != b, true
	case "<":
		return a < b, true
	case "<=":
		return a <= b, true
	case ">":
		return a > b, true
	case ">=":
		return a >= b, true
	}
	return false, false
}
