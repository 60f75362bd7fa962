import { quote } from './failures.js';

const TEXT = new RegExp(
  '^([0-9]{1,2})/(?:([0-9]{1,2})\\+)?([0-9]{1,2})/([0-9]{1,2})(, worker last,)? bits' +
    ' of PT(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})(?:\\.([0-9]{1,9}))?S)?' +
    ' from ([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?Z)$',
);
const MOST_BITS = 63;

export class Layout {
  constructor(text, bits, workerLast, tickMillis, epochMillis) {
    [this.timeBits, this.dataCenterBits, this.workerBits, this.sequenceBits] = bits;
    Object.assign(this, { text, workerLast, tickMillis, epochMillis });
    Object.freeze(this);
  }

  static parse(text) {
    const match = TEXT.exec(text);
    if (match === null) throw new RangeError(`it is no layout: "${quote(text)}"`);
    const [timeBits, dataCenterBits, machineBits, sequenceBits] = match.slice(1, 5).map((bits) => Number(bits ?? 0));
    const [hours, minutes, seconds] = match.slice(6, 9).map((part) => BigInt(part ?? 0));
    const millis = BigInt((match[9] ?? '').padEnd(3, '0').slice(0, 3));
    const tickMillis = ((hours * 60n + minutes) * 60n + seconds) * 1000n + millis;
    const epochMillis = Date.parse(match[10]);
    const layout = new Layout(
      text,
      [timeBits, dataCenterBits, dataCenterBits + machineBits, sequenceBits],
      match[5] !== undefined,
      tickMillis,
      Number.isNaN(epochMillis) ? undefined : BigInt(epochMillis),
    );
    if (layout.totalBits > MOST_BITS || tickMillis === 0n || layout.epochMillis === undefined) {
      throw new RangeError(`it is no layout: "${text}"`);
    }
    return layout;
  }

  get totalBits() {
    return this.timeBits + this.workerBits + this.sequenceBits;
  }

  get increment() {
    return this.workerLast ? 1n << BigInt(this.workerBits) : 1n;
  }

  decode(id) {
    if (id < 0n || id >> BigInt(this.totalBits) !== 0n) {
      throw new RangeError(`an id of ${this.text} must be in [0, ${(1n << BigInt(this.totalBits)) - 1n}]: id=${id}`);
    }
    const machineBits = this.workerBits - this.dataCenterBits;
    const workerId = BigInt.asUintN(this.workerBits, id >> BigInt(this.workerLast ? 0 : this.sequenceBits));
    return {
      timeMillis: this.epochMillis + (id >> BigInt(this.workerBits + this.sequenceBits)) * this.tickMillis,
      workerId,
      dataCenterId: workerId >> BigInt(machineBits),
      machineId: BigInt.asUintN(machineBits, workerId),
      sequence: BigInt.asUintN(this.sequenceBits, id >> BigInt(this.workerLast ? this.workerBits : 0)),
    };
  }
}
