// Compares the package with the vectors that all languages agree with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseAnswer } from '../src/answer.js';
import { fromText, Layout, toText } from '../src/index.js';

const vectors = JSON.parse(readFileSync(new URL('../../vectors.json', import.meta.url), 'utf8'));

test('takes ids apart', () => {
  for (const { layout, id, ...fields } of vectors.ids) {
    const taken = Object.entries(Layout.parse(layout).decode(BigInt(id)));
    assert.deepEqual(Object.fromEntries(taken.map(([name, value]) => [name, String(value)])), fields);
  }
});

test('writes and reads text', () => {
  for (const { id, ...texts } of vectors.texts) {
    for (const form of ['CROCKFORD32', 'BASE62']) {
      assert.equal(toText(BigInt(id), form), texts[form]);
      assert.equal(fromText(texts[form], form), BigInt(id));
    }
  }
});

test('reads answers', () => {
  for (const { layout, text, ids } of vectors.ranges) {
    const answer = parseAnswer(text, -1n);
    const taken = [];
    for (const { first, last, increment } of answer.ranges) for (let id = first; id <= last; id += increment) taken.push(String(id));
    assert.equal(answer.layout.text, layout);
    assert.deepEqual(taken, ids);
  }
});

test('refuses what is none', () => {
  for (const wrong of ['', 'ZZZZZZZZZZZZZ', '0000000000000U', '000000000000u']) {
    assert.throws(() => fromText(wrong), RangeError);
  }
  for (const wrong of [-1n, 1n << 63n, 1]) assert.throws(() => toText(wrong), RangeError);
  assert.throws(() => toText(1n, 'BASE64'), new RangeError('form must be one of CROCKFORD32, BASE62: form=BASE64'));
  for (const wrong of [
    '',
    '31/14/18 bits',
    '31/14/19 bits of PT1S from 2026-01-01T00:00:00Z',
    '1/1/1 bits of PT0S from 2026-01-01T00:00:00Z',
    '1/1/1 bits of PT1S from 2026-13-01T00:00:00Z',
    '1/1/1 bits of PT1S from yesterday',
  ]) {
    assert.throws(() => Layout.parse(wrong), { name: 'RangeError', message: `it is no layout: "${wrong}"` });
  }
  const layout = Layout.parse('1/1/1 bits of PT1S from 2026-01-01T00:00:00Z');
  assert.throws(() => layout.decode(8n), new RangeError(`an id of ${layout.text} must be in [0, 7]: id=8`));
  assert.throws(() => layout.decode(-1n), RangeError);
});
