// Package uidclient hands out 64-bit ids of an id service, taken as ranges: one request for a thousand ids. It needs the
// standard library only, and keeps the rules of service/clients/RULES.md.
package uidclient

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

// pause is how long it is at least between two rounds of questions.
const pause = 100 * time.Millisecond

var serverText = regexp.MustCompile(`^https?://[!-~]+$`)

// Config says where ids come from. A field that is zero has its default.
type Config struct {
	// Servers says where the servers are, as in http://ids-1:8080; at least one.
	Servers []string
	// Token returns what the servers know the caller by, for each request; by default none is sent. The context ends
	// with the request.
	Token func(context.Context) (string, error)
	// Count is how many ids are fetched at once: 1 to 10,000,000, 1,000 by default.
	Count int
	// Timeout is how long the whole answer of one server may take, before another one is asked: up to an hour, 2 s by
	// default.
	Timeout time.Duration
	// MaxAge is how long after it was fetched an id may be handed out: 0.1 s to 24 h, a minute by default.
	MaxAge time.Duration
	// MaxWait is for how long a call asks servers: up to an hour, 5 s by default. A request that has begun by then adds
	// Timeout at most.
	MaxWait time.Duration
	// ExpectedIdentity says which store identity the ids must be of: its text, name or number; that of the first answer by default.
	ExpectedIdentity string
	// Transport asks the servers, for a proxy or certificates of your own. By default it is one that bounds the head of
	// an answer, and takes the proxy of the environment.
	Transport http.RoundTripper
}

// Client hands out ids that an id service has claimed, to any number of goroutines. There is nothing to close; ids that
// are left when the process ends are lost.
type Client struct {
	service *service
	count   int
	maxAge  time.Duration
	maxWait time.Duration

	mutex      sync.Mutex // guards the fields below
	ranges     []idRange
	freshUntil time.Time
	highest    int64
	fetching   *fetch // nil while none is under way
}

// fetch is one for all calls that wait.
type fetch struct {
	done chan struct{}
	err  error // once it is done
}

// New makes a client, which asks no server before the first call. It fails if a field is out of its range.
func New(config Config) (*Client, error) {
	if config.Count == 0 {
		config.Count = 1_000
	}
	config.Timeout = orDefault(config.Timeout, 2*time.Second)
	config.MaxAge = orDefault(config.MaxAge, time.Minute)
	config.MaxWait = orDefault(config.MaxWait, 5*time.Second)
	if err := config.check(); err != nil {
		return nil, err
	}
	return &Client{
		service: newService(config),
		count:   config.Count,
		maxAge:  config.MaxAge,
		maxWait: config.MaxWait,
		highest: -1,
	}, nil
}

func orDefault(value, standard time.Duration) time.Duration {
	if value == 0 {
		return standard
	}
	return value
}

func (config Config) check() error {
	if len(config.Servers) == 0 {
		return fmt.Errorf("Servers must name at least one: Servers=[]")
	}
	for _, server := range config.Servers {
		if !isServer(server) {
			return fmt.Errorf("a server must be http(s)://host[:port][/path], without a slash at the end: server=%s", server)
		}
	}
	if config.Count < 1 || config.Count > 10_000_000 {
		return fmt.Errorf("Count must be in [1, 10000000]: Count=%d", config.Count)
	}
	for _, option := range []struct {
		name               string
		value, least, most time.Duration
	}{
		{"Timeout", config.Timeout, 1, time.Hour},
		{"MaxAge", config.MaxAge, 100 * time.Millisecond, 24 * time.Hour},
		{"MaxWait", config.MaxWait, 1, time.Hour},
	} {
		if option.value < option.least || option.value > option.most {
			return fmt.Errorf("%s must be in [%s, %s]: %[1]s=%[4]s", option.name, option.least, option.most, option.value)
		}
	}
	if config.ExpectedIdentity != "" && strings.TrimSpace(config.ExpectedIdentity) == "" {
		return fmt.Errorf("ExpectedIdentity must be a name, a number or both: ExpectedIdentity=%q", config.ExpectedIdentity)
	}
	return nil
}

