// Package assert stands for the one of that name.
package assert

type TestingT interface {
	Errorf(format string, args ...any)
}

func Fail(t TestingT, message string) bool {
	t.Errorf("%s", message)
	return false
}

func NoError(t TestingT, err error) bool {
	if err != nil {
		return Fail(t, err.Error())
	}
	return true
}

func True(t TestingT, value bool) bool {
	if !value {
		return Fail(t, "should be true")
	}
	return true
}

func False(t TestingT, value bool) bool {
	if value {
		return Fail(t, "should be false")
	}
	return true
}

type Assertions struct{ t TestingT }

func New(t TestingT) *Assertions { return &Assertions{t} }

func (a *Assertions) NoError(err error) bool { return NoError(a.t, err) }
