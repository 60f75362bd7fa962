package uidclient

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

var rangeText = regexp.MustCompile(`^([0-9]{1,19}) ([0-9]{1,19}) ([0-9]{1,19})$`)

// answer is what an id service answers to a request for ranges.
type answer struct {
	identities []string // what it names: one or none
	layout     Layout
	ranges     []idRange // ascending, at least one
}

// idRange is a run of ids, each one increment above the one before.
type idRange struct{ first, last, increment int64 }

// parseAnswer reads an answer. All ids have to be greater than above.
func parseAnswer(body []byte, above int64) (*answer, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("it is no UTF-8")
	}
	lines := strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
	layout, err := ParseLayout(lines[0])
	if err != nil {
		return nil, err
	}
	if len(lines) == 1 {
		return nil, fmt.Errorf("it has no range: \"%s\"", layout)
	}
	ranges := make([]idRange, 0, len(lines)-1)
	for _, line := range lines[1:] {
		next, err := parseRange(line, layout)
		if err != nil {
			return nil, err
		}
		if next.first <= above {
			return nil, fmt.Errorf("a range must begin above %d: \"%s\"", above, line)
		}
		above = next.last
		ranges = append(ranges, next)
	}
	return &answer{layout: layout, ranges: ranges}, nil
}

func parseRange(line string, layout Layout) (idRange, error) {
	texts := rangeText.FindStringSubmatch(line)
	if texts == nil {
		return idRange{}, fmt.Errorf("a range must be \"first last increment\": \"%s\"", quote(line))
	}
	var numbers [3]int64
	for i := range numbers {
		number, err := strconv.ParseInt(texts[i+1], 10, 64)
		if err != nil {
			return idRange{}, err
		}
		numbers[i] = number
	}
	first, last, increment := numbers[0], numbers[1], numbers[2]
	if first > last {
		return idRange{}, fmt.Errorf("0 <= first <= last must hold: first=%d, last=%d", first, last)
	}
	if increment < 1 || (last-first)%increment != 0 {
		return idRange{}, fmt.Errorf("increment must divide last - first: first=%d, last=%d, increment=%d", first, last, increment)
	}
	if _, err := layout.Decode(last); err != nil {
		return idRange{}, err
	}
	if increment != layout.Step() {
		return idRange{}, fmt.Errorf("the increment must be %d, as of %s: \"%s\"", layout.Step(), layout, line)
	}
	return idRange{first, last, increment}, nil
}