func isServer(server string) bool {
	address, err := url.Parse(server)
	return err == nil && serverText.MatchString(server) && address.Hostname() != "" && address.Port() != "0" &&
		!strings.ContainsAny(server, "@?#") && !strings.HasSuffix(server, "/")
}

// StaticToken is a Token that stays the same.
func StaticToken(token string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return token, nil }
}

// NextID returns an id that no other caller gets. Those that one goroutine gets ascend. Calls that find no id wait for
// one fetch together.
//
// It fails with an *UnavailableError if no server hands out ids within MaxWait, or the context ends, which errors.Is
// tells. A call that waits for the servers together with an earlier call fails with that one.
func (c *Client) NextID(ctx context.Context) (int64, error) {
	deadline := time.Now().Add(c.maxWait)
	for waited := false; ; waited = true {
		id, fetch := c.pollOrFetch(waited, deadline)
		if fetch == nil {
			if id < 0 { // others took all of them
				return 0, c.service.unavailable(nil)
			}
			return id, nil
		}
		select {
		case <-fetch.done:
			if fetch.err != nil {
				return 0, fetch.err
			}
		case <-ctx.Done():
			return 0, c.service.unavailable(ctx.Err())
		}
	}
}

// pollOrFetch returns an id, or the fetch to wait for, or neither if the deadline of a call that has waited is over.
func (c *Client) pollOrFetch(waited bool, deadline time.Time) (int64, *fetch) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if id := c.take(); id >= 0 {
		return id, nil
	}
	if waited && !time.Now().Before(deadline) {
		return -1, nil
	}
	if c.fetching == nil {
		c.fetching = &fetch{done: make(chan struct{})}
		go c.fetch(c.fetching, c.highest, deadline) // no call that is cancelled ends it for the others
	}
	return -1, c.fetching
}

// NextIDs returns as many ids, which ascend. It fails as NextID does; the ids that were taken before are lost.
func (c *Client) NextIDs(ctx context.Context, count int) ([]int64, error) {
	var ids []int64
	for len(ids) < count {
		id, err := c.NextID(ctx)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Poll returns an id if one is there without waiting.
func (c *Client) Poll() (id int64, ok bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	id = c.take()
	return id, id >= 0
}

// Layout returns the layout of all ids. It is false before the first.
func (c *Client) Layout() (Layout, bool) {
	return c.service.layoutOf()
}

// Identity returns the store identity, such as default/482903117264; it is empty if no server has named one.
func (c *Client) Identity() string {
	return c.service.identityOf()
}

// Status returns what the servers do, in the order in which they were named.
func (c *Client) Status() []ServerStatus {
	return c.service.status()
}

// take returns an id, or -1 if there is none. The mutex is held.
func (c *Client) take() int64 {
	if len(c.ranges) == 0 || !time.Now().Before(c.freshUntil) {
		return -1
	}
	next := &c.ranges[0]
	id := next.first
	if id == next.last {
		c.ranges = c.ranges[1:]
	} else {
		next.first += next.increment
	}
	return id
}

func (c *Client) fetch(fetch *fetch, above int64, deadline time.Time) {
	ranges, err := c.ask(above, deadline)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if err == nil {
		c.ranges = ranges
		c.highest = ranges[len(ranges)-1].last
		c.freshUntil = time.Now().Add(c.maxAge)
	}
	fetch.err = err
	c.fetching = nil
	close(fetch.done)
}

func (c *Client) ask(above int64, deadline time.Time) ([]idRange, error) {
	for {
		ranges, err := c.service.take(c.count, above, deadline)
		if err == nil {
			return ranges, nil
		}
		now := time.Now()
		due := c.service.dueAt()
		if soonest := now.Add(pause); due.Before(soonest) {
			due = soonest
		}
		if !due.Before(deadline) {
			return nil, err
		}
		time.Sleep(due.Sub(now))
	}
}
