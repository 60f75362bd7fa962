// What a client asks for, and what it does with the answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as uidClient from '../src/index.js';
import { ServerError } from '../src/failures.js';
import { UidClient } from '../src/index.js';
import { IdService, Server } from '../src/service.js';
import { assertAscending, BadServer, clientOf, failureOf, skip } from './bad-server.js';

test('asks for ids above all that it has', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.well()], { count: 10 });
  const ids = await client.nextIds(25);
  const [first, second, third] = await server.requests(server.well());
  assert.match(first, /^GET \S+\/api\/ranges\?count=10 HTTP\/1\.1\r\n/);
  assert.ok(second.includes(`?count=10&after=${ids[9]} `));
  assert.ok(third.includes(`?count=10&after=${ids[19]} `));
  assert.match(first, /\r\naccept: text\/plain\r\n/i);
  assert.doesNotMatch(first, /\r\nauthorization:/i);
});

test('knows layout and identity', { skip }, async () => {
  const client = clientOf([new BadServer().well()], { count: 10 });
  assert.equal(client.layout, undefined);
  assert.equal(client.identity, undefined);
  const id = await client.nextId();
  assert.equal(client.layout.text, '31/14/18 bits of PT1S from 2026-01-01T00:00:00Z');
  assert.equal(client.identity, 'default/482903117264');
  assert.ok(Math.abs(Number(client.layout.decode(id).timeMillis) - Date.now()) < 3_600_000);
  assert.equal(client.status()[0].ranges, 2);
});

test('asks all servers', { skip }, async () => {
  const server = new BadServer();
  const servers = [0, 1, 2].map((i) => `${server.well()}/${i}`);
  assertAscending(assert, await clientOf(servers, { count: 1 }).nextIds(100));
  for (const each of servers) assert.ok((await server.requests(each)).length > 10);
});

test('gives no id twice to calls at the same time', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.well()], { count: 100 });
  const taken = await Promise.all(Array.from({ length: 50 }, () => client.nextIds(100)));
  for (const ids of taken) assertAscending(assert, ids);
  assert.equal(new Set(taken.flat()).size, 5_000);
  assert.equal((await server.requests(server.well())).length, 50);
});

test('serves calls in their order', { skip }, async () => {
  const client = clientOf([new BadServer().well()], { count: 10 });
  assertAscending(assert, await Promise.all(Array.from({ length: 35 }, () => client.nextId())));
});

test('polls without waiting', { skip }, async () => {
  const client = clientOf([new BadServer().well()], { count: 2 });
  assert.equal(client.poll(), undefined);
  const id = await client.nextId();
  assert.ok(client.poll() > id);
  assert.equal(client.poll(), undefined);
});

test('drops ids that are too old', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.well()], { count: 10, maxAge: 100 });
  const first = await client.nextId();
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(client.poll(), undefined);
  assert.ok((await client.nextId()) > first + 9n);
});

test('leaves a server alone that has failed', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.fault('unavailable')], { maxWait: 0 });
  const start = performance.now();
  for (let i = 0; i < 100; i++) await assert.rejects(client.nextId(), /it answers with status 503/);
  const elapsed = performance.now() - start;
  assert.ok((await server.requests(server.fault('unavailable'))).length <= 1 + elapsed / 50);
});

test('comes back to a server that has failed less and less often', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.fault('unavailable')], { maxWait: 2_000 });
  await assert.rejects(client.nextId(), /it answers with status 503/);
  const requests = (await server.requests(server.fault('unavailable'))).length;
  assert.ok(requests >= 2 && requests <= 7, `${requests} requests`);
});

test('leaves a server alone for less long if no other one answers', () => {
  const server = new Server('http://127.0.0.1:1', {});
  let before;
  for (let i = 0; i < 12; i++) {
    before = performance.now();
    server.failed(new ServerError('out of order'));
    assert.ok(server.askAgainAt >= server.askWithoutOthersAt);
  }
  const after = performance.now();
  assert.ok(server.askAgainAt >= before + 2_500 && server.askAgainAt <= after + 5_000);
  assert.ok(server.askWithoutOthersAt >= before + 500 && server.askWithoutOthersAt <= after + 1_000);
});

test('asks a server that is left alone only if no other one answers', { skip }, async () => {
  const bad = new BadServer();
  const [one, other] = [0, 1].map((i) => new Server(`${bad.well()}/${i}`, { fetch, timeout: 2_000 }));
  const service = new IdService([one, other]);
  one.askAgainAt = Infinity;
  let highest = -1n;
  for (let i = 0; i < 20; i++) highest = (await service.take(1, highest, Infinity)).at(-1).last;
  assert.equal((await bad.requests(one.url)).length, 0);
  other.askAgainAt = other.askWithoutOthersAt = Infinity;
  await service.take(1, highest, Infinity);
  assert.equal((await bad.requests(one.url)).length, 1);
  one.askAgainAt = one.askWithoutOthersAt = Infinity;
  await assert.rejects(service.take(1, highest, Infinity), /no server of the id service hands out a range/);
});

test('leaves a server alone for as long as it says', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.fault('busy')], { maxWait: 20_000 });
  await assert.rejects(client.nextId(), /it answers with status 429/);
  assert.equal((await server.requests(server.fault('busy'))).length, 1);
});

