// Rules 4 to 18: a client gets nothing from a server that breaks one, and does not miss it where another one is well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UidUnavailableError } from '../src/index.js';
import { assertAscending, BadServer, clientOf, failureOf, skip } from './bad-server.js';

const COUNT = 100;

/** A few at the same time: some take as long as a time-out, and all at once would not leave a good server the time to answer. */
async function eachFault(check) {
  const faults = await new BadServer().faults();
  assert.ok(faults.length > 25);
  const failures = [];
  const checkInTurn = async () => {
    for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
      await check(fault).catch((e) => failures.push(new Error(`${fault.name}: ${e.message}`, { cause: e })));
    }
  };
  await Promise.all([checkInTurn(), checkInTurn(), checkInTurn(), checkInTurn()]);
  if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => failure.message).join('\n'));
}

test('hands out nothing of a bad server', { skip }, () =>
  eachFault(async (fault) => {
    const client = clientOf([fault.url], { count: COUNT, timeout: fault.timeoutMillis, maxWait: 200 });
    const ids = [];
    const failure = await failureOf(
      (async () => {
        while (ids.length < 3 * COUNT) ids.push(await client.nextId());
      })(),
    );
    assert.ok(failure instanceof UidUnavailableError, String(failure));
    assert.match(failure.message, new RegExp(fault.says));
    assert.ok(failure.message.length < 1_000);
    assertAscending(assert, ids);
    assert.ok(failure.message.includes(client.status()[0].failure.message));
    assert.equal(failure.cause, client.status()[0].failure);
  }),
);

test('does not miss a bad server where another one is well', { skip }, () =>
  eachFault(async (fault) => {
    const well = new BadServer().well();
    const client = clientOf([fault.url, well], { count: COUNT, timeout: fault.timeoutMillis, maxWait: 60_000 });
    assertAscending(assert, await client.nextIds(10 * COUNT));
  }),
);

test('follows no redirect', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.fault('redirect')], { token: 'secret', maxWait: 0 });
  await assert.rejects(client.nextId(), UidUnavailableError);
  assert.deepEqual(await server.requests(server.well().replace('/well/', '/well/redirected/')), []);
});

test('asks no server again that knows no such token', { skip }, async () => {
  const server = new BadServer();
  const stranger = server.fault('stranger');
  const client = clientOf([stranger], { token: 'wrong', maxWait: 30_000 });
  for (let i = 0; i < 2; i++) await assert.rejects(client.nextId(), /status 401/);
  assert.equal((await server.requests(stranger)).length, 1);
});

test('asks the next server at once', { skip }, async () => {
  const server = new BadServer();
  for (let i = 0; i < 20; i++) {
    const bad = `${server.fault('unavailable')}/${i}`;
    await clientOf([bad, server.well()]).nextId();
    assert.ok((await server.requests(bad)).length <= 1);
  }
});

test('asks no further server once its time is over', { skip }, async () => {
  const server = new BadServer();
  const servers = Array.from({ length: 20 }, (_, i) => `${server.fault('hang')}/${i}`);
  const client = clientOf(servers, { timeout: 300, maxWait: 100 });
  await assert.rejects(client.nextId(), UidUnavailableError);
  const asked = client.status().filter(({ failure }) => failure !== undefined);
  assert.equal(asked.length, 1);
});

test('asks once for all calls that wait', { skip }, async () => {
  let requests = 0;
  const client = clientOf([new BadServer().fault('hang')], {
    timeout: 300,
    maxWait: 0,
    fetch: (url, init) => {
      requests++;
      return fetch(url, init);
    },
  });
  const calls = await Promise.allSettled(Array.from({ length: 100 }, () => client.nextId()));
  assert.deepEqual(new Set(calls.map(({ status }) => status)), new Set(['rejected']));
  assert.equal(requests, 1);
});

test('a call that finds all ids taken by others ends in time', { skip }, async () => {
  const server = new BadServer();
  const client = clientOf([server.well()], { count: 10, maxWait: 0 });
  const calls = await Promise.allSettled(Array.from({ length: 25 }, () => client.nextId()));
  assert.equal(calls.filter(({ status }) => status === 'fulfilled').length, 10);
  assert.equal((await server.requests(server.well())).length, 1);
});
