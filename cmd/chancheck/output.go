package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkWritable says before the analysis whether its result could be written: it would be a pity
// to find out afterwards.
func checkWritable(file string) error {
	target, regular, err := outputTarget(file)
	if err != nil || !regular {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(target), ".chancheck-*")
	if err != nil {
		return fmt.Errorf("can't write %s: %w", file, cause(err))
	}
	return errors.Join(temporary.Close(), os.Remove(temporary.Name()))
}

// outputTarget follows links, and says whether there is a regular file, or none yet.
func outputTarget(file string) (target string, regular bool, err error) {
	target = file
	if real, err := filepath.EvalSymlinks(file); err == nil {
		target = real
	}
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return target, true, nil
	case err != nil:
		return "", false, fmt.Errorf("can't write %s: %w", file, err)
	case info.IsDir():
		return "", false, fmt.Errorf("can't write %s: it is a directory", file)
	}
	return target, info.Mode().IsRegular(), nil
}

// writeFile writes a file as a whole or not at all: who reads it meanwhile, or after an
// interrupt, finds what was there before. What is no regular file, a pipe for example, is
// written as it is.
func writeFile(file string, content []byte) error {
	target, regular, err := outputTarget(file)
	if err != nil {
		return err
	}
	if !regular {
		return writeDevice(target, content)
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(target); err == nil {
		mode = info.Mode().Perm()
	}
	temporary, err := os.CreateTemp(filepath.Dir(target), ".chancheck-*")
	if err != nil {
		return fmt.Errorf("can't write %s: %w", file, cause(err))
	}
	_, err = temporary.Write(content)
	err = errors.Join(err, temporary.Chmod(mode), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), target)
	}
	if err != nil {
		os.Remove(temporary.Name())
		return fmt.Errorf("can't write %s: %w", file, err)
	}
	return nil
}

// cause is an error without the name of a temporary file, which means nothing to anybody.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}

func writeDevice(file string, content []byte) error {
	device, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("can't write: %w", err)
	}
	_, err = device.Write(content)
	return errors.Join(err, device.Close())
}

// deliver writes to the file that the user has named what was to be printed. If that fails it is
// printed after all.
func (c *command) deliver(printed *bytes.Buffer, status int) int {
	if err := writeFile(c.output, printed.Bytes()); err != nil {
		printed.WriteTo(c.stdout)
		return c.fail(err)
	}
	return status
}