test('leaves no server alone whose clock is behind, and storms it neither', { skip }, async () => {
  const server = new BadServer();
  const impatient = clientOf([server.fault('too-far-ahead')], { maxWait: 0 });
  for (let i = 0; i < 3; i++) await assert.rejects(impatient.nextId(), /it answers with status 422/);
  assert.equal((await server.requests(server.fault('too-far-ahead'))).length, 3);
  await assert.rejects(clientOf([server.fault('too-far-ahead')], { maxWait: 500 }).nextId());
  assert.ok((await server.requests(server.fault('too-far-ahead'))).length <= 9);
});

test('sends the token of now', { skip }, async () => {
  const server = new BadServer();
  const tokens = ['one', 'two'];
  await clientOf([server.well()], { count: 1, token: () => tokens.shift() }).nextIds(2);
  const [first, second] = await server.requests(server.well());
  assert.match(first, /\r\nauthorization: Bearer one\r\n/i);
  assert.match(second, /\r\nauthorization: Bearer two\r\n/i);
});

test('shows no token that cannot be sent', { skip }, async () => {
  const server = new BadServer();
  for (const token of ['secret\n', '', 'my secret', 'gehe\u00edm']) {
    const failure = await failureOf(clientOf([server.well()], { token, maxWait: 0 }).nextId());
    const rule = `the token for it must be visible ASCII characters: length=${token.length}`;
    assert.equal(failure.message, `no server of the id service hands out a range: ${server.well()}: ${rule}`);
  }
  const asynchronous = clientOf([server.well()], { token: async () => 'secret', maxWait: 0 });
  await assert.rejects(asynchronous.nextId(), /the token for it must be a string: type=object$/);
  assert.deepEqual(await server.requests(server.well()), []);
});

test('takes the identity that is expected', { skip }, async () => {
  const server = new BadServer();
  for (const identity of ['default/482903117264', 'default', '482903117264']) {
    assert.ok((await clientOf([server.well()], { expectedIdentity: identity }).nextId()) > 0n);
  }
  for (const identity of ['orders', 'default/', '/482903117264', '48290311726']) {
    const { message } = await failureOf(clientOf([server.well()], { expectedIdentity: identity, maxWait: 0 }).nextId());
    assert.ok(message.includes(`its store identity must be ${identity}, as of option expectedIdentity: identity=default/482903117264`), message);
  }
});

test('asks with the fetch that it is given', { skip }, async () => {
  const server = new BadServer();
  const asked = [];
  const client = clientOf(['http://ids-1:8080'], {
    fetch: (url, init) => {
      asked.push(url);
      return fetch(url.replace('http://ids-1:8080', server.well()), init);
    },
  });
  await client.nextId();
  assert.deepEqual(asked, ['http://ids-1:8080/api/ranges?count=1000']);
});

test('refuses options that are out of range', () => {
  const refuses = (message, servers, options) =>
    assert.throws(() => new UidClient(servers, options), (e) => e instanceof RangeError && assert.equal(e.message, message) === undefined);
  const wrong = ['ids', 'ftp://ids', 'http://ids/', 'http://ids?x=1', 'http://me@ids', 'http://ids:x', 'http://i ds', 'http://ids:0', 'http://', 'http://ids\\x'];
  for (const url of wrong) {
    refuses(`a server must be http(s)://host[:port][/path], without a slash at the end: server=${url}`, [url]);
  }
  refuses('servers must be an array of at least one: servers=', []);
  refuses('servers must be an array of at least one: servers=http://ids', 'http://ids');
  const ids = ['http://ids'];
  refuses('count must be in [1, 10000000]: count=0', ids, { count: 0 });
  refuses('count must be in [1, 10000000]: count=1.5', ids, { count: 1.5 });
  refuses('count must be in [1, 10000000]: count=10000001', ids, { count: 10_000_001 });
  refuses('timeout must be in [1, 3600000]: timeout=0', ids, { timeout: 0 });
  refuses('timeout must be in [1, 3600000]: timeout=NaN', ids, { timeout: NaN });
  refuses('maxAge must be in [100, 86400000]: maxAge=99', ids, { maxAge: 99 });
  refuses('maxAge must be in [100, 86400000]: maxAge=60000', ids, { maxAge: '60000' });
  refuses('maxWait must be in [0, 3600000]: maxWait=-1', ids, { maxWait: -1 });
  refuses('expectedIdentity must be a name, a number or both: expectedIdentity=" "', ids, { expectedIdentity: ' ' });
  assert.throws(() => new UidClient(ids, { maxage: 1_000 }), new TypeError('there is no such option: maxage'));
});

test('types are those of what is exported', () => {
  const types = readFileSync(new URL('../src/index.d.ts', import.meta.url), 'utf8');
  const declared = [...types.matchAll(/^export declare (?:class|function) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), Object.keys(uidClient).sort());
  const options = /interface UidClientOptions \{(.*?)^\}/ms.exec(types)[1];
  for (const [, name] of options.matchAll(/^ {2}(\w+)\?:/gm)) {
    assert.doesNotThrow(() => new UidClient(['http://ids'], { [name]: undefined }));
  }
  const members = /class UidClient \{(.*?)^\}/ms.exec(types)[1];
  const methods = [...members.matchAll(/^ {2}(?:get )?(\w+)\(/gm)].map(([, name]) => name);
  assert.deepEqual(methods.sort(), Object.getOwnPropertyNames(UidClient.prototype).sort());
});
