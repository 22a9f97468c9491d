// Package abandoned has functions that start a goroutine for an answer, and may give up waiting for it. What the
// goroutine does meanwhile is too much to be followed.
package abandoned

import "errors"

var errRefused = errors.New("refused")

// A session negotiates a number of options with somebody else, and tells its log.
type session struct {
	log     chan string
	wanted  options
	offered options
	agreed  int
}

type options struct{ o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15, o16, o17, o18, o19, o20, o21, o22, o23, o24, o25, o26, o27, o28, o29, o30, o31, o32, o33, o34, o35 int }

// New starts the log.
func New(wanted, offered options) *session {
	s := &session{log: make(chan string), wanted: wanted, offered: offered}
	go func() {
		for range s.log {
		}
	}()
	return s
}

// Refuse changes what is wanted.
func (s *session) Refuse(n int) { s.wanted.o0, s.offered.o1, s.agreed = n, s.wanted.o2, s.agreed-1 }

func (s *session) negotiate() (int, error) {
	w, o := &s.wanted, &s.offered
	if w.o0 != o.o0 {
		s.log <- "0"
		w.o0, s.agreed = o.o1, s.agreed+1
	}
	if w.o1 != o.o1 {
		s.log <- "1"
		w.o1, s.agreed = o.o2, s.agreed+2
	}
	if w.o2 != o.o2 {
		s.log <- "2"
		w.o2, s.agreed = o.o3, s.agreed+3
	}
	if w.o3 != o.o3 {
		s.log <- "3"
		w.o3, s.agreed = o.o4, s.agreed+4
	}
	if w.o4 != o.o4 {
		s.log <- "4"
		w.o4, s.agreed = o.o5, s.agreed+5
	}
	if w.o5 != o.o5 {
		s.log <- "5"
		w.o5, s.agreed = o.o6, s.agreed+6
	}
	if w.o6 != o.o6 {
		s.log <- "6"
		w.o6, s.agreed = o.o7, s.agreed+7
	}
	if w.o7 != o.o7 {
		s.log <- "7"
		w.o7, s.agreed = o.o8, s.agreed+8
	}
	if w.o8 != o.o8 {
		s.log <- "8"
		w.o8, s.agreed = o.o9, s.agreed+9
	}
	if w.o9 != o.o9 {
		s.log <- "9"
		w.o9, s.agreed = o.o10, s.agreed+10
	}
	if w.o10 != o.o10 {
		s.log <- "10"
		w.o10, s.agreed = o.o11, s.agreed+11
	}
	if w.o11 != o.o11 {
		s.log <- "11"
		w.o11, s.agreed = o.o12, s.agreed+12
	}
	if w.o12 != o.o12 {
		s.log <- "12"
		w.o12, s.agreed = o.o13, s.agreed+13
	}
	if w.o13 != o.o13 {
		s.log <- "13"
		w.o13, s.agreed = o.o14, s.agreed+14
	}
	if w.o14 != o.o14 {
		s.log <- "14"
		w.o14, s.agreed = o.o15, s.agreed+15
	}
	if w.o15 != o.o15 {
		s.log <- "15"
		w.o15, s.agreed = o.o16, s.agreed+16
	}
	if w.o16 != o.o16 {
		s.log <- "16"
		w.o16, s.agreed = o.o17, s.agreed+17
	}
	if w.o17 != o.o17 {
		s.log <- "17"
		w.o17, s.agreed = o.o18, s.agreed+18
	}
	if w.o18 != o.o18 {
		s.log <- "18"
		w.o18, s.agreed = o.o19, s.agreed+19
	}
	if w.o19 != o.o19 {
		s.log <- "19"
		w.o19, s.agreed = o.o20, s.agreed+20
	}
	if w.o20 != o.o20 {
		s.log <- "20"
		w.o20, s.agreed = o.o21, s.agreed+21
	}
	if w.o21 != o.o21 {
		s.log <- "21"
		w.o21, s.agreed = o.o22, s.agreed+22
	}
	if w.o22 != o.o22 {
		s.log <- "22"
		w.o22, s.agreed = o.o23, s.agreed+23
	}
	if w.o23 != o.o23 {
		s.log <- "23"
		w.o23, s.agreed = o.o24, s.agreed+24
	}
	if w.o24 != o.o24 {
		s.log <- "24"
		w.o24, s.agreed = o.o25, s.agreed+25
	}
	if w.o25 != o.o25 {
		s.log <- "25"
		w.o25, s.agreed = o.o26, s.agreed+26
	}
	if w.o26 != o.o26 {
		s.log <- "26"
		w.o26, s.agreed = o.o27, s.agreed+27
	}
	if w.o27 != o.o27 {
		s.log <- "27"
		w.o27, s.agreed = o.o28, s.agreed+28
	}
	if w.o28 != o.o28 {
		s.log <- "28"
		w.o28, s.agreed = o.o29, s.agreed+29
	}
	if w.o29 != o.o29 {
		s.log <- "29"
		w.o29, s.agreed = o.o30, s.agreed+30
	}
	if w.o30 != o.o30 {
		s.log <- "30"
		w.o30, s.agreed = o.o31, s.agreed+31
	}
	if w.o31 != o.o31 {
		s.log <- "31"
		w.o31, s.agreed = o.o32, s.agreed+32
	}
	if w.o32 != o.o32 {
		s.log <- "32"
		w.o32, s.agreed = o.o33, s.agreed+33
	}
	if w.o33 != o.o33 {
		s.log <- "33"
		w.o33, s.agreed = o.o34, s.agreed+34
	}
	if w.o34 != o.o34 {
		s.log <- "34"
		w.o34, s.agreed = o.o35, s.agreed+35
	}
	if w.o35 != o.o35 {
		s.log <- "35"
		w.o35, s.agreed = o.o0, s.agreed+36
	}
	if s.agreed > 20 {
		return 0, errRefused
	}
	return s.agreed, nil
}
