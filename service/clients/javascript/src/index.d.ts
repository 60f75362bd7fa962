/** Hands out ids that an id service has claimed: one request for a thousand ids. */
export declare class UidClient {
  /**
   * Makes a client. It asks no server before the first call, and there is nothing to close: ids that are left when the
   * process ends are lost.
   *
   * @param servers where the servers are, as in `http://ids-1:8080`; at least one
   * @throws RangeError if an option is out of its range
   * @throws TypeError if there is no such option
   */
  constructor(servers: readonly string[], options?: UidClientOptions);

  /**
   * Returns an id that no other caller gets, greater than each one that was returned before. Calls that find no id wait
   * for one request together.
   *
   * @throws UidUnavailableError if no server hands out ids within `maxWait`; a call that waits for the servers together
   * with an earlier call fails with that one
   */
  nextId(): Promise<bigint>;

  /**
   * Returns as many ids, which ascend.
   *
   * @throws UidUnavailableError as {@link nextId} does; the ids that were taken before are lost
   */
  nextIds(count: number): Promise<bigint[]>;

  /** Returns an id if one is there without waiting. */
  poll(): bigint | undefined;

  /** The layout of all ids; undefined before the first. */
  get layout(): Layout | undefined;

  /** The store identity, such as `default/482903117264`; undefined if no server has named one. */
  get identity(): string | undefined;

  /** Returns what the servers do, in the order in which they were named. */
  status(): ServerStatus[];
}

export interface UidClientOptions {
  /** What the servers know the caller by, or what returns it for each request; none is sent by default. */
  token?: string | (() => string);
  /** How many ids are fetched at once: 1 to 10,000,000, 1,000 by default. */
  count?: number;
  /** How many milliseconds the whole answer of one server may take, before another one is asked: 1 to 3,600,000, 2,000 by default. */
  timeout?: number;
  /** How many milliseconds after it was fetched an id may be handed out: 100 to 86,400,000, 60,000 by default. */
  maxAge?: number;
  /**
   * For how many milliseconds a call asks servers: 0 to 3,600,000, 5,000 by default. A request that has begun by then
   * adds `timeout` at most.
   */
  maxWait?: number;
  /** Which store identity the ids must be of: its text, name or number; that of the first answer by default. */
  expectedIdentity?: string;
  /** Asks the servers in place of the global `fetch`, for a proxy or certificates of your own. It must heed `signal` and `redirect`. */
  fetch?: typeof globalThis.fetch;
}

/** What one server did for a client. */
export interface ServerStatus {
  /** Where it is. */
  url: string;
  /** How many ranges came from it. */
  ranges: number;
  /** Why it handed out none when it was asked last; undefined if it did or was not asked yet. */
  failure: Error | undefined;
}

/** No server hands out a range. The message says of each of them why; the cause is the failure of the last one. */
export declare class UidUnavailableError extends Error {
  readonly name: 'UidUnavailableError';
}

/** How the bits of an id are divided. */
export declare class Layout {
  private constructor();

  /**
   * Reads a layout as servers write it: `31/14/18 bits of PT1S from 2026-01-01T00:00:00Z`.
   *
   * @throws RangeError if it is none
   */
  static parse(text: string): Layout;

  /** The text form, by which layouts are compared. */
  readonly text: string;
  readonly timeBits: number;
  /** How many of the bits of the worker id are those of the data centre. */
  readonly dataCenterBits: number;
  readonly workerBits: number;
  readonly sequenceBits: number;
  /** Whether the worker id has the lowest bits, in place of the sequence. */
  readonly workerLast: boolean;
  readonly tickMillis: bigint;
  /** The beginning of time, in milliseconds since 1970. */
  readonly epochMillis: bigint;

  /** How many bits an id has at most. */
  get totalBits(): number;

  /** How far apart the ids of a range are. */
  get increment(): bigint;

  /**
   * Takes an id of this layout apart.
   *
   * @throws RangeError if the id is negative or has more bits than the layout
   */
  decode(id: bigint): Fields;
}

/** What an id is made of. */
export interface Fields {
  /** The time in milliseconds since 1970: `new Date(Number(timeMillis))`. */
  timeMillis: bigint;
  workerId: bigint;
  /** The high part of the worker id; 0 in layouts without data centres. */
  dataCenterId: bigint;
  /** The low part of the worker id. */
  machineId: bigint;
  sequence: bigint;
}

/** Forms of ids as text of fixed width, whose order is that of the ids: 13 and 11 characters. */
export type TextForm = 'CROCKFORD32' | 'BASE62';

/**
 * Writes an id as text.
 *
 * @param form `CROCKFORD32` by default
 * @throws RangeError if there is no such form, or the id is not in [0, 2^63 - 1]
 */
export declare function toText(id: bigint, form?: TextForm): string;

/**
 * Reads what {@link toText} has written.
 *
 * @throws RangeError if it is no such text
 */
export declare function fromText(text: string, form?: TextForm): bigint;
