import { quote, ServerError } from './failures.js';

/** More than any answer of an id service has: a million ids whose ranges have three ids each. */
const MOST_BYTES = 16 << 20;
const MOST_BYTES_OF_A_REFUSAL = 1 << 10;

/**
 * Asks a server, and follows no redirect. Connecting, TLS, head and body have to be over within `timeout` milliseconds.
 * Throws a ServerError if there is no whole answer by then, or one of more than 16 MB.
 */
export async function get(fetch, url, headers, timeout) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  try {
    const response = await fetch(url, {
      headers,
      signal: abort.signal,
      redirect: 'manual',
      cache: 'no-store',
      credentials: 'omit',
    });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  } catch (e) {
    if (e instanceof ServerError) throw e;
    if (abort.signal.aborted) throw new ServerError(`it has not answered within ${timeout} ms`, { cause: e });
    throw new ServerError(`it does not answer: ${reasonOf(e)}`, { cause: e });
  } finally {
    clearTimeout(timer);
    abort.abort(); // closes the connection if the answer was not read to its end
  }
}

async function readBody(response) {
  if (response.body === null) return new Uint8Array();
  const most = response.status === 200 ? MOST_BYTES : MOST_BYTES_OF_A_REFUSAL;
  const reader = response.body.getReader();
  const chunks = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > most) {
      if (response.status === 200) throw new ServerError(`its answer has more than ${most} bytes`);
      break;
    }
  }
  return joined(chunks, length);
}

function joined(chunks, length) {
  const bytes = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.length;
  }
  return bytes;
}

/** The message of fetch is always "fetch failed", or "terminated". */
function reasonOf(failure) {
  return quote(String(failure?.cause?.message || failure?.message || failure));
}
