package uidclient

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	firstBackoff                = 100 * time.Millisecond
	longestBackoff              = 5 * time.Second
	longestBackoffWithoutOthers = time.Second
	longestRetryAfter           = time.Minute
)

var (
	tokenText   = regexp.MustCompile(`^[!-~]+$`)
	secondsText = regexp.MustCompile(`^[0-9]{1,9}$`)
)

// server is one server, which is left alone for a while after it has failed.
type server struct {
	url                string
	failure            error
	failures           int
	ranges             int64
	askAgainAt         time.Time
	askWithoutOthersAt time.Time
}

func (s *server) succeeded(ranges int) {
	s.ranges += int64(ranges)
	s.failures = 0
	s.failure = nil
	s.askAgainAt, s.askWithoutOthersAt = time.Time{}, time.Time{}
}

func (s *server) failed(why error, random float64) {
	s.failure = why
	var askedFor time.Duration
	var refused *refusal
	if errors.As(why, &refused) {
		if refused.status == http.StatusUnprocessableEntity {
			return // its clock is behind, which is no fault of the server's
		}
		askedFor = refused.leftAlone()
	}
	part := 0.5 + random/2
	now := time.Now()
	s.askAgainAt = now.Add(s.alone(part, longestBackoff, askedFor))
	s.askWithoutOthersAt = now.Add(s.alone(part, longestBackoffWithoutOthers, askedFor))
	s.failures++
}

// alone returns how long the server is left alone after the failures before this one.
func (s *server) alone(part float64, longest, askedFor time.Duration) time.Duration {
	backoff := longest
	if s.failures < 10 && firstBackoff<<s.failures < longest {
		backoff = firstBackoff << s.failures
	}
	if alone := time.Duration(float64(backoff) * part); alone > askedFor {
		return alone
	}
	return askedFor
}

// service is all servers. One take at the same time, the rest from any goroutine.
type service struct {
	client  *http.Client
	token   func(context.Context) (string, error)
	timeout time.Duration
	expects string
	random  *rand.Rand // of the goroutine that takes

	mutex    sync.Mutex // guards the fields below
	servers  []*server
	layout   *Layout
	identity string
	namedBy  string
}

func newService(config Config) *service {
	s := &service{
		client:  newHTTPClient(config.Transport, config.Timeout),
		token:   config.Token,
		timeout: config.Timeout,
		expects: config.ExpectedIdentity,
		random:  rand.New(rand.NewSource(time.Now().UnixNano())),
	}
	for _, address := range config.Servers {
		s.servers = append(s.servers, &server{url: address})
	}
	return s
}

// take takes ranges from one of the servers: those that are due are asked first and, if none of them answers, those that
// are left alone unless they have failed just now. After the deadline no further server is asked.
func (s *service) take(count int, above int64, deadline time.Time) ([]idRange, error) {
	asked := 0
	for _, server := range s.inOrder() {
		if server.askWithoutOthersAt.After(time.Now()) {
			continue
		}
		if asked > 0 && !time.Now().Before(deadline) {
			break
		}
		asked++
		answer, err := s.ask(server.url, count, above)
		s.mutex.Lock()
		if err == nil {
			err = s.use(server, answer)
		}
		if err != nil {
			server.failed(err, s.random.Float64())
		}
		s.mutex.Unlock()
		if err == nil {
			return answer.ranges, nil
		}
	}
	return nil, s.unavailable(nil)
}

// inOrder returns the servers in random order, those that are due first.
func (s *service) inOrder() []*server {
	now := time.Now()
	var due, leftAlone []*server
	for _, i := range s.random.Perm(len(s.servers)) {
		if server := s.servers[i]; server.askAgainAt.After(now) {
			leftAlone = append(leftAlone, server)
		} else {
			due = append(due, server)
		}
	}
	return append(due, leftAlone...)
}

