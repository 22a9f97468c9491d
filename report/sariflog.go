package report

// The parts of SARIF that we write, by the names of the specification. Fields that are optional
// there, and of which we always know the value, are not optional here.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Automation  *sarifAutomation  `json:"automationDetails"`
	Invocations []sarifInvocation `json:"invocations"`
	ColumnKind  string            `json:"columnKind"`
	Results     []sarifResult     `json:"results"`
}

type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID            string             `json:"id"`
	Name          string             `json:"name"`
	Short         sarifMessage       `json:"shortDescription"`
	Full          sarifMessage       `json:"fullDescription"`
	Help          sarifMessage       `json:"help"`
	HelpURI       string             `json:"helpUri"`
	Configuration sarifConfiguration `json:"defaultConfiguration"`
	Properties    sarifProperties    `json:"properties"`
}

type sarifConfiguration struct {
	Enabled bool   `json:"enabled"`
	Level   string `json:"level"`
}

// sarifProperties are what GitHub reads.
type sarifProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	ExitCode      int                 `json:"exitCode"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level      string           `json:"level"`
	Message    sarifMessage     `json:"message"`
	Descriptor *sarifDescriptor `json:"descriptor,omitempty"`
	Locations  []sarifLocation  `json:"locations,omitempty"`
}

type sarifDescriptor struct {
	ID string `json:"id"`
}

type sarifResult struct {
	RuleID        string             `json:"ruleId"`
	RuleIndex     *int               `json:"ruleIndex,omitempty"`
	Level         string             `json:"level"`
	Message       sarifMessage       `json:"message"`
	Locations     []sarifLocation    `json:"locations"`
	Flows         []sarifCodeFlow    `json:"codeFlows,omitempty"`
	Related       []sarifLocation    `json:"relatedLocations,omitempty"`
	Fingerprints  map[string]string  `json:"partialFingerprints,omitempty"`
	BaselineState string             `json:"baselineState,omitempty"`
	Suppressions  []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifSuppression struct {
	Kind          string         `json:"kind"`
	Status        string         `json:"status"`
	Justification string         `json:"justification,omitempty"`
	Location      *sarifLocation `json:"location,omitempty"`
}

type sarifCodeFlow struct {
	Message sarifMessage      `json:"message"`
	Threads []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	ID        string                    `json:"id"`
	Message   sarifMessage              `json:"message"`
	Locations []sarifThreadFlowLocation `json:"locations"`
}

type sarifThreadFlowLocation struct {
	Location   sarifLocation           `json:"location"`
	State      map[string]sarifMessage `json:"state,omitempty"`
	Order      int                     `json:"executionOrder"`
	Importance string                  `json:"importance"`
}

type sarifLocation struct {
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifMessage `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}
