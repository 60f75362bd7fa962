package uidclient

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAsksForIDsAboveAllThatItHas(t *testing.T) {
	server := newBadServer(t)
	ids := take(t, newClient(t, Config{Count: 10}, server.well()), 25)
	requests := server.requests(server.well())
	if !regexp.MustCompile(`^GET \S+/api/ranges\?count=10 HTTP/1\.1\r\n`).MatchString(requests[0]) {
		t.Fatal(requests[0])
	}
	requireContains(t, requests[1], fmt.Sprintf("?count=10&after=%d ", ids[9]))
	requireContains(t, requests[2], fmt.Sprintf("?count=10&after=%d ", ids[19]))
	requireContains(t, requests[0], "\r\nAccept: text/plain\r\n")
	if strings.Contains(strings.ToLower(requests[0]), "authorization") {
		t.Fatal(requests[0])
	}
}

func TestKnowsLayoutAndIdentity(t *testing.T) {
	client := newClient(t, Config{Count: 10}, newBadServer(t).well())
	if layout, ok := client.Layout(); ok || client.Identity() != "" {
		t.Fatal(layout, client.Identity())
	}
	id := take(t, client, 1)[0]
	layout, ok := client.Layout()
	if !ok || layout.String() != "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z" || client.Identity() != "default/482903117264" {
		t.Fatal(layout, client.Identity())
	}
	fields, err := layout.Decode(id)
	if err != nil || time.Since(fields.Time).Abs() > time.Hour {
		t.Fatal(fields, err)
	}
	if client.Status()[0].Ranges != 2 {
		t.Fatal(client.Status())
	}
}

func TestAsksAllServers(t *testing.T) {
	server := newBadServer(t)
	servers := []string{server.well() + "/0", server.well() + "/1", server.well() + "/2"}
	requireAscending(t, take(t, newClient(t, Config{Count: 1}, servers...), 100))
	for _, each := range servers {
		if requests := server.requests(each); len(requests) <= 10 {
			t.Fatal(each, len(requests))
		}
	}
}

func TestGivesNoIDTwiceToGoroutines(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{Count: 100}, server.well())
	taken := make([][]int64, 8)
	var goroutines sync.WaitGroup
	for i := range taken {
		i := i
		goroutines.Add(1)
		go func() {
			defer goroutines.Done()
			taken[i], _ = client.NextIDs(context.Background(), 2_000)
		}()
	}
	goroutines.Wait()
	all := map[int64]bool{}
	for _, ids := range taken {
		requireAscending(t, ids)
		for _, id := range ids {
			all[id] = true
		}
	}
	if requests := len(server.requests(server.well())); len(all) != 16_000 || requests != 160 {
		t.Fatal(len(all), requests)
	}
}

func TestPollsWithoutWaiting(t *testing.T) {
	client := newClient(t, Config{Count: 2}, newBadServer(t).well())
	if id, ok := client.Poll(); ok {
		t.Fatal(id)
	}
	first := take(t, client, 1)[0]
	if id, ok := client.Poll(); !ok || id <= first {
		t.Fatal(id)
	}
	if id, ok := client.Poll(); ok {
		t.Fatal(id)
	}
}

func TestDropsIDsThatAreTooOld(t *testing.T) {
	client := newClient(t, Config{Count: 10, MaxAge: 100 * time.Millisecond}, newBadServer(t).well())
	first := take(t, client, 1)[0]
	time.Sleep(150 * time.Millisecond)
	if id, ok := client.Poll(); ok {
		t.Fatal(id)
	}
	if id := take(t, client, 1)[0]; id <= first+9 {
		t.Fatal(first, id)
	}
}

func TestLeavesAServerAloneThatHasFailed(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{MaxWait: 1}, server.fault("unavailable"))
	start := time.Now()
	for i := 0; i < 100; i++ {
		requireFailure(t, client, "it answers with status 503")
	}
	most := 1 + int(time.Since(start)/(50*time.Millisecond))
	if requests := len(server.requests(server.fault("unavailable"))); requests > most {
		t.Fatal(requests, most)
	}
}

