// Layouts of UIDs: the rules, texts and messages of org.uidgenerator.UidLayout. LayoutScriptTest compares the two.

import { formatInstant, formatNanos, parseInstant, parseNanos } from "./instant.js";
import { Refusal } from "./problems.js";

export const TOTAL_BITS = 63;
const MIN_TOTAL_BITS = 3;
const MAX_PART_BITS = 40;
const GREATEST_MILLIS = 1n << 62n;
const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_DAY = 86_400_000n * NANOS_PER_MILLI;
const DEFAULT_TEXT = "31/14/18 bits of PT1S from 2026-01-01T00:00:00Z";
const TEXT = /^(\d{1,2})\/(?:(\d{1,2})\+)?(\d{1,2})\/(\d{1,2})(?:, worker (first|last)(?:$|,(?= )))?(?: bits of (\S+) from (\S+))?$/;

export class Layout {
  /**
   * Checks all values, in the order in which UidLayout does. Epoch and tick are in milliseconds; worker says whether the worker id
   * is the "first" field or the "last", or, as in most layouts, neither: "".
   */
  constructor({ timeBits, workerBits, seqBits, dataCenterBits = 0, worker = "", epoch, tick }) {
    requireRange("timeBits", timeBits, 1, TOTAL_BITS - 2);
    requireRange("workerBits", workerBits, 0, MAX_PART_BITS);
    requireRange("seqBits", seqBits, 1, MAX_PART_BITS);
    const totalBits = timeBits + workerBits + seqBits;
    if (totalBits < MIN_TOTAL_BITS || totalBits > TOTAL_BITS) {
      const range = { min: MIN_TOTAL_BITS, max: TOTAL_BITS };
      throw new Refusal("layout.total", { ...range, timeBits, workerBits, seqBits, totalBits });
    }
    if (dataCenterBits < 0 || dataCenterBits > workerBits) {
      throw new Refusal("layout.dataCenterBits", { workerBits, dataCenterBits });
    }
    requireTick(tick * NANOS_PER_MILLI);
    if (epoch < -GREATEST_MILLIS || epoch >= GREATEST_MILLIS) {
      throw new Refusal("layout.epoch", { epoch: formatInstant(epoch) }, "epoch");
    }
    const end = epoch + (1n << BigInt(timeBits)) * tick;
    if (end >= GREATEST_MILLIS) {
      throw new Refusal("layout.end", { epoch, timeBits, tick, end });
    }
    Object.assign(this, { timeBits, workerBits, seqBits, dataCenterBits, worker, epoch, tick, totalBits, end });
    Object.freeze(this);
  }

  /** Reads a text of UidLayout.text(), or bits alone, which have the default tick and epoch. */
  static parse(text) {
    const parts = TEXT.exec(text);
    const tick = parseNanos(parts?.[6] ?? "PT1S");
    const epoch = parseInstant(parts?.[7] ?? "2026-01-01T00:00:00Z");
    if (parts === null || tick === null || epoch === null) {
      throw new Refusal("layout.text", { example: DEFAULT_TEXT, text });
    }
    const [timeBits, dataCenterBits, machineBits, seqBits] = parts.slice(1, 5).map((bits) => Number(bits ?? 0));
    if (tick % NANOS_PER_MILLI !== 0n) {
      requireTick(tick);
    }
    return new Layout({
      timeBits,
      workerBits: dataCenterBits + machineBits,
      seqBits,
      dataCenterBits,
      worker: parts[5] ?? "",
      epoch,
      tick: tick / NANOS_PER_MILLI,
    });
  }

  /** As UidLayout.text() writes it. */
  text() {
    return `${this.bitsText()}${this.worker && ","} bits of ${formatNanos(this.tick * NANOS_PER_MILLI)} from ${formatInstant(this.epoch)}`;
  }

  /** The bits and their order, without tick and epoch. */
  bitsText() {
    const bits = this.dataCenterBits === 0 ? this.workerBits : `${this.dataCenterBits}+${this.machineBits()}`;
    return `${this.timeBits}/${bits}/${this.seqBits}${this.worker && `, worker ${this.worker}`}`;
  }

