package parents

import "sync"

// Volume has a lock that others can take by its name, too.
type Volume struct {
	sync.RWMutex
	disks  []*Disk
	health int
}

type Disk struct {
	sync.Mutex
	volume *Volume
	path   string
	errs   int
	failed bool
}

func (v *Volume) Attach(path string) *Disk {
	v.Lock()
	defer v.Unlock()
	for _, d := range v.disks {
		if d.path == path {
			return nil
		}
	}
	d := &Disk{volume: v, path: path}
	v.disks = append(v.disks, d)
	v.health++
	return d
}

// Wrong: the disk takes the volume's lock while it has its own.
func (v *Volume) Failed() (list []string) {
	v.RLock()
	defer v.RUnlock()
	for _, d := range v.disks {
		if d.isFailed() {
			list = append(list, d.path)
		}
	}
	return list
}

func (v *Volume) degrade() {
	v.Lock()
	v.health--
	v.Unlock()
}

func (d *Disk) isFailed() bool {
	d.Lock() // want `d\.Lock blocks forever: a call of \(\*Disk\)\.ReportError takes it and v in the other order, at slices\.go:\d+ and at slices\.go:\d+ \(if d\.errs > 10 and !d\.failed\)`
	defer d.Unlock()
	return d.failed
}

func (d *Disk) ReportError(err error) {
	d.Lock()
	d.errs++
	if d.errs > 10 && !d.failed {
		d.failed = true
		d.volume.degrade()
	}
	d.Unlock()
}
