import { UidUnavailableError } from './failures.js';
import { IdService, Server } from './service.js';

/** How many milliseconds are at least between two rounds of questions. */
const PAUSE_MILLIS = 100;

export class UidClient {
  #service;
  #count;
  #maxAge;
  #maxWait;
  #highest = -1n;
  #ranges = []; // the next one is the last, because an array is short of quick ways to lose its first
  #freshUntil = 0;
  #fetching;

  constructor(servers, options = {}) {
    const {
      token,
      count = 1_000,
      timeout = 2_000,
      maxAge = 60_000,
      maxWait = 5_000,
      expectedIdentity,
      fetch = (url, init) => globalThis.fetch(url, init),
      ...unknown
    } = options;
    if (!Array.isArray(servers) || servers.length === 0) {
      throw new RangeError(`servers must be an array of at least one: servers=${String(servers)}`);
    }
    servers.forEach(requireServer);
    requireWithin('count', count, 1, 10_000_000, Number.isInteger(count));
    requireWithin('timeout', timeout, 1, 3_600_000);
    requireWithin('maxAge', maxAge, 100, 86_400_000);
    requireWithin('maxWait', maxWait, 0, 3_600_000);
    if (expectedIdentity !== undefined && (typeof expectedIdentity !== 'string' || expectedIdentity.trim() === '')) {
      throw new RangeError(`expectedIdentity must be a name, a number or both: expectedIdentity="${String(expectedIdentity)}"`);
    }
    const names = Object.keys(unknown);
    if (names.length > 0) throw new TypeError(`there is no such option: ${names.join(', ')}`);
    this.#service = new IdService(servers.map((url) => new Server(url, { token, timeout, fetch })), expectedIdentity);
    this.#count = count;
    this.#maxAge = maxAge;
    this.#maxWait = maxWait;
  }

  async nextId() {
    const deadline = performance.now() + this.#maxWait;
    for (let waited = false; ; waited = true) {
      const id = this.poll();
      if (id !== undefined) return id;
      if (waited && performance.now() >= deadline) throw this.#service.unavailable(); // others took all of them
      await this.#fill(deadline);
    }
  }

  async nextIds(count) {
    const ids = [];
    while (ids.length < count) ids.push(await this.nextId());
    return ids;
  }

  poll() {
    if (this.#ranges.length === 0 || performance.now() >= this.#freshUntil) return undefined;
    const range = this.#ranges.at(-1);
    const id = range.first;
    if (id === range.last) this.#ranges.pop();
    range.first += range.increment;
    return id;
  }

  get layout() {
    return this.#service.layout;
  }

  get identity() {
    return this.#service.identity;
  }

  status() {
    return this.#service.status();
  }

  /** One fetch for all calls that wait. */
  #fill(deadline) {
    this.#fetching ??= this.#fetch(deadline).finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetch(deadline) {
    const ranges = await this.#take(deadline);
    this.#highest = ranges.at(-1).last;
    this.#freshUntil = performance.now() + this.#maxAge;
    this.#ranges = ranges.reverse();
  }

  async #take(deadline) {
    while (true) {
      try {
        return await this.#service.take(this.#count, this.#highest, deadline);
      } catch (e) {
        if (!(e instanceof UidUnavailableError)) throw e;
        const now = performance.now();
        const dueAt = Math.max(this.#service.dueAt(), now + PAUSE_MILLIS);
        if (dueAt >= deadline) throw e;
        await new Promise((resolve) => setTimeout(resolve, Math.ceil(dueAt - now)));
      }
    }
  }
}

function requireServer(server) {
  const wellFormed =
    /^https?:\/\/[!-~]+$/.test(server) && !/[@?#\\]/.test(server) && !server.endsWith('/') && hasHostAndPort(server);
  if (!wellFormed) {
    const rule = 'http(s)://host[:port][/path], without a slash at the end';
    throw new RangeError(`a server must be ${rule}: server=${String(server)}`);
  }
}

function hasHostAndPort(server) {
  try {
    return new URL(server).port !== '0';
  } catch {
    return false;
  }
}

function requireWithin(option, value, least, most, further = true) {
  if (!(typeof value === 'number' && value >= least && value <= most && further)) {
    throw new RangeError(`${option} must be in [${least}, ${most}]: ${option}=${String(value)}`);
  }
}
