package uidclient

import (
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"time"
)

const (
	mostBits = 63
	// mostTimeBits are the bits of the last time that a layout may have, in milliseconds.
	mostTimeBits = 62
)

var layoutText = regexp.MustCompile(`^([0-9]{1,2})/(?:([0-9]{1,2})\+)?([0-9]{1,2})/([0-9]{1,2})(, worker last,)? bits` +
	` of PT(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})(?:\.([0-9]{1,9}))?S)? from ([0-9TZ:.-]{20,30})$`)

// Layout is how the bits of an id are divided. Layouts can be compared.
type Layout struct {
	text           string
	timeBits       int
	dataCenterBits int
	workerBits     int
	sequenceBits   int
	workerLast     bool
	tickMillis     int64
	epochMillis    int64
}

// Fields are what an id is made of.
type Fields struct {
	// Time is that of the tick, in UTC.
	Time time.Time
	// WorkerID has the data centre as its high part, in layouts that have one, and the machine as its low part.
	WorkerID, DataCenterID, MachineID int64
	Sequence                          int64
}

// ParseLayout reads a layout as servers write it: 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z.
func ParseLayout(text string) (Layout, error) {
	parts := layoutText.FindStringSubmatch(text)
	if parts == nil {
		return Layout{}, fmt.Errorf("it is no layout: \"%s\"", quote(text))
	}
	number := func(i int) int64 {
		value, _ := strconv.ParseInt(parts[i], 10, 64) // nine digits at most, or none, which are 0
		return value
	}
	millis, _ := strconv.ParseInt((parts[9] + "000")[:3], 10, 64)
	epoch, err := time.Parse(time.RFC3339Nano, parts[10])
	layout := Layout{
		text:           text,
		timeBits:       int(number(1)),
		dataCenterBits: int(number(2)),
		workerBits:     int(number(2) + number(3)),
		sequenceBits:   int(number(4)),
		workerLast:     parts[5] != "",
		tickMillis:     number(6)*3_600_000 + number(7)*60_000 + number(8)*1_000 + millis,
		epochMillis:    epoch.UnixMilli(),
	}
	if err != nil || layout.totalBits() > mostBits || layout.tickMillis == 0 ||
		layout.timeBits+bits.Len64(uint64(layout.tickMillis)) > mostTimeBits {
		return Layout{}, fmt.Errorf("it is no layout: \"%s\"", text)
	}
	return layout, nil
}

// String returns the text form, by which layouts are compared.
func (l Layout) String() string {
	return l.text
}

// Step returns how far apart the ids of a range are.
func (l Layout) Step() int64 {
	if l.workerLast {
		return 1 << l.workerBits
	}
	return 1
}

func (l Layout) totalBits() int {
	return l.timeBits + l.workerBits + l.sequenceBits
}

// Decode takes an id of this layout apart. It fails if the id is negative or has more bits than the layout.
func (l Layout) Decode(id int64) (Fields, error) {
	if id < 0 || id>>l.totalBits() != 0 {
		return Fields{}, fmt.Errorf("an id of %s must be in [0, %d]: id=%d", l, uint64(1)<<l.totalBits()-1, id)
	}
	workerShift, sequenceShift := l.sequenceBits, 0
	if l.workerLast {
		workerShift, sequenceShift = 0, l.workerBits
	}
	machineBits := l.workerBits - l.dataCenterBits
	worker := id >> workerShift & (1<<l.workerBits - 1)
	tick := id >> (l.workerBits + l.sequenceBits)
	return Fields{
		Time:         time.UnixMilli(l.epochMillis + tick*l.tickMillis).UTC(),
		WorkerID:     worker,
		DataCenterID: worker >> machineBits,
		MachineID:    worker & (1<<machineBits - 1),
		Sequence:     id >> sequenceShift & (1<<l.sequenceBits - 1),
	}, nil
}
