package uidclient

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Compares the package with the test vectors.
func TestVectors(t *testing.T) {
	var vectors struct {
		IDs    []map[string]string
		Texts  []map[string]string
		Ranges []struct {
			Layout, Text string
			IDs          []string
		}
	}
	file, err := os.ReadFile("../vectors.json")
	if err == nil {
		err = json.Unmarshal(file, &vectors)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, uid := range vectors.IDs {
		id, _ := strconv.ParseInt(uid["id"], 10, 64)
		fields, err := Decode(id, uid["layout"])
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]int64{
			"timeMillis": fields.TimeMillis, "workerId": fields.WorkerID, "dataCenterId": fields.DataCenterID,
			"machineId": fields.MachineID, "sequence": fields.Sequence,
		} {
			if strconv.FormatInt(value, 10) != uid[name] {
				t.Errorf("%s of %s: %d, not %s", name, uid["id"], value, uid[name])
			}
		}
	}
	for _, text := range vectors.Texts {
		id, _ := strconv.ParseInt(text["id"], 10, 64)
		if got := ToText(id, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13); got != text["CROCKFORD32"] {
			t.Errorf("%s: %s", text["id"], got)
		}
		if got := ToText(id, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11); got != text["BASE62"] {
			t.Errorf("%s: %s", text["id"], got)
		}
	}
	for _, answer := range vectors.Ranges {
		layout, ranges, err := ParseRanges(answer.Text)
		if err != nil || layout != answer.Layout {
			t.Fatal(layout, err)
		}
		var ids []string
		for _, r := range ranges {
			for n := int64(0); n <= (r.Last-r.First)/r.Step; n++ {
				ids = append(ids, strconv.FormatInt(r.First+n*r.Step, 10))
			}
		}
		if len(ids) != len(answer.IDs) {
			t.Fatal(ids)
		}
		for i := range ids {
			if ids[i] != answer.IDs[i] {
				t.Errorf("%s, not %s", ids[i], answer.IDs[i])
			}
		}
	}
}

// Refuses a server that names another id space than the first answer.
func TestAnotherSpace(t *testing.T) {
	next := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Uid-Space", []string{"default/482903117264", "default/730519284406"}[next])
		fmt.Fprintf(w, "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z\n%d %d 1\n", 10+next, 10+next)
		next++
	}))
	defer server.Close()
	client := New(server.URL)
	if id, err := client.NextID(); id != 10 || err != nil {
		t.Fatal(id, err)
	}
	id, err := client.NextID()
	if err == nil || !strings.Contains(err.Error(), `has id space "default/730519284406"`) || !strings.Contains(err.Error(), `had "default/482903117264"`) {
		t.Fatal(id, err)
	}
}
