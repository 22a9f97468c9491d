// Package browser opens the HTML report in Chromium and uses it as a reader does: with the mouse,
// with the keyboard, on a phone, in the dark, and without scripts. It is a module of its own, as
// nothing else needs what it imports.
package browser

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var shots = flag.String("shots", "", "write screenshots into this `directory`, for people to look at")

// TestMain says loudly that nothing was tested.
func TestMain(m *testing.M) {
	flag.Parse()
	if browser() == "" {
		os.Stderr.WriteString("SKIPPED: no Chromium here (Debian: apt-get install chromium); the HTML report was not tested in a browser\n")
		return
	}
	os.Exit(m.Run())
}

// browser is the program, "" if there is none.
func browser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// report writes the page that the command makes of the module of its own tests, twice, as two packages.
func report(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	source, err := os.ReadFile("../../cmd/chancheck/testdata/formats/p.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "p/p.go": string(source), "q/q.go": string(source)} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tool, page := filepath.Join(dir, "chancheck"), filepath.Join(dir, "report.html")
	if out, err := exec.Command("go", "-C", "../..", "build", "-o", tool, "./cmd/chancheck").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(tool, "-format=html", "-suppressed", "-o", page, "./...")
	run.Dir = dir
	if out, err := run.CombinedOutput(); run.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v\n%s", err, out)
	}
	return page
}

// A tab is one that shows the page. It collects what a page must not do.
type tab struct {
	*testing.T
	ctx context.Context
	bad []string
}

func open(t *testing.T, page string, before ...chromedp.Action) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser()), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	allocator, cancelAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancelAllocator)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, cancelTime := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancelTime)
	p := &tab{T: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, "file:") {
				p.bad = append(p.bad, "asks for "+e.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			p.bad = append(p.bad, "throws "+e.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			p.bad = append(p.bad, "writes to the console")
		}
	})
	p.do(network.Enable())
	p.do(before...)
	p.do(chromedp.Navigate("file://" + page))
	t.Cleanup(func() {
		for _, bad := range p.bad {
			t.Errorf("the page %s", bad)
		}
	})
	return p
}

func (p *tab) do(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// click clicks on what a selector names; without ByQuery, text of scripts would count, too.
func click(selector string) chromedp.Action { return chromedp.Click(selector, chromedp.ByQuery) }

// expect compares what an expression gives.
func expect[T comparable](p *tab, expression string, want T) {
	p.Helper()
	var got T
	if p.do(chromedp.Evaluate(expression, &got)); got != want {
		p.Errorf("%s is %v, want %v", expression, got, want)
	}
}

// shoot takes a picture if somebody wants to look.
func (p *tab) shoot(name string) {
	p.Helper()
	if *shots == "" {
		return
	}
	var picture []byte
	p.do(chromedp.FullScreenshot(&picture, 100))
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o644); err != nil {
		p.Fatal(err)
	}
}

// visible counts the findings that are shown.
const visible = `[...document.querySelectorAll(".finding")].filter(f => f.getClientRects().length > 0).length`

func TestReport(t *testing.T) {
	page := report(t)
	t.Run("filters", func(t *testing.T) { testFilters(open(t, page)) })
	t.Run("mouse", func(t *testing.T) { testMouse(open(t, page)) })
	t.Run("keyboard", func(t *testing.T) { testKeyboard(open(t, page)) })
	t.Run("phone", func(t *testing.T) {
		testPhone(open(t, page, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile)))
	})
	t.Run("dark", func(t *testing.T) {
		media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
		testDark(open(t, page, emulation.SetEmulatedMedia().WithFeatures(media)))
	})
	t.Run("no scripts", func(t *testing.T) { testWithoutScripts(open(t, page, emulation.SetScriptExecutionDisabled(true))) })
	t.Run("link", func(t *testing.T) {
		p := open(t, page+"#finding-3")
		expect(p, `document.querySelector("#finding-3 details").open`, true)
	})
}

func testFilters(p *tab) {
	expect(p, visible, 14)
	p.shoot("findings")
	p.do(click(`input[name=category][value=deadlock]`))
	expect(p, visible, 8)
	p.do(click(`input[name=package][value="example.com/m/q"]`))
	expect(p, visible, 4)
	expect(p, `document.getElementById("shown").textContent`, "4 of 16 shown")
	p.do(click(`input[name=suppressed]`))
	expect(p, visible, 4) // the suppressed ones are deadlocks
	p.do(click(`input[name=category][value=deadlock]`))
	expect(p, visible, 8)
	p.do(chromedp.SendKeys(`input[name=text]`, "SEND ON ANSWER", chromedp.ByQuery))
	expect(p, visible, 1)
	p.do(chromedp.SendKeys(`input[name=text]`, " nothing has this", chromedp.ByQuery))
	expect(p, visible, 0)
}

// What the fourth finding is at.
const (
	currentStep = `document.querySelector("#finding-4 li.current .what")?.textContent ?? ""`
	currentRow  = `document.querySelector("#finding-4 .row.current title")?.textContent ?? ""`
	currentLine = `document.querySelector("#finding-4 .line.current code")?.textContent.trim() ?? ""`
	laterRows   = `document.querySelectorAll("#finding-4 .row.later").length`
)

