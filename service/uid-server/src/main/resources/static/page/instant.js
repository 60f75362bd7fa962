// Instants and durations as java.time writes them, in whole milliseconds and without the limits of Date.

const DAY = 86_400_000n;
const NANOS = 1_000_000_000n;

/** Divides as Math.floorDiv does. */
function floorDiv(a, b) {
  return a / b - (a % b !== 0n && (a < 0n) !== (b < 0n) ? 1n : 0n);
}

/** Writes milliseconds since 1970 as Instant.toString() does. */
export function formatInstant(millis) {
  const days = floorDiv(millis, DAY);
  const { year, month, day } = dateOf(days);
  const rest = millis - days * DAY;
  const time = [rest / 3_600_000n, (rest / 60_000n) % 60n, (rest / 1000n) % 60n].map((part) => pad(part, 2)).join(":");
  const fraction = rest % 1000n === 0n ? "" : "." + pad(rest % 1000n, 3);
  return `${yearText(year)}-${pad(month, 2)}-${pad(day, 2)}T${time}${fraction}Z`;
}

/** Reads what Instant.toString() writes, or a date alone; null if it is neither, or no whole millisecond. */
export function parseInstant(text) {
  const parts =
    /^([+-]\d{4,9}|\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})0{0,6})?)?Z)?$/.exec(text);
  if (parts === null) {
    return null;
  }
  const [year, month, day, hours = 0n, minutes = 0n, seconds = 0n] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : BigInt(part)));
  const days = daysOf(year, month, day);
  const read = dateOf(days);
  if (read.month !== month || read.day !== day || hours > 23n || minutes > 59n || seconds > 59n) {
    return null;
  }
  const fraction = BigInt((parts[7] ?? "").padEnd(3, "0"));
  return days * DAY + ((hours * 60n + minutes) * 60n + seconds) * 1000n + fraction;
}

/** Reads a date, an instant or milliseconds since 1970, as the command line does; null if it is none of them. */
export function parseTime(text) {
  return /^-?[0-9]{1,18}$/.test(text) ? BigInt(text) : parseInstant(text);
}

/** The whole millisecond of an instant, which may be finer: what Instant.toEpochMilli() returns. */
export function millisOf(instant) {
  return parseInstant(instant.replace(/(\.\d{3})\d+Z$/, "$1Z"));
}

/** Writes nanoseconds as Duration.toString() does. */
export function formatNanos(nanos) {
  if (nanos === 0n) {
    return "PT0S";
  }
  const hours = nanos / (3600n * NANOS);
  const minutes = (nanos / (60n * NANOS)) % 60n;
  const seconds = (nanos / NANOS) % 60n;
  const fraction = pad(nanos % NANOS, 9).replace(/0+$/, "");
  const secondsText = seconds === 0n && fraction === "" ? "" : `${seconds}${fraction && "." + fraction}S`;
  return `PT${hours ? hours + "H" : ""}${minutes ? minutes + "M" : ""}${secondsText}`;
}

/** Reads what Duration.toString() writes, as nanoseconds; null if it is something else. */
export function parseNanos(text) {
  const parts =
    /^P(?:(-?\d+)D)?(?:T(?=[-\d])(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?)(\d+)(?:\.(\d{1,9}))?S)?)?$/.exec(text);
  if (parts === null || text === "P") {
    return null;
  }
  const [days, hours, minutes] = parts.slice(1, 4).map((part) => BigInt(part ?? 0));
  const seconds = BigInt(parts[5] ?? 0) * NANOS + BigInt((parts[6] ?? "").padEnd(9, "0"));
  return ((days * 24n + hours) * 60n + minutes) * 60n * NANOS + (parts[4] === "-" ? -seconds : seconds);
}

function yearText(year) {
  const digits = pad(year < 0n ? -year : year, 4);
  return year < 0n ? "-" + digits : year > 9999n ? "+" + digits : digits;
}

function pad(number, width) {
  return number.toString().padStart(width, "0");
}

// Days of the proleptic Gregorian calendar, counted from 1970-01-01 in eras of 400 years that begin on a 1st of March.

function dateOf(days) {
  const shifted = days + 719_468n;
  const era = floorDiv(shifted, 146_097n);
  const dayOfEra = shifted - era * 146_097n;
  const yearOfEra = (dayOfEra - dayOfEra / 1460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n;
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const shiftedMonth = (5n * dayOfYear + 2n) / 153n;
  const month = shiftedMonth < 10n ? shiftedMonth + 3n : shiftedMonth - 9n;
  return {
    year: yearOfEra + era * 400n + (month <= 2n ? 1n : 0n),
    month,
    day: dayOfYear - (153n * shiftedMonth + 2n) / 5n + 1n,
  };
}

function daysOf(year, month, day) {
  const shifted = month <= 2n ? year - 1n : year;
  const era = floorDiv(shifted, 400n);
  const yearOfEra = shifted - era * 400n;
  const dayOfYear = (153n * (month > 2n ? month - 3n : month + 9n) + 2n) / 5n + day - 1n;
  const dayOfEra = yearOfEra * 365n + yearOfEra / 4n - yearOfEra / 100n + dayOfYear;
  return era * 146_097n + dayOfEra - 719_468n;
}