  /** The same layout with another epoch or tick. */
  with(details) {
    return new Layout({ ...this, ...details });
  }

  machineBits() {
    return this.workerBits - this.dataCenterBits;
  }

  workerIds() {
    return 1n << BigInt(this.workerBits);
  }

  uidsPerTick() {
    return 1n << BigInt(this.seqBits);
  }

  /** What one worker sustains without borrowing from the future. */
  uidsPerSecond() {
    return (Number(this.uidsPerTick()) * 1000) / Number(this.tick);
  }

  highestUid() {
    return (1n << BigInt(this.totalBits)) - 1n;
  }

  /** The fields from the highest bits to the lowest, named as the API names them. Shift is the lowest bit of a field. */
  fields() {
    const worker =
      this.dataCenterBits === 0
        ? [["workerId", this.workerBits]]
        : [
            ["dataCenterId", this.dataCenterBits],
            ["machineId", this.machineBits()],
          ];
    const time = ["time", this.timeBits];
    const sequence = ["sequence", this.seqBits];
    const orders = {
      "": [time, ...worker, sequence],
      first: [...worker, time, sequence],
      last: [time, sequence, ...worker],
    };
    let shift = this.totalBits;
    return orders[this.worker]
      .map(([name, bits]) => ({ name, bits, shift: (shift -= bits) }))
      .filter((field) => field.bits > 0);
  }

  /** Takes a UID apart: its fields with their values, and its time in milliseconds. */
  decode(uid) {
    if (uid > this.highestUid()) {
      throw new Refusal("id.bits", { totalBits: this.totalBits, layout: this.text(), uid });
    }
    const fields = this.fields().map((field) => ({
      ...field,
      value: (uid >> BigInt(field.shift)) & ((1n << BigInt(field.bits)) - 1n),
    }));
    const { value: tick } = fields.find(({ name }) => name === "time");
    return { fields, time: this.epoch + tick * this.tick };
  }

  /**
   * Puts a UID together.
   *
   * @param time in milliseconds; the UID has the tick that holds it
   * @param parts by the names of the fields; those that are missing are 0
   */
  encode(time, parts) {
    if (time < this.epoch || time >= this.end) {
      const [epoch, end, at] = [this.epoch, this.end, time].map(formatInstant);
      throw new Refusal("time.range", { epoch, end, time: at });
    }
    const values = { time: (time - this.epoch) / this.tick, ...this.#checked(parts) };
    return this.fields().reduce((uid, { name, shift }) => uid | (values[name] << BigInt(shift)), 0n);
  }

  #checked({ workerId = 0n, dataCenterId = 0n, machineId = 0n, sequence = 0n }) {
    const worker =
      this.dataCenterBits === 0
        ? { workerId: requirePart("workerId", workerId, "workerBits", this.workerBits) }
        : {
            dataCenterId: requirePart("dataCenterId", dataCenterId, "dataCenterBits", this.dataCenterBits),
            machineId: requirePart("machineId", machineId, "workerBits - dataCenterBits", this.machineBits()),
          };
    return { ...worker, sequence: requirePart("sequence", sequence, "seqBits", this.seqBits) };
  }
}

/** What is no number is in no range either. */
function requirePart(name, value, bitsName, bits) {
  const max = (1n << BigInt(bits)) - 1n;
  if (typeof value !== "bigint" || value < 0n || value > max) {
    throw new Refusal("part.range", { name, max, bitsName, bits, value }, name);
  }
  return value;
}

function requireRange(name, bits, min, max) {
  if (bits < min || bits > max) {
    throw new Refusal("layout.bits", { name, min, max, bits });
  }
}

function requireTick(nanos) {
  if (nanos % NANOS_PER_MILLI !== 0n || nanos < NANOS_PER_MILLI || nanos > NANOS_PER_DAY) {
    throw new Refusal("layout.tick", { tick: formatNanos(nanos) });
  }
}
