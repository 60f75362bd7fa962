package uidclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	// mostBytes is more than any answer of an id service has: a million ids whose ranges have three ids each.
	mostBytes          = 16 << 20
	mostBytesOfRefusal = 1 << 10
	mostBytesOfHead    = 1 << 16
)

type response struct {
	status int
	header http.Header
	body   []byte
}

func newHTTPClient(transport http.RoundTripper, timeout time.Duration) *http.Client {
	if transport == nil {
		transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    2 * timeout, // later than what ends the request
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: mostBytesOfHead,
		}
	}
	// A redirect would take the token to a server that the caller has not named.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &http.Client{Transport: transport, CheckRedirect: stay}
}

// get asks a server. All of the answer has to be there before the context ends.
func get(ctx context.Context, client *http.Client, address string, header http.Header) (*response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header = header
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	most := mostBytes
	if answer.StatusCode != http.StatusOK {
		most = mostBytesOfRefusal
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if answer.StatusCode == http.StatusOK && len(body) > most {
		return nil, fmt.Errorf("its answer has more than %d bytes", most)
	}
	return &response{answer.StatusCode, answer.Header, body}, nil
}

// reasonOf leaves out the address, which messages name anyway.
func reasonOf(err error) error {
	var inAddress *url.Error
	if errors.As(err, &inAddress) {
		return inAddress.Err
	}
	return err
}
