// The server that breaks the rules of clients. The environment says where it is, and service/clients/README.md how to start it.
import { randomUUID } from 'node:crypto';
import { UidClient } from '../src/index.js';

const url = process.env.UID_BAD_SERVER;

/** What tests that need it are skipped for, or false. */
export const skip = url === undefined && 'no bad server: start one, and set UID_BAD_SERVER=http://127.0.0.1:8099';

/** The bad server for one test, which has a name of its own there. */
export class BadServer {
  me = `javascript-${randomUUID()}`;

  well() {
    return `${url}/well/${this.me}`;
  }

  /** Servers with faults, each with `name`, `url`, `says` and `timeoutMillis`. */
  async faults() {
    const faults = await getJson('/faults');
    return faults.map((fault) => ({ ...fault, url: `${fault.url}/${this.me}` }));
  }

  fault(name) {
    return `${url}/${name}/${this.me}`;
  }

  /** The heads of the requests that a server has had. */
  requests(server) {
    return getJson(`/requests${server.slice(url.length)}`);
  }
}

/** A client that gives a busy machine time, unless the options say otherwise. */
export function clientOf(servers, options) {
  return new UidClient(servers, { timeout: 20_000, maxWait: 60_000, ...options });
}

async function getJson(path) {
  return (await fetch(url + path)).json();
}

/** Returns what is thrown. */
export async function failureOf(promise) {
  try {
    await promise;
  } catch (e) {
    return e;
  }
  throw new Error('nothing is thrown');
}

export function assertAscending(assert, ids) {
  for (let i = 1; i < ids.length; i++) assert.ok(ids[i - 1] < ids[i], `${ids[i - 1]}, then ${ids[i]}`);
}
