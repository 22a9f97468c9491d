package library

import (
	"github.com/chancheck/chancheck/extract/ir"
	"github.com/chancheck/chancheck/model"
)

// rows is the table by name.
var rows = func() map[string]*Function {
	index := map[string]*Function{}
	for i := range table {
		index[table[i].Name] = &table[i]
	}
	return index
}()

// table has a row for each function. Names without a package are the building
// blocks of stand-ins, or methods of contexts whoever implements them.
var table = []Function{
	{Name: InertCall, Meaning: Inert},
	{Name: "builtin close", Meaning: Close},
	{Name: "builtin recover", Meaning: Inert},
	{Name: "builtin panic", Meaning: Panic},

	{Name: "(*sync.Mutex).Lock", Meaning: Acts, Object: model.Mutex, Action: model.Lock},
	{Name: "(*sync.Mutex).Unlock", Meaning: Acts, Object: model.Mutex, Action: model.Unlock, Text: "sync: unlock of unlocked mutex"},
	{Name: "(*sync.Mutex).TryLock", Meaning: TryLock},
	{Name: "announce", Meaning: Acts, Object: model.RWMutex, Action: model.Announce},
	{Name: "lock", Meaning: Acts, Object: model.RWMutex, Action: model.Lock},
	{Name: "(*sync.RWMutex).Unlock", Meaning: Acts, Object: model.RWMutex, Action: model.Unlock, Text: "sync: Unlock of unlocked RWMutex"},
	{Name: "(*sync.RWMutex).RLock", Meaning: Acts, Object: model.RWMutex, Action: model.RLock},
	{Name: "(*sync.RWMutex).RUnlock", Meaning: Acts, Object: model.RWMutex, Action: model.RUnlock, Text: "sync: RUnlock of unlocked RWMutex"},
	{Name: "(*sync.RWMutex).TryLock", Meaning: Opens, Text: "tried to lock"},
	{Name: "(*sync.RWMutex).TryRLock", Meaning: Opens, Text: "tried to lock"},
	{Name: "(*sync.RWMutex).RLocker", Meaning: ReadLocker},
	{Name: "(*sync.rlocker).Lock", Meaning: Acts, Object: model.RWMutex, Action: model.RLock},
	{Name: "(*sync.rlocker).Unlock", Meaning: Acts, Object: model.RWMutex, Action: model.RUnlock, Text: "sync: RUnlock of unlocked RWMutex"},
	{Name: "(*sync.WaitGroup).Add", Meaning: Add},
	{Name: "(*sync.WaitGroup).Done", Meaning: Done},
	{Name: "(*sync.WaitGroup).Wait", Meaning: Acts, Object: model.WaitGroup, Action: model.Wait},
	{Name: "once begins", Meaning: OnceBegins},
	{Name: "once ends", Meaning: Acts, Object: model.Once, Action: model.OnceEnd},
	{Name: "sync.NewCond", Makes: true},
	{Name: "cond enqueues", Meaning: Acts, Object: model.Cond, Action: model.CondEnqueue},
	{Name: "cond wakes", Meaning: Acts, Object: model.Cond, Action: model.CondWake},
	{Name: "(*sync.Cond).Signal", Meaning: Acts, Object: model.Cond, Action: model.Signal},
	{Name: "(*sync.Cond).Broadcast", Meaning: Acts, Object: model.Cond, Action: model.Broadcast},
	{Name: "sync.OnceValue", Meaning: Opens, Text: "passed to sync.OnceValue"},
	{Name: "sync.OnceValues", Meaning: Opens, Text: "passed to sync.OnceValues"},
	{Name: "iter.Pull", Meaning: Opens, Text: "passed to iter.Pull"},
	{Name: "iter.Pull2", Meaning: Opens, Text: "passed to iter.Pull2"},
	{Name: "(*sync.Pool).Put", Meaning: Opens, Text: "passed to (*sync.Pool).Put"},
	{Name: "(*sync.Pool).Get", Meaning: Opens, Text: "passed to (*sync.Pool).Get"},
	{Name: "(*sync.Map).Store", Meaning: Opens, Text: "passed to (*sync.Map).Store"},
	{Name: "(*sync.Map).LoadOrStore", Meaning: Opens, Text: "passed to (*sync.Map).LoadOrStore"},
	{Name: "(*sync.Map).Swap", Meaning: Opens, Text: "passed to (*sync.Map).Swap"},
	{Name: "(*sync.Map).CompareAndSwap", Meaning: Opens, Text: "passed to (*sync.Map).CompareAndSwap"},
	{Name: "(*sync.Map).Range", Meaning: Opens, Text: "passed to (*sync.Map).Range"},

	{Name: "context.Background", Meaning: Background, Endless: true},
	{Name: "context.TODO", Meaning: Background, Endless: true},
	{Name: "context.WithoutCancel", Meaning: Background, Endless: true},
	{Name: "context.WithValue", Meaning: SameContext},
	{Name: "context.WithCancel", Meaning: WithCancel, Makes: true},
	{Name: "context.WithCancelCause", Meaning: WithCancel, Makes: true},
	{Name: "context.WithTimeout", Meaning: WithTimeout},
	{Name: "context.WithDeadline", Meaning: WithTimeout},
	{Name: "context.WithTimeoutCause", Meaning: WithTimeout},
	{Name: "context.WithDeadlineCause", Meaning: WithTimeout},
	{Name: "context.AfterFunc", Meaning: Opens, Text: "passed to context.AfterFunc"},
	{Name: CancelFunction, Meaning: CancelContext},
	{Name: "context.Done", Meaning: ContextDone},
	{Name: "context.Err", Meaning: ContextErr},
	{Name: "context.Cause", Meaning: ContextErr},
	{Name: "context.Value", Meaning: Inert},
	{Name: "context.Deadline", Meaning: Inert},

	{Name: AfterFunc, Meaning: Opens, Text: "passed to time.AfterFunc"},
	{Name: "timer fires", Meaning: Fires},
	{Name: "timer may fire", Meaning: MayFire},
	{Name: "time.NewTimer", NonNil: true},
	{Name: "time.NewTicker", NonNil: true},
	{Name: "os/signal.Notify", Meaning: Opens, Text: "passed to os/signal.Notify"},
	{Name: "os/signal.Stop", Meaning: Opens, Text: "passed to os/signal.Stop"},
	{Name: "os/signal.NotifyContext", Meaning: Opens, Text: "passed to os/signal.NotifyContext"},
	{Name: "reflect.ValueOf", Meaning: Reflects},
	{Name: "runtime.SetFinalizer", Meaning: Opens, Text: "passed to runtime.SetFinalizer"},
	{Name: "runtime.AddCleanup", Meaning: Opens, Text: "passed to runtime.AddCleanup"},
	{Name: "errors.New", NonNil: true},
	{Name: "fmt.Errorf", NonNil: true},
	{Name: "net/http.NewServeMux", NonNil: true},

	{Name: "net/http.HandleFunc", CallsLater: true},
	{Name: "(*net/http.ServeMux).HandleFunc", CallsLater: true},
	{Name: "(*net/http.Server).RegisterOnShutdown", CallsLater: true},
	{Name: "(*net/http.ClientConn).SetStateHook", CallsLater: true},

	{Name: "runtime.NumCPU", Meaning: OfMachine, Kind: ir.IntKind},
	{Name: "runtime.GOMAXPROCS", Meaning: OfMachine, Kind: ir.IntKind},
	{Name: "os.Getenv", Meaning: OfMachine, Kind: ir.StringKind},

	{Name: "os.Exit", Meaning: Exit},
	{Name: "syscall.Exit", Meaning: Exit},
	{Name: "runtime.Goexit", Meaning: Goexit},
	{Name: "log.Fatal", Meaning: Exit},
	{Name: "log.Fatalf", Meaning: Exit},
	{Name: "log.Fatalln", Meaning: Exit},
	{Name: "(*log.Logger).Fatal", Meaning: Exit},
	{Name: "(*log.Logger).Fatalf", Meaning: Exit},
	{Name: "(*log.Logger).Fatalln", Meaning: Exit},

	{Name: "(*testing.common).FailNow", Meaning: FailNow},
	{Name: "(*testing.common).Fatal", Meaning: FailNow},
	{Name: "(*testing.common).Fatalf", Meaning: FailNow},
	{Name: "(*testing.common).Skip", Meaning: FailNow},
	{Name: "(*testing.common).SkipNow", Meaning: FailNow},
	{Name: "(*testing.common).Skipf", Meaning: FailNow},
	{Name: "(*testing.common).Cleanup", Meaning: Cleanup},
	{Name: "(*testing.common).Context", Meaning: TestContext, Endless: true},
	{Name: "(*testing.T).Context", Endless: true},
	{Name: "(*testing.T).Run", Meaning: Subtest},
	{Name: "(*testing.T).Parallel", Meaning: Parallel},
	{Name: "(*testing.B).Run", Meaning: Subtest},
	{Name: "(*testing.B).RunParallel", Meaning: Opens, Text: "passed to (*testing.B).RunParallel"},
	{Name: "(*testing.F).Fuzz", Meaning: Opens, Text: "passed to (*testing.F).Fuzz"},
	{Name: "testing/synctest.Test", Meaning: Opens, Text: "passed to testing/synctest.Test", Bubble: true},
	{Name: "testing/synctest.Run", Meaning: Opens, Text: "passed to testing/synctest.Run", Bubble: true},
	{Name: "internal/synctest.Run", Meaning: Opens, Text: "passed to internal/synctest.Run", Bubble: true},
}

// printing are prefixes of the names of functions that read what they are given.
var printing = []string{"fmt.Print", "fmt.Sprint", "fmt.Fprint", "fmt.Append", "fmt.Errorf", "log.", "(*testing.common)."}
