// Compares uid-client.mjs with the test vectors: node check.mjs VECTORS
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decode, parseRanges, toText } from './uid-client.mjs';

const vectors = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const uid of vectors.ids) {
  for (const [name, value] of Object.entries(decode(BigInt(uid.id), uid.layout))) {
    assert.equal(String(value), uid[name], `${name} of ${uid.id}`);
  }
}
for (const text of vectors.texts) {
  for (const name of ['CROCKFORD32', 'BASE62']) assert.equal(toText(BigInt(text.id), name), text[name]);
}
for (const answer of vectors.ranges) {
  const { layout, ranges } = parseRanges(answer.text);
  const ids = [];
  for (const { first, last, step } of ranges) for (let id = first; id <= last; id += step) ids.push(String(id));
  assert.equal(layout, answer.layout);
  assert.deepEqual(ids, answer.ids);
}
console.log(`${vectors.ids.length} ids, ${vectors.texts.length} texts, ${vectors.ranges.length} answers are right`);
