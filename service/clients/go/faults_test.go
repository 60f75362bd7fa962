package uidclient

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// Rules 4 to 18: a client gets nothing from a server that breaks one, and does not miss it where another one is well.

const count = 100

func TestHandsOutNothingOfABadServer(t *testing.T) {
	faults := newBadServer(t).faults()
	if len(faults) < 26 {
		t.Fatal(faults)
	}
	for _, fault := range faults {
		fault := fault
		t.Run(fault.Name, func(t *testing.T) {
			t.Parallel()
			timeout := time.Duration(fault.TimeoutMillis) * time.Millisecond
			client := newClient(t, Config{Count: count, Timeout: timeout, MaxWait: 200 * time.Millisecond}, fault.URL)
			var ids []int64
			var err error
			for err == nil && len(ids) < 3*count {
				var id int64
				if id, err = client.NextID(context.Background()); err == nil {
					ids = append(ids, id)
				}
			}
			var unavailable *UnavailableError
			if !errors.As(err, &unavailable) {
				t.Fatal(err)
			}
			if !regexp.MustCompile(fault.Says).MatchString(err.Error()) || len(err.Error()) > 1_000 {
				t.Fatalf("%s: %s", fault.Says, err)
			}
			if why := client.Status()[0].Err; errors.Unwrap(err) != why || !strings.Contains(err.Error(), why.Error()) {
				t.Fatal(err, why)
			}
			requireAscending(t, ids)
		})
	}
}

func TestDoesNotMissABadServerWhereAnotherOneIsWell(t *testing.T) {
	server := newBadServer(t)
	for _, fault := range server.faults() {
		fault := fault
		t.Run(fault.Name, func(t *testing.T) {
			t.Parallel()
			timeout := time.Duration(fault.TimeoutMillis) * time.Millisecond
			config := Config{Count: count, Timeout: timeout, MaxWait: 60 * time.Second}
			requireAscending(t, take(t, newClient(t, config, fault.URL, server.well()), 10*count))
		})
	}
}

func TestFollowsNoRedirect(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{Token: StaticToken("secret"), MaxWait: 1}, server.fault("redirect"))
	if _, err := client.NextID(context.Background()); err == nil {
		t.Fatal("it has an id")
	}
	if requests := server.requests(strings.Replace(server.well(), "/well/", "/well/redirected/", 1)); len(requests) > 0 {
		t.Fatal(requests)
	}
}

func TestAsksNoServerAgainThatKnowsNoSuchToken(t *testing.T) {
	server := newBadServer(t)
	stranger := server.fault("stranger")
	client := newClient(t, Config{Token: StaticToken("wrong"), MaxWait: 30 * time.Second}, stranger)
	for i := 0; i < 2; i++ {
		if _, err := client.NextID(context.Background()); err == nil || !strings.Contains(err.Error(), "status 401") {
			t.Fatal(err)
		}
	}
	if requests := server.requests(stranger); len(requests) != 1 {
		t.Fatal(requests)
	}
}

func TestAsksNoFurtherServerOnceItsTimeIsOver(t *testing.T) {
	server := newBadServer(t)
	var servers []string
	for i := 0; i < 20; i++ {
		servers = append(servers, server.fault("hang")+"/"+string(rune('a'+i)))
	}
	client := newClient(t, Config{Timeout: 300 * time.Millisecond, MaxWait: 100 * time.Millisecond}, servers...)
	if _, err := client.NextID(context.Background()); err == nil {
		t.Fatal("it has an id")
	}
	asked := 0
	for _, status := range client.Status() {
		if status.Err != nil {
			asked++
		}
	}
	if asked != 1 {
		t.Fatal(asked)
	}
}

// countingTransport counts requests.
type countingTransport struct{ requests atomic.Int64 }

func (c *countingTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	c.requests.Add(1)
	return http.DefaultTransport.RoundTrip(request)
}

func TestAsksOnceForAllCallsThatWait(t *testing.T) {
	transport := &countingTransport{}
	client := newClient(t, Config{Timeout: 5 * time.Second, Transport: transport}, newBadServer(t).fault("hang"))
	deadline := time.Now().Add(time.Nanosecond)
	_, first := client.pollOrFetch(false, deadline) // as NextID does
	for i := 0; i < 100; i++ {
		if _, fetch := client.pollOrFetch(false, deadline); fetch != first {
			t.Fatal("it asks again")
		}
	}
	<-first.done
	if requests := transport.requests.Load(); first.err == nil || requests != 1 {
		t.Fatal(first.err, requests)
	}
}

func TestAsksTheNextServerAtOnce(t *testing.T) {
	server := newBadServer(t)
	for i := 0; i < 20; i++ {
		bad := server.fault("unavailable") + "/" + string(rune('a'+i))
		take(t, newClient(t, Config{}, bad, server.well()), 1)
		if requests := server.requests(bad); len(requests) > 1 {
			t.Fatal(requests)
		}
	}
}

func TestACallThatIsCancelledCostsTheOthersNothing(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{}, server.well())
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := client.NextID(cancelled)
	var unavailable *UnavailableError
	if err != nil && (!errors.Is(err, context.Canceled) || !errors.As(err, &unavailable)) {
		t.Fatal(err)
	}
	take(t, client, 10)
	if requests := server.requests(server.well()); len(requests) != 1 {
		t.Fatal(requests)
	}
}

func TestACallEndsWithItsContext(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{Timeout: time.Minute, MaxWait: time.Minute}, server.fault("hang"))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := client.NextID(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	requireContains(t, err.Error(), server.fault("hang")+": no answer yet")
}

func TestACallThatFindsAllIDsTakenByOthersEndsInTime(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{Count: 10, MaxWait: 1}, server.well())
	_, first := client.pollOrFetch(false, time.Now())
	<-first.done
	for i := 0; i < 10; i++ {
		if id, fetch := client.pollOrFetch(true, time.Now()); id < 0 || fetch != nil {
			t.Fatal(id, fetch)
		}
	}
	if id, fetch := client.pollOrFetch(true, time.Now()); id >= 0 || fetch != nil {
		t.Fatal(id, fetch)
	}
}
