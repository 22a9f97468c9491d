package verify

import "github.com/chancheck/chancheck/model"

// InOrder says whether all locks of a system are taken in order.
func InOrder(sys *model.System) bool { return inOrder(sys, DefaultStates) }
