package report

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/chancheck/chancheck/model"
)

// WriteGitHub writes workflow commands, which GitHub shows as annotations of the lines: a
// warning for each finding, with its story, a notice for each note, an error for each package
// that could not be analysed.
func (r *Report) WriteGitHub(w io.Writer, source Source) error {
	b := bufio.NewWriter(w)
	for _, text := range r.Errors {
		place := ""
		if at := errorPlace.FindStringSubmatch(text); at != nil {
			place = fmt.Sprintf("file=%s,line=%s,col=%s,", githubProperty.Replace(at[1]), at[2], at[3])
			text = at[4]
		}
		fmt.Fprintf(b, "::error %stitle=chancheck::%s\n", place, githubData.Replace(text))
	}
	for i := range r.Findings {
		r.Findings[i].writeGitHub(b, "warning", source)
	}
	for i := range r.Notes {
		r.Notes[i].writeGitHub(b, "notice", source)
	}
	return b.Flush()
}

// errorPlace matches an error in a file, as the go command and its vet tools tell it.
var errorPlace = regexp.MustCompile(`^(?:[\w.-]+: )?([^:\s]+\.go):(\d+):(\d+): (.+)$`)

func (f *Finding) writeGitHub(b *bufio.Writer, command string, source Source) {
	text := f.headline()
	for _, s := range f.Steps {
		text += fmt.Sprintf("\n%s: %s", s.Site, s.Text)
	}
	title := githubProperty.Replace("chancheck: " + f.Category)
	fmt.Fprintf(b, "::%s %s,title=%s::%s\n", command, githubPlace(f.Site, source), title, githubData.Replace(text))
}

// githubPlace has columns only if all is in one line: others are not allowed.
func githubPlace(site model.Site, source Source) string {
	text := fmt.Sprintf("file=%s,line=%d", githubProperty.Replace(site.File), site.Line)
	if site.EndLine > site.Line {
		return text + fmt.Sprintf(",endLine=%d", site.EndLine)
	}
	if site.Column > 0 {
		text += fmt.Sprintf(",col=%d", source.column(site.File, site.Line, site.Column))
	}
	if site.EndLine == site.Line && site.EndColumn > site.Column {
		text += fmt.Sprintf(",endColumn=%d", source.column(site.File, site.Line, site.EndColumn))
	}
	return text
}

// What ends a command, or a property of one, is written as GitHub's own tools do.
var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