func (s *service) ask(server string, count int, above int64) (*answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
	defer cancel()
	header, err := s.header(ctx)
	if err != nil {
		return nil, err
	}
	address := fmt.Sprintf("%s/api/ranges?count=%d", server, count)
	if above >= 0 {
		address += fmt.Sprintf("&after=%d", above)
	}
	response, err := get(ctx, s.client, address, header)
	if errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil && err != nil {
		return nil, fmt.Errorf("it has not answered within %s", s.timeout)
	}
	if err != nil {
		return nil, fmt.Errorf("it does not answer: %s", quote(reasonOf(err).Error()))
	}
	if response.status != http.StatusOK {
		return nil, &refusal{response.status, string(response.body), retryAfter(response.header)}
	}
	answer, err := parseAnswer(response.body, above)
	if err != nil {
		return nil, fmt.Errorf("it answers with what are no ranges: %w", err)
	}
	answer.identities = response.header.Values("Uid-Store-Identity")
	return answer, nil
}

func (s *service) header(ctx context.Context) (http.Header, error) {
	header := http.Header{"Accept": {"text/plain"}}
	if s.token == nil {
		return header, nil
	}
	token, err := s.token(ctx)
	if err != nil {
		return nil, fmt.Errorf("there is no token for it: %w", err)
	}
	if !tokenText.MatchString(token) {
		return nil, fmt.Errorf("the token for it must be visible ASCII characters: length=%d", len(token))
	}
	header.Set("Authorization", "Bearer "+token)
	return header, nil
}

// retryAfter takes what is no number of seconds for not said.
func retryAfter(header http.Header) time.Duration {
	text := header.Get("Retry-After")
	if !secondsText.MatchString(text) {
		return 0
	}
	seconds, _ := strconv.Atoi(text) // nine digits are a number
	if asked := time.Duration(seconds) * time.Second; asked < longestRetryAfter {
		return asked
	}
	return longestRetryAfter
}

// use binds the client to the layout and the identity of the first answer. The mutex is held.
func (s *service) use(server *server, answer *answer) error {
	if s.layout != nil && answer.layout != *s.layout {
		return fmt.Errorf("its layout must be %s: layout=%s", s.layout, answer.layout)
	}
	identity := strings.Join(answer.identities, ", ")
	if err := s.requireIdentity(identity, len(answer.identities) > 0); err != nil {
		return err
	}
	s.layout = &answer.layout
	if s.identity == "" && identity != "" {
		s.identity, s.namedBy = identity, server.url
	}
	server.succeeded(len(answer.ranges))
	return nil
}

// requireIdentity refuses another identity, because ids of two may be equal.
func (s *service) requireIdentity(answered string, named bool) error {
	said := "it names none"
	if named {
		said = "identity=" + quote(answered)
	}
	if s.identity != "" && answered != s.identity {
		return fmt.Errorf("its store identity must be %s, as of %s: %s", s.identity, s.namedBy, said)
	}
	if s.expects != "" && !names(s.expects, answered) {
		return fmt.Errorf("its store identity must be %s, as of ExpectedIdentity: %s", s.expects, said)
	}
	return nil
}

// names says whether it is the text of an identity, its name or its number.
func names(expected, identity string) bool {
	if expected == identity {
		return true
	}
	slash := strings.LastIndexByte(identity, '/')
	return slash >= 0 && (expected == identity[:slash] || expected == identity[slash+1:])
}

// dueAt returns when the first of the servers may be asked. It is for the goroutine that takes.
func (s *service) dueAt() time.Time {
	first := s.servers[0].askWithoutOthersAt
	for _, server := range s.servers {
		if server.askWithoutOthersAt.Before(first) {
			first = server.askWithoutOthersAt
		}
	}
	return first
}

func (s *service) layoutOf() (Layout, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.layout == nil {
		return Layout{}, false
	}
	return *s.layout, true
}

func (s *service) identityOf() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.identity
}

func (s *service) status() []ServerStatus {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	status := make([]ServerStatus, len(s.servers))
	for i, server := range s.servers {
		status[i] = ServerStatus{server.url, server.ranges, server.failure}
	}
	return status
}

func (s *service) unavailable(cause error) *UnavailableError {
	status := s.status()
	for i := len(status) - 1; i >= 0 && cause == nil; i-- {
		cause = status[i].Err
	}
	return &UnavailableError{Servers: status, cause: cause}
}