func requireFailure(t *testing.T, client *Client, part string) {
	t.Helper()
	id, err := client.NextID(context.Background())
	if err == nil {
		t.Fatal(id)
	}
	requireContains(t, err.Error(), part)
}

func TestComesBackLessAndLessOften(t *testing.T) {
	server := newBadServer(t)
	requireFailure(t, newClient(t, Config{MaxWait: 2 * time.Second}, server.fault("unavailable")), "it answers with status 503")
	if requests := len(server.requests(server.fault("unavailable"))); requests < 2 || requests > 7 {
		t.Fatal(requests)
	}
}

func TestLeavesAServerAloneForLongerEachTimeUpToFiveSeconds(t *testing.T) {
	for random, millis := range map[float64]time.Duration{0: 50, 0.5: 75, 1: 100} {
		least := millis * time.Millisecond
		server := &server{}
		for i := 0; i < 12; i++ {
			before := time.Now()
			server.failed(errors.New("out of order"), random)
			after := time.Now()
			requireAlone(t, server.askAgainAt, before, after, least<<i, 50*least)
			requireAlone(t, server.askWithoutOthersAt, before, after, least<<i, 10*least)
		}
		server.succeeded(1)
		if !server.askAgainAt.IsZero() || !server.askWithoutOthersAt.IsZero() || server.failures != 0 {
			t.Fatal(server)
		}
	}
}

// requireAlone requires a time that lies so long, or the longest, after a failure.
func requireAlone(t *testing.T, until, before, after time.Time, alone, longest time.Duration) {
	t.Helper()
	if alone > longest {
		alone = longest
	}
	if until.Before(before.Add(alone)) || until.After(after.Add(alone)) {
		t.Fatal(until.Sub(before), alone)
	}
}

func TestAsksAServerThatIsLeftAloneOnlyIfNoOtherOneAnswers(t *testing.T) {
	bad := newBadServer(t)
	service := newService(Config{Servers: []string{bad.well() + "/0", bad.well() + "/1"}, Timeout: 2 * time.Second})
	one, other := service.servers[0], service.servers[1]
	never := time.Now().Add(time.Hour)
	one.askAgainAt = never
	highest := int64(-1)
	for i := 0; i < 20; i++ {
		ranges, err := service.take(1, highest, never)
		if err != nil {
			t.Fatal(err)
		}
		highest = ranges[len(ranges)-1].last
	}
	if requests := bad.requests(one.url); len(requests) != 0 {
		t.Fatal(requests)
	}
	other.askAgainAt, other.askWithoutOthersAt = never, never
	if _, err := service.take(1, highest, never); err != nil {
		t.Fatal(err)
	}
	if requests := bad.requests(one.url); len(requests) != 1 {
		t.Fatal(requests)
	}
	one.askAgainAt, one.askWithoutOthersAt = never, never
	if _, err := service.take(1, highest, never); err == nil {
		t.Fatal("there is an answer of a server that is left alone")
	}
}

func TestLeavesAServerAloneForAsLongAsItSays(t *testing.T) {
	server := newBadServer(t)
	requireFailure(t, newClient(t, Config{MaxWait: 20 * time.Second}, server.fault("busy")), "it answers with status 429")
	if requests := server.requests(server.fault("busy")); len(requests) != 1 {
		t.Fatal(requests)
	}
}

func TestLeavesNoServerAloneWhoseClockIsBehindAndStormsItNeither(t *testing.T) {
	server := newBadServer(t)
	client := newClient(t, Config{MaxWait: 1}, server.fault("too-far-ahead"))
	for i := 0; i < 3; i++ {
		requireFailure(t, client, "it answers with status 422")
	}
	if requests := server.requests(server.fault("too-far-ahead")); len(requests) != 3 {
		t.Fatal(requests)
	}
	requireFailure(t, newClient(t, Config{MaxWait: 500 * time.Millisecond}, server.fault("too-far-ahead")), "422")
	if requests := server.requests(server.fault("too-far-ahead")); len(requests) > 9 {
		t.Fatal(requests)
	}
}

