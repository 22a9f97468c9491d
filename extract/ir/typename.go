package ir

import "strings"

// Parameter begins the name of a type parameter in the name of a type.
const Parameter = "$"

// MayBeSame reports whether two types of some names may be the same one, for some types that stand for the
// type parameters in them: whether what is before the first of them and after the last agrees.
func MayBeSame(a, b string) bool {
	aBefore, aAfter, aOpen := ends(a)
	bBefore, bAfter, bOpen := ends(b)
	switch {
	case !aOpen && !bOpen:
		return a == b
	case !aOpen:
		return len(a) > len(bBefore)+len(bAfter) && strings.HasPrefix(a, bBefore) && strings.HasSuffix(a, bAfter)
	case !bOpen:
		return MayBeSame(b, a)
	}
	return (strings.HasPrefix(aBefore, bBefore) || strings.HasPrefix(bBefore, aBefore)) &&
		(strings.HasSuffix(aAfter, bAfter) || strings.HasSuffix(bAfter, aAfter))
}

// HasParameter reports whether there is a type parameter in the name of a type.
func HasParameter(name string) bool { return strings.Contains(name, Parameter) }

// ends are the text before the first type parameter and after the last one, if there are any.
func ends(name string) (before, after string, open bool) {
	first := strings.Index(name, Parameter)
	if first < 0 {
		return name, name, false
	}
	after = name[strings.LastIndex(name, Parameter)+len(Parameter):]
	end := strings.IndexFunc(after, func(r rune) bool { return r == ',' || r == ')' || r == ']' || r == ' ' || r == ';' || r == '}' })
	if end < 0 {
		return name[:first], "", true
	}
	return name[:first], after[end:], true
}
