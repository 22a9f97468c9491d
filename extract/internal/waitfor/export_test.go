package waitfor

import "github.com/chancheck/chancheck/extract/internal/pointsto"

// SpentWork is as much as may be done without data.
func SpentWork() *Work { return &Work{Clients: MostSpent, Regions: MostSpent} }

// IsNear is isNear.
func (x *Analysis) IsNear(l, on pointsto.Location) bool { return x.isNear(l, on) }
