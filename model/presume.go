package model

// Presume returns the system with steps that the program may be unable to take, for some reasons, as
// steps that it takes if it likes. It returns nil if there are none. States and transitions have the
// same numbers.
func (s *System) Presume(isGranted func(doubt string) bool) *System {
	isPresumed := func(t Transition) bool { return t.Doubt != "" && isGranted(t.Doubt) }
	return s.with(isPresumed, func(t *Transition) { t.Doubt = "" })
}
