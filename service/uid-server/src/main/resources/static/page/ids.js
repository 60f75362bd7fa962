// What a text is as an id: the numbers of org.uidgenerator.text.UidNumber and UidFormat, the other ids of ForeignId. IdsScriptTest
// compares them.

import { parseInstant } from "./instant.js";
import { Refusal } from "./problems.js";

const TWO_TO_63 = 1n << 63n;
const TWO_TO_64 = 1n << 64n;
const LOWER = "0123456789abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const CROCKFORD = UPPER.replace(/[ILOU]/g, "");
const WIDTHS = { base32: [CROCKFORD, 13], base36: [LOWER, 13], base62: [UPPER + LOWER.slice(10), 11] };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const OBJECT_ID = /^[\da-f]{24}$/i;

const MAX_UUID = (1n << 128n) - 1n;
const GREGORIAN_EPOCH = parseInstant("1582-10-15");
const HUNDRED_NANOS_PER_MILLI = 10_000n;
const ULID_RANDOM_BITS = 80n;

/** Reads a UID that is written as a number: decimal as 12345 or hexadecimal as 0x3039. */
export function parseUid(text) {
  if (!/^(-?[0-9]+|0x[0-9A-Fa-f]+)$/.test(text)) {
    throw new Refusal("id.number", { uid: text });
  }
  const number = text.startsWith("-") ? -BigInt(text.slice(1)) : BigInt(text);
  if (number < 0n) {
    throw number < -TWO_TO_63
      ? new Refusal("id.negative", { uid: number })
      : new Refusal("id.negative.64", { uid: number, unsigned: number + TWO_TO_64 });
  }
  if (number >= TWO_TO_63) {
    throw number >= TWO_TO_64
      ? new Refusal("id.large", { uid: text, bits: number.toString(2).length })
      : new Refusal("id.large.64", { uid: text, signed: number - TWO_TO_64 });
  }
  return number;
}

/** A UID in the forms in which it may be written. */
export function formsOf(uid) {
  const digits = ([alphabet, width]) => {
    let text = "";
    for (let rest = uid; text.length < width; rest /= BigInt(alphabet.length)) {
      text = alphabet[Number(rest % BigInt(alphabet.length))] + text;
    }
    return text;
  };
  return {
    decimal: uid.toString(),
    hex: "0x" + uid.toString(16),
    ...Object.fromEntries(Object.entries(WIDTHS).map(([name, form]) => [name, digits(form)])),
  };
}

/**
 * Recognises a UUID, a ULID or an ObjectId by its form.
 *
 * @returns null if it is none, or {kind, version?, time, parts}: the key of its kind, its time in milliseconds or null, and its other
 *     fields as [name, value]
 */
export function recogniseForeign(text) {
  if (UUID.test(text)) {
    return uuid(BigInt("0x" + text.replaceAll("-", "")));
  }
  if (ULID.test(text)) {
    return ulid(text.toUpperCase());
  }
  return OBJECT_ID.test(text) ? objectId(text.toLowerCase()) : null;
}

function uuid(bits) {
  if (bits === 0n || bits === MAX_UUID) {
    return untimed(bits === 0n ? "kind.uuid.nil" : "kind.uuid.max");
  }
  if (part(bits, 62, 2) !== 2n) {
    return untimed("kind.uuid.other");
  }
  const version = Number(part(bits, 76, 4));
  const kind = { kind: "kind.uuid", version };
  switch (version) {
    case 1:
      return { ...kind, ...ofNode(bits, (part(bits, 64, 12) << 48n) | (part(bits, 80, 16) << 32n) | part(bits, 96, 32)) };
    case 6:
      return { ...kind, ...ofNode(bits, (part(bits, 80, 48) << 12n) | part(bits, 64, 12)) };
    case 7:
      return {
        ...kind,
        time: part(bits, 80, 48),
        parts: [
          ["rand_a", hex(part(bits, 64, 12), 3)],
          ["rand_b", hex(part(bits, 0, 62), 16)],
        ],
      };
    default:
      return { ...untimed("kind.uuid"), version };
  }
}

/** A UUID of 100 ns since the Gregorian calendar began, a clock sequence and a node. */
function ofNode(bits, hundredNanos) {
  return {
    time: GREGORIAN_EPOCH + hundredNanos / HUNDRED_NANOS_PER_MILLI,
    parts: [
      ["clock_seq", part(bits, 48, 14).toString()],
      ["node", hex(part(bits, 0, 48), 12).replace(/..(?!$)/g, "$&:")],
    ],
  };
}

function ulid(text) {
  const bits = Array.from(text).reduce((sum, digit) => (sum << 5n) | BigInt(CROCKFORD.indexOf(digit)), 0n);
  return { kind: "kind.ulid", time: bits >> ULID_RANDOM_BITS, parts: [["randomness", hex(part(bits, 0, 80), 20)]] };
}

function objectId(text) {
  return {
    kind: "kind.objectId",
    time: BigInt("0x" + text.slice(0, 8)) * 1000n,
    parts: [
      ["random", text.slice(8, 18)],
      ["counter", parseInt(text.slice(18), 16).toString()],
    ],
  };
}

function untimed(kind) {
  return { kind, time: null, parts: [] };
}

function part(bits, shift, width) {
  return (bits >> BigInt(shift)) & ((1n << BigInt(width)) - 1n);
}

function hex(bits, width) {
  return bits.toString(16).padStart(width, "0");
}
