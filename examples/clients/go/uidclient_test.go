package uidclient

import (
	"encoding/json"
	"os"
	"strconv"
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
