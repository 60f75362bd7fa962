package uidclient

import (
	"fmt"
	"math/bits"
	"strings"
)

// Form is a form of ids as text of fixed width, whose order is that of the ids.
type Form struct {
	name     string
	alphabet string
	width    int
}

var (
	// Crockford32 has 13 characters.
	Crockford32 = Form{"CROCKFORD32", "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13}
	// Base62 has 11 characters.
	Base62 = Form{"BASE62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11}
)

// Format writes an id as text. It fails if the id is negative.
func (f Form) Format(id int64) (string, error) {
	if id < 0 {
		return "", fmt.Errorf("an id must not be negative: id=%d", id)
	}
	text := make([]byte, f.width)
	for i := f.width - 1; i >= 0; i-- {
		text[i] = f.alphabet[id%int64(len(f.alphabet))]
		id /= int64(len(f.alphabet))
	}
	return string(text), nil
}

// Parse reads what Format has written.
func (f Form) Parse(text string) (int64, error) {
	if len(text) != f.width {
		return 0, fmt.Errorf("an id in %s must have %d characters: text=%q", f.name, f.width, quote(text))
	}
	var id uint64
	for _, character := range []byte(text) {
		digit := strings.IndexByte(f.alphabet, character)
		if digit < 0 {
			return 0, fmt.Errorf("an id in %s has the characters %s: text=%q", f.name, f.alphabet, text)
		}
		high, low := bits.Mul64(id, uint64(len(f.alphabet)))
		sum, carry := bits.Add64(low, uint64(digit), 0)
		if high != 0 || carry != 0 {
			return 0, fmt.Errorf("an id in %s must have 63 bits: text=%q", f.name, text)
		}
		id = sum
	}
	if id>>mostBits != 0 {
		return 0, fmt.Errorf("an id in %s must have 63 bits: text=%q", f.name, text)
	}
	return int64(id), nil
}
