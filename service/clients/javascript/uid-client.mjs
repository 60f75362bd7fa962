// Ids of an id service, taken as ranges: one request for a thousand ids. Needs Node 18 or a browser, and nothing else.
// Ids are BigInts: a number holds 53 bits, most ids have more.
const LAYOUT = /^(\d+)\/(?:(\d+)\+)?(\d+)\/(\d+)(, worker last,)? bits of PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)? from (\S+)$/;
const FORMATS = {
  CROCKFORD32: ['0123456789ABCDEFGHJKMNPQRSTVWXYZ', 13],
  BASE62: ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 11],
};

/** Ids increase, whichever server answers. What is older than maxAge milliseconds is dropped. */
export class UidClient {
  constructor(urls, { token, count = 1000, maxAge = 60_000, timeout = 2_000 } = {}) {
    Object.assign(this, { urls, token, count, maxAge, timeout, ranges: [], freshUntil: 0, highest: -1n, fetching: null, space: null });
  }

  async nextId() {
    while (this.ranges.length === 0 || performance.now() >= this.freshUntil) {
      this.fetching ??= this.fetch().finally(() => { this.fetching = null; }); // one request, whoever waits for it
      await this.fetching;
    }
    const range = this.ranges[0];
    const id = range.first;
    if (id === range.last) this.ranges.shift();
    range.first += range.step;
    return id;
  }

  async fetch() {
    const after = this.highest < 0n ? '' : `&after=${this.highest}`;
    const headers = { Accept: 'text/plain', ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}) };
    const failures = [];
    for (const url of [...this.urls].sort(() => Math.random() - 0.5)) {
      try {
        const signal = AbortSignal.timeout(this.timeout);
        const answer = await fetch(`${url}/api/ranges?count=${this.count}${after}`, { headers, signal, redirect: 'error' });
        if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
        const space = answer.headers.get('Uid-Space');
        if (this.space !== null && space !== this.space) throw new Error(`${url} has id space ${space}, ${this.namedBy} had ${this.space}`); // ids of two may be equal
        const { layout, ranges } = parseRanges(await answer.text());
        if (ranges[0].first <= this.highest || layout !== (this.layout ?? layout)) throw new Error(`${url} answers with ids that it was not asked for`);
        if (this.space === null) Object.assign(this, { space, namedBy: url });
        Object.assign(this, { layout, ranges, highest: ranges.at(-1).last, freshUntil: performance.now() + this.maxAge });
        return;
      } catch (e) { failures.push(e); } // the next server may answer
    }
    throw new AggregateError(failures, `no server hands out a range: ${failures.at(-1).message}`);
  }
}

export function parseRanges(text) {
  const [layout, ...lines] = text.trimEnd().split('\n');
  return { layout, ranges: lines.map((line) => { const [first, last, step] = line.split(' ').map(BigInt); return { first, last, step }; }) };
}

export function decode(id, layout) {
  const [, , dc, machine, seq, workerLast, h, m, s, epoch] = LAYOUT.exec(layout);
  const [dcBits, machineBits, seqBits] = [dc ?? 0, machine, seq].map(BigInt);
  const workerBits = dcBits + machineBits;
  const tick = BigInt(Math.round((h ?? 0) * 3_600_000 + (m ?? 0) * 60_000 + (s ?? 0) * 1_000));
  const worker = BigInt.asUintN(Number(workerBits), workerLast ? id : id >> seqBits);
  return {
    timeMillis: BigInt(Date.parse(epoch)) + (id >> (workerBits + seqBits)) * tick,
    workerId: worker,
    dataCenterId: worker >> machineBits,
    machineId: BigInt.asUintN(Number(machineBits), worker),
    sequence: BigInt.asUintN(Number(seqBits), workerLast ? id >> workerBits : id),
  };
}

export function toText(id, name) {
  const [alphabet, width] = FORMATS[name];
  let text = '';
  for (let rest = id; text.length < width; rest /= BigInt(alphabet.length)) text = alphabet[Number(rest % BigInt(alphabet.length))] + text;
  return text;
}

if (globalThis.process?.argv[1]?.endsWith('uid-client.mjs')) { // node uid-client.mjs COUNT URL...
  const client = new UidClient(process.argv.slice(3));
  for (let i = 0; i < Number(process.argv[2]); i++) console.log(String(await client.nextId()));
}