func testMouse(p *tab) {
	p.do(click(`#finding-4 .place`))
	expect(p, `document.querySelector("#finding-4 details").open`, true)
	expect(p, currentStep, "")
	expect(p, laterRows, 0)
	expect(p, `document.querySelectorAll("#finding-4 .row").length`, 5)
	p.do(click(`#finding-4 [data-go=on]`))
	expect(p, currentStep, "Relay starts a goroutine")
	expect(p, laterRows, 4)
	p.do(click(`#finding-4 [data-go=on]`))
	expect(p, currentRow, "2. the goroutine started at p.go:42 sends on d, received by Relay")
	expect(p, currentLine, "d <- x")
	expect(p, `document.querySelector("#finding-4 .now").textContent`, "2 of 5: the goroutine started at p.go:42 sends on d, received by Relay")
	p.shoot("step")
	p.do(click(`#finding-4 li[data-step="5"] button`))
	expect(p, currentRow, "5. the goroutine started at p.go:42 blocks here: send on d")
	p.do(click(`#finding-4 .row[data-step="4"] rect`))
	expect(p, currentStep, "from here on Relay never receives from d again")
	p.do(click(`#finding-4 [data-go=last]`), click(`#finding-4 [data-go=on]`))
	expect(p, laterRows, 0)
	expect(p, `document.querySelectorAll(".current").length`, 3)
}

// testKeyboard gets to a finding, opens it and steps through it without a mouse.
func testKeyboard(p *tab) {
	p.do(chromedp.KeyEvent(kb.Tab))
	expect(p, `document.activeElement.className`, "skip")
	p.do(chromedp.KeyEvent(kb.Enter))
	expect(p, `document.activeElement.id`, "findings")
	const toFourth = `document.activeElement === document.querySelector("#finding-4 summary")`
	reached := false
	for i := 0; i < 60 && !reached; i++ {
		p.do(chromedp.KeyEvent(kb.Tab), chromedp.Evaluate(toFourth, &reached))
	}
	if !reached {
		p.Fatal("tabs don't lead to the fourth finding")
	}
	p.do(chromedp.KeyEvent(kb.Enter))
	expect(p, `document.querySelector("#finding-4 details").open`, true)
	for range 2 { // the link of the category, then the story
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	expect(p, `document.activeElement.className`, "story")
	p.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	expect(p, currentStep, "the goroutine started at p.go:42 sends on d, received by Relay")
	p.do(chromedp.KeyEvent(kb.End))
	expect(p, laterRows, 0)
	p.do(chromedp.KeyEvent(kb.ArrowLeft))
	expect(p, currentStep, "from here on Relay never receives from d again")
	p.do(chromedp.KeyEvent(kb.Home))
	expect(p, currentStep, "Relay starts a goroutine")
	expect(p, `getComputedStyle(document.activeElement).outlineStyle`, "solid")
}

// testPhone: nothing but boxes that scroll by themselves is wider than the screen.
func testPhone(p *tab) {
	p.do(chromedp.Evaluate(`document.querySelectorAll("details").forEach(d => d.open = true)`, nil))
	p.shoot("phone")
	expect(p, `document.documentElement.scrollWidth <= 360`, true)
	expect(p, `[...document.querySelectorAll("button:not([hidden])")].filter(b => b.getClientRects().length > 0).every(b => b.getBoundingClientRect().height >= 30)`, true)
	expect(p, `[...document.querySelectorAll(".diagram, .source, .wide")].every(e => e.getBoundingClientRect().right <= 360)`, true)
	p.do(click(`#finding-2 [data-go=last]`))
	expect(p, `(() => {
		const box = document.querySelector("#finding-2 .diagram").getBoundingClientRect();
		const row = document.querySelector("#finding-2 .row.current rect").getBoundingClientRect();
		return row.left >= box.left && row.right <= box.right;
	})()`, true) // the diagram has scrolled to it
}

func testDark(p *tab) {
	const brightness = `getComputedStyle(document.body).backgroundColor.match(/\d+/g).reduce((a, b) => a + Number(b), 0) < 384`
	expect(p, brightness, true)
	p.shoot("dark")
	p.do(click(`#theme`))
	expect(p, brightness, false)
	p.do(click(`#theme`))
	expect(p, brightness, true)
}

// testWithoutScripts: all is there, but for what would do nothing.
func testWithoutScripts(p *tab) {
	var text string
	p.do(emulation.SetScriptExecutionDisabled(false), chromedp.Text("main", &text, chromedp.ByQuery))
	if strings.Contains(text, "Categories") || !strings.Contains(text, "Relay") {
		p.Errorf("without scripts the page says\n%s", text)
	}
	expect(p, visible, 16)
	expect(p, `getComputedStyle(document.querySelector("#finding-1 .player")).display`, "none")
	expect(p, `document.querySelector("#finding-1 svg").getBoundingClientRect().width > 100`, true)
}
