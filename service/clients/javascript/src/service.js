import { parseAnswer } from './answer.js';
import { quote, RefusedError, ServerError, UidUnavailableError } from './failures.js';
import { get } from './http.js';

const FIRST_BACKOFF_MILLIS = 100;
const LONGEST_BACKOFF_MILLIS = 5_000;
const LONGEST_BACKOFF_WITHOUT_OTHERS_MILLIS = 1_000;
const LONGEST_RETRY_AFTER_MILLIS = 60_000;
const TOO_FAR_AHEAD = 422;
const FOR_GOOD = [401, 403];

/** One server, which is left alone for a while after it has failed. */
export class Server {
  #options;
  #failures = 0;
  #ranges = 0;

  constructor(url, options) {
    this.url = url;
    this.#options = options;
    this.failure = undefined;
    this.askAgainAt = 0;
    this.askWithoutOthersAt = 0;
  }

  /** Asks for ranges. Throws a ServerError if it does not answer in time, or not with ranges. */
  async ask(count, above) {
    const after = above < 0n ? '' : `&after=${above}`;
    const headers = { Accept: 'text/plain', ...this.#authorization() };
    const { fetch, timeout } = this.#options;
    const response = await get(fetch, `${this.url}/api/ranges?count=${count}${after}`, headers, timeout);
    if (response.status !== 200) {
      const body = new TextDecoder().decode(response.body);
      throw new RefusedError(response.status, body, millis(response.headers.get('Retry-After')));
    }
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(response.body);
      return { identity: response.headers.get('Uid-Store-Identity') ?? undefined, ...parseAnswer(text, above) };
    } catch (e) {
      throw new ServerError(`it answers with what are no ranges: ${e.message}`, { cause: e });
    }
  }

  #authorization() {
    const { token } = this.#options;
    if (token === undefined) return {};
    let text;
    try {
      text = typeof token === 'function' ? token() : token;
    } catch (e) {
      throw new ServerError(`there is no token for it: ${e}`, { cause: e });
    }
    if (typeof text !== 'string') throw new ServerError(`the token for it must be a string: type=${typeof text}`);
    if (!/^[!-~]+$/.test(text)) {
      throw new ServerError(`the token for it must be visible ASCII characters: length=${text.length}`);
    }
    return { Authorization: `Bearer ${text}` };
  }

  succeeded(ranges) {
    this.#ranges += ranges;
    this.#failures = 0;
    this.failure = undefined;
    this.askAgainAt = 0;
    this.askWithoutOthersAt = 0;
  }

  failed(why) {
    this.failure = why;
    if (why.status === TOO_FAR_AHEAD) return; // that is no fault of the server's
    const backoff = FIRST_BACKOFF_MILLIS * 2 ** Math.min(this.#failures, 10);
    const part = 0.5 + Math.random() / 2;
    // No retry gives a client another token.
    const wanted = FOR_GOOD.includes(why.status) ? LONGEST_RETRY_AFTER_MILLIS : why.retryAfterMillis ?? 0;
    const askedFor = Math.min(wanted, LONGEST_RETRY_AFTER_MILLIS);
    this.#failures++;
    const now = performance.now();
    const after = (longest) => now + Math.max(part * Math.min(backoff, longest), askedFor);
    this.askAgainAt = after(LONGEST_BACKOFF_MILLIS);
    this.askWithoutOthersAt = after(LONGEST_BACKOFF_WITHOUT_OTHERS_MILLIS);
  }

  status() {
    return { url: this.url, ranges: this.#ranges, failure: this.failure };
  }
}

/** What is no number of seconds counts as not said. */
function millis(retryAfter) {
  return /^[0-9]{1,9}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
}

/** All servers. One {@link take} at a time. */
export class IdService {
  #servers;
  #expectedIdentity;
  #namedBy;

  constructor(servers, expectedIdentity) {
    this.#servers = servers;
    this.#expectedIdentity = expectedIdentity;
    this.layout = undefined;
    this.identity = undefined;
  }

  /**
   * Takes ranges from one of the servers: those that are due are asked first and, if none of them answers, those that
   * are left alone unless they have failed just now. After the deadline no further server is asked. Throws a
   * UidUnavailableError if none has any.
   */
  async take(count, above, deadline) {
    const now = performance.now();
    const leftAlone = (server) => (server.askAgainAt > now ? 1 : 0);
    const inOrder = shuffled(this.#servers).sort((one, other) => leftAlone(one) - leftAlone(other));
    let asked = false;
    for (const server of inOrder) {
      if (server.askWithoutOthersAt > performance.now()) continue;
      if (asked && performance.now() >= deadline) break;
      asked = true;
      try {
        return await this.#takeFrom(server, count, above);
      } catch (e) {
        if (!(e instanceof ServerError)) throw e;
        server.failed(e);
      }
    }
    throw this.unavailable();
  }

  async #takeFrom(server, count, above) {
    const { identity, layout, ranges } = await server.ask(count, above);
    if (this.layout !== undefined && layout.text !== this.layout.text) {
      throw new ServerError(`its layout must be ${this.layout.text}: layout=${layout.text}`);
    }
    this.#requireIdentity(identity);
    this.layout = layout; // of the first answer that is used, as the identity
    if (this.identity === undefined && identity !== undefined) {
      this.identity = identity;
      this.#namedBy = server.url;
    }
    server.succeeded(ranges.length);
    return ranges;
  }

  /** Ids of two identities may be equal. */
  #requireIdentity(answered) {
    const said = answered === undefined ? 'it names none' : `identity=${quote(answered, 100)}`;
    if (this.identity !== undefined && answered !== this.identity) {
      throw new ServerError(`its store identity must be ${this.identity}, as of ${this.#namedBy}: ${said}`);
    }
    const expected = this.#expectedIdentity;
    if (expected !== undefined && !namesOf(answered).includes(expected)) {
      throw new ServerError(`its store identity must be ${expected}, as of option expectedIdentity: ${said}`);
    }
  }

  /** When the first of the servers may be asked. */
  dueAt() {
    return Math.min(...this.#servers.map((server) => server.askWithoutOthersAt));
  }

  unavailable() {
    const reasons = this.#servers.map(({ url, failure }) => `${url}: ${failure?.message ?? 'no answer yet'}`);
    const cause = this.#servers.findLast((server) => server.failure !== undefined)?.failure;
    return new UidUnavailableError(`no server of the id service hands out a range: ${reasons.join('; ')}`, { cause });
  }

  status() {
    return this.#servers.map((server) => server.status());
  }
}

/** The text of an identity, its name and its number. */
function namesOf(identity) {
  if (identity === undefined) return [];
  const slash = identity.lastIndexOf('/');
  return slash < 0 ? [identity] : [identity, identity.slice(0, slash), identity.slice(slash + 1)];
}

function shuffled(items) {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}
