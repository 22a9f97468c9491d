package errorfacts

import (
	"errors"
	"io"
)

// A parcel is what comes, or the error with which nothing more comes.
type parcel any

type letter struct{ pages int }

// unpack takes what comes, until there is an error.
func unpack(parcels chan parcel) error {
	for {
		switch p := (<-parcels).(type) {
		case letter:
		case error:
			return p
		}
	}
}

func UnpackEnd() error {
	parcels := make(chan parcel, 1)
	parcels <- io.EOF
	return unpack(parcels)
}

func UnpackOwn() error {
	parcels := make(chan parcel, 1)
	parcels <- errors.New("nothing more")
	return unpack(parcels)
}

// UnpackAsserted asks whether it is an error.
func UnpackAsserted() error {
	parcels := make(chan parcel, 1)
	lost := errors.New("lost")
	parcels <- lost
	for {
		if err, is := (<-parcels).(error); is {
			return err
		}
	}
}

// UnpackLetter waits for an error, and a letter is none.
func UnpackLetter() error {
	parcels := make(chan parcel, 1)
	parcels <- letter{2}
	for {
		if err, is := (<-parcels).(error); is { // want `receive from parcels blocks forever`
			return err
		}
	}
}

// UnpackTwo waits for two, whatever they are.
func UnpackTwo() error {
	parcels := make(chan parcel, 1)
	parcels <- errors.New("damaged")
	err, is := (<-parcels).(error)
	<-parcels // want `receive from parcels blocks forever`
	if is {
		return err
	}
	return nil
}
