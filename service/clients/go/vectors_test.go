package uidclient

import (
	"encoding/json"
	"os"
	"reflect"
	"strconv"
	"testing"
)

// Compares the package with the vectors that all languages agree with.
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
		layout, err := ParseLayout(uid["layout"])
		if err != nil {
			t.Fatal(err)
		}
		fields, err := layout.Decode(parse(t, uid["id"]))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]int64{
			"timeMillis": fields.Time.UnixMilli(), "workerId": fields.WorkerID, "dataCenterId": fields.DataCenterID,
			"machineId": fields.MachineID, "sequence": fields.Sequence,
		} {
			if strconv.FormatInt(value, 10) != uid[name] {
				t.Errorf("%s of %s: %d, not %s", name, uid["id"], value, uid[name])
			}
		}
	}
	for _, text := range vectors.Texts {
		id := parse(t, text["id"])
		for _, form := range []Form{Crockford32, Base62} {
			if got, err := form.Format(id); got != text[form.name] || err != nil {
				t.Errorf("%s: %s, %v", text["id"], got, err)
			}
			if got, err := form.Parse(text[form.name]); got != id || err != nil {
				t.Errorf("%s: %d, %v", text[form.name], got, err)
			}
		}
	}
	for _, expected := range vectors.Ranges {
		answer, err := parseAnswer([]byte(expected.Text), -1)
		if err != nil || answer.layout.String() != expected.Layout {
			t.Fatal(err)
		}
		var ids []string
		for _, r := range answer.ranges {
			for n := int64(0); n <= (r.last-r.first)/r.increment; n++ {
				ids = append(ids, strconv.FormatInt(r.first+n*r.increment, 10))
			}
		}
		if !reflect.DeepEqual(ids, expected.IDs) {
			t.Errorf("%v, not %v", ids, expected.IDs)
		}
	}
}

func parse(t *testing.T, text string) int64 {
	t.Helper()
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestRefusesWhatIsNone(t *testing.T) {
	for _, wrong := range []string{"", "ZZZZZZZZZZZZZ", "0000000000000U", "000000000000u", "zzzzzzzzzzzzz"} {
		if id, err := Crockford32.Parse(wrong); err == nil {
			t.Error(wrong, id)
		}
	}
	for _, wrong := range []string{"zzzzzzzzzzz", "AzL8n0Y58m8"} { // 2^63 is the second
		if id, err := Base62.Parse(wrong); err == nil {
			t.Error(wrong, id)
		}
	}
	if text, err := Crockford32.Format(-1); err == nil {
		t.Error(text)
	}
	for _, wrong := range []string{
		"",
		"31/14/18 bits",
		"31/14/19 bits of PT1S from 2026-01-01T00:00:00Z",
		"1/1/1 bits of PT0S from 2026-01-01T00:00:00Z",
		"1/1/1 bits of PT1S from 2026-13-01T00:00:00Z",
		"61/1/1 bits of PT1S from 2026-01-01T00:00:00Z",
		"1/1/1 bits of PT1S from yesterday",
	} {
		if _, err := ParseLayout(wrong); err == nil || err.Error() != `it is no layout: "`+wrong+`"` {
			t.Error(wrong, err)
		}
	}
	layout, err := ParseLayout("1/1/1 bits of PT1S from 2026-01-01T00:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []int64{-1, 8} {
		if fields, err := layout.Decode(wrong); err == nil {
			t.Error(wrong, fields)
		}
	}
}
