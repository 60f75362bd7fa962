// Package uidclient takes the ids of an id service as ranges: one request for a thousand ids. It needs the standard library only.
package uidclient

import (
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

var layoutText = regexp.MustCompile(`^(\d+)/(?:(\d+)\+)?(\d+)/(\d+)(, worker last,)? bits of PT(\S+) from (\S+)$`)

// Range is a run of ids, each one step above the one before.
type Range struct{ First, Last, Step int64 }

// Client is for all goroutines. Ids increase, whichever server answers. What is older than MaxAge is dropped.
type Client struct {
	URLs   []string
	Token  string
	Count  int
	MaxAge time.Duration
	HTTP   http.Client

	mutex   sync.Mutex
	ranges  []Range
	fetched time.Time
	highest int64
	namedBy string
	Layout  string
	Space   string // its ids may equal those of another space
}

// New returns a client of the servers of one id service.
func New(urls ...string) *Client {
	return &Client{URLs: urls, Count: 1000, MaxAge: time.Minute, HTTP: http.Client{Timeout: 2 * time.Second}, highest: -1}
}

// NextID returns an id that nobody else gets.
func (c *Client) NextID() (int64, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.ranges) == 0 || time.Since(c.fetched) >= c.MaxAge {
		if err := c.fetch(); err != nil {
			return 0, err
		}
	}
	id := c.ranges[0].First
	if id == c.ranges[0].Last {
		c.ranges = c.ranges[1:]
	} else {
		c.ranges[0].First += c.ranges[0].Step
	}
	return id, nil
}

func (c *Client) fetch() (err error) {
	err = fmt.Errorf("no server is named")
	for _, i := range rand.Perm(len(c.URLs)) { // the next server may answer
		if err = c.fetchFrom(c.URLs[i]); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) fetchFrom(server string) error {
	url := fmt.Sprintf("%s/api/ranges?count=%d", server, c.Count)
	if c.highest >= 0 {
		url += fmt.Sprintf("&after=%d", c.highest)
	}
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", "text/plain")
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s %s", url, response.Status, body)
	}
	space := response.Header.Get("Uid-Space")
	if c.Space != "" && space != c.Space {
		return fmt.Errorf("%s has id space %q, %s had %q", server, space, c.namedBy, c.Space)
	}
	layout, ranges, err := ParseRanges(string(body))
	if err == nil && (ranges[0].First <= c.highest || c.Layout != "" && layout != c.Layout) {
		err = fmt.Errorf("%s answers with ids that it was not asked for", url)
	}
	if err == nil && c.Space == "" {
		c.Space, c.namedBy = space, server
	}
	if err == nil {
		c.Layout, c.ranges, c.fetched, c.highest = layout, ranges, time.Now(), ranges[len(ranges)-1].Last
	}
	return err
}

// ParseRanges reads the answer of a server: the layout, then a line "first last step" for each range.
func ParseRanges(text string) (layout string, ranges []Range, err error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for _, line := range lines[1:] {
		var r Range
		if _, err = fmt.Sscanf(line, "%d %d %d", &r.First, &r.Last, &r.Step); err != nil {
			return "", nil, fmt.Errorf("no range: %q: %w", line, err)
		}
		ranges = append(ranges, r)
	}
	if len(ranges) == 0 {
		return "", nil, fmt.Errorf("no ranges: %q", text)
	}
	return lines[0], ranges, nil
}

// Fields are what an id is made of.
type Fields struct{ TimeMillis, WorkerID, DataCenterID, MachineID, Sequence int64 }

// Decode takes an id of a layout apart.
func Decode(id int64, layout string) (Fields, error) {
	parts := layoutText.FindStringSubmatch(layout)
	if parts == nil {
		return Fields{}, fmt.Errorf("no layout: %q", layout)
	}
	dataCenterBits, _ := strconv.Atoi(parts[2]) // 0 if there are none
	machineBits, _ := strconv.Atoi(parts[3])
	seqBits, _ := strconv.Atoi(parts[4])
	tick, err := time.ParseDuration(strings.ToLower(parts[6])) // PT1M30S without PT is as Go writes it
	if err != nil {
		return Fields{}, err
	}
	epoch, err := time.Parse(time.RFC3339Nano, parts[7])
	if err != nil {
		return Fields{}, err
	}
	workerBits := dataCenterBits + machineBits
	workerShift, seqShift := seqBits, 0
	if parts[5] != "" {
		workerShift, seqShift = 0, workerBits
	}
	worker := id >> workerShift & (1<<workerBits - 1)
	return Fields{
		TimeMillis:   epoch.UnixMilli() + id>>(workerBits+seqBits)*tick.Milliseconds(),
		WorkerID:     worker,
		DataCenterID: worker >> machineBits,
		MachineID:    worker & (1<<machineBits - 1),
		Sequence:     id >> seqShift & (1<<seqBits - 1),
	}, nil
}

// ToText writes an id as text of fixed width, in the characters of an alphabet.
func ToText(id int64, alphabet string, width int) string {
	text := make([]byte, width)
	for i := width - 1; i >= 0; i-- {
		text[i] = alphabet[id%int64(len(alphabet))]
		id /= int64(len(alphabet))
	}
	return string(text)
}
