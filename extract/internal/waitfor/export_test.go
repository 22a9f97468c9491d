package waitfor

// SpentWork is as much as may be done without data.
func SpentWork() *Work { return &Work{Clients: MostSpent, Regions: MostSpent} }