func TestSendsTheTokenOfNow(t *testing.T) {
	server := newBadServer(t)
	tokens := []string{"one", "two"}
	token := func(context.Context) (string, error) {
		next := tokens[0]
		tokens = tokens[1:]
		return next, nil
	}
	take(t, newClient(t, Config{Count: 1, Token: token}, server.well()), 2)
	requests := server.requests(server.well())
	requireContains(t, requests[0], "\r\nAuthorization: Bearer one\r\n")
	requireContains(t, requests[1], "\r\nAuthorization: Bearer two\r\n")
}

func TestShowsNoTokenThatCannotBeSent(t *testing.T) {
	server := newBadServer(t)
	for _, token := range []string{"secret\n", "", "my secret", "gehe\u00edm"} {
		client := newClient(t, Config{Token: StaticToken(token), MaxWait: 1}, server.well())
		requireFailure(t, client, fmt.Sprintf("no server of the id service hands out a range: %s: "+
			"the token for it must be visible ASCII characters: length=%d", server.well(), len(token)))
	}
	failing := func(context.Context) (string, error) { return "", errors.New("the vault is closed") }
	requireFailure(t, newClient(t, Config{Token: failing, MaxWait: 1}, server.well()), "there is no token for it: the vault is closed")
	if requests := server.requests(server.well()); len(requests) > 0 {
		t.Fatal(requests)
	}
}

func TestTakesTheIdentityThatIsExpected(t *testing.T) {
	server := newBadServer(t)
	for _, identity := range []string{"default/482903117264", "default", "482903117264"} {
		take(t, newClient(t, Config{ExpectedIdentity: identity}, server.well()), 1)
	}
	for _, identity := range []string{"orders", "default/", "/482903117264", "48290311726"} {
		requireFailure(t, newClient(t, Config{ExpectedIdentity: identity, MaxWait: 1}, server.well()),
			"its store identity must be "+identity+", as of ExpectedIdentity: identity=default/482903117264")
	}
}

func TestRefusesWhatIsOutOfRange(t *testing.T) {
	refuses := func(message string, config Config) {
		t.Helper()
		if _, err := New(config); err == nil || err.Error() != message {
			t.Errorf("%v, not %s", err, message)
		}
	}
	for _, server := range []string{"ids", "ftp://ids", "http://ids/", "http://ids?x=1", "http://me@ids", "http://ids:x", "http://i ds", "http://ids:0", "http://"} {
		refuses("a server must be http(s)://host[:port][/path], without a slash at the end: server="+server, Config{Servers: []string{server}})
	}
	refuses("Servers must name at least one: Servers=[]", Config{})
	ids := []string{"http://ids"}
	refuses("Count must be in [1, 10000000]: Count=-1", Config{Servers: ids, Count: -1})
	refuses("Count must be in [1, 10000000]: Count=10000001", Config{Servers: ids, Count: 10_000_001})
	refuses("Timeout must be in [1ns, 1h0m0s]: Timeout=-1ns", Config{Servers: ids, Timeout: -1})
	refuses("MaxAge must be in [100ms, 24h0m0s]: MaxAge=99ms", Config{Servers: ids, MaxAge: 99 * time.Millisecond})
	refuses("MaxWait must be in [1ns, 1h0m0s]: MaxWait=2h0m0s", Config{Servers: ids, MaxWait: 2 * time.Hour})
	refuses(`ExpectedIdentity must be a name, a number or both: ExpectedIdentity=" "`, Config{Servers: ids, ExpectedIdentity: " "})
}
