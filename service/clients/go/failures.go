package uidclient

import (
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"
)

// UnavailableError says that no server hands out a range.
type UnavailableError struct {
	// Servers says of each of them why.
	Servers []ServerStatus

	cause error
}

// ServerStatus is what one server did for a client.
type ServerStatus struct {
	// URL is where it is.
	URL string
	// Ranges is how many ranges came from it.
	Ranges int64
	// Err says why it handed out none when it was asked last; nil if it did or was not asked yet.
	Err error
}

func (e *UnavailableError) Error() string {
	reasons := make([]string, len(e.Servers))
	for i, server := range e.Servers {
		reasons[i] = server.URL + ": no answer yet"
		if server.Err != nil {
			reasons[i] = server.URL + ": " + server.Err.Error()
		}
	}
	return "no server of the id service hands out a range: " + strings.Join(reasons, "; ")
}

// Unwrap returns why the context of the call ended, or else the failure of the last server.
func (e *UnavailableError) Unwrap() error {
	return e.cause
}

// refusal is an answer with a status other than 200.
type refusal struct {
	status     int
	body       string
	retryAfter time.Duration
}

func (r *refusal) Error() string {
	return fmt.Sprintf("it answers with status %d: %s", r.status, strings.TrimSpace(quote(r.body)))
}

// leftAlone returns how long the server wants to be left alone. No retry gives a client another token.
func (r *refusal) leftAlone() time.Duration {
	if r.status == http.StatusUnauthorized || r.status == http.StatusForbidden {
		return longestRetryAfter
	}
	return r.retryAfter
}

// quote returns the beginning of what a server says, for one line of a message.
func quote(text string) string {
	const longest = 300
	printable := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text[:min(len(text), longest)])
	if len(text) > longest {
		printable += "..."
	}
	return printable
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}
