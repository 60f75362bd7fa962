package uidclient

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// badServer is the server that breaks the rules of clients, for one test. The environment says where it is, and
// service/clients/README.md how to start it.
type badServer struct {
	t   *testing.T
	url string
	me  string
}

type fault struct {
	Name, URL, Says string
	TimeoutMillis   int64
}

func newBadServer(t *testing.T) *badServer {
	t.Helper()
	url := os.Getenv("UID_BAD_SERVER")
	if url == "" {
		t.Skip("no bad server: start one, and set UID_BAD_SERVER=http://127.0.0.1:8099")
	}
	random := rand.New(rand.NewSource(time.Now().UnixNano()))
	return &badServer{t, url, fmt.Sprintf("go-%d-%d", os.Getpid(), random.Int63())}
}

func (b *badServer) well() string {
	return b.fault("well")
}

func (b *badServer) fault(name string) string {
	return b.url + "/" + name + "/" + b.me
}

func (b *badServer) faults() []fault {
	var faults []fault
	b.get("/faults", &faults)
	for i := range faults {
		faults[i].URL += "/" + b.me
	}
	return faults
}

// requests returns the heads of the requests that a server has had.
func (b *badServer) requests(server string) []string {
	var requests []string
	b.get("/requests"+strings.TrimPrefix(server, b.url), &requests)
	return requests
}

func (b *badServer) get(path string, value interface{}) {
	b.t.Helper()
	answer, err := http.Get(b.url + path)
	if err == nil {
		defer answer.Body.Close()
		err = json.NewDecoder(answer.Body).Decode(value)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// newClient returns a client that gives a busy machine time, unless config says otherwise.
func newClient(t *testing.T, config Config, servers ...string) *Client {
	t.Helper()
	config.Servers = servers
	if config.Timeout == 0 {
		config.Timeout = 20 * time.Second
	}
	if config.MaxWait == 0 {
		config.MaxWait = time.Minute
	}
	client, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func take(t *testing.T, client *Client, count int) []int64 {
	t.Helper()
	ids, err := client.NextIDs(context.Background(), count)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func requireAscending(t *testing.T, ids []int64) {
	t.Helper()
	for i := 1; i < len(ids); i++ {
		if ids[i-1] >= ids[i] {
			t.Fatalf("%d, then %d", ids[i-1], ids[i])
		}
	}
}

func requireContains(t *testing.T, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Fatalf("%q is not in %q", part, text)
	}
}
