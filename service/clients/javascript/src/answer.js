import { quote } from './failures.js';
import { Layout } from './layout.js';

const RANGE = /^([0-9]{1,19}) ([0-9]{1,19}) ([0-9]{1,19})$/;

/**
 * Reads an answer: its layout and its ranges, at least one, in ascending order. All ids have to be greater than `above`.
 * Throws a RangeError if it is no answer of an id service, or hands out ids that were not asked for.
 */
export function parseAnswer(text, above) {
  const [firstLine, ...lines] = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const layout = Layout.parse(firstLine);
  if (lines.length === 0) throw new RangeError(`it has no range: "${quote(text.trim())}"`);
  let highest = above;
  const ranges = lines.map((line) => {
    const range = parseRange(line, layout);
    if (range.first <= highest) throw new RangeError(`a range must begin above ${highest}: "${line}"`);
    highest = range.last;
    return range;
  });
  return { layout, ranges };
}

function parseRange(line, layout) {
  const match = RANGE.exec(line);
  if (match === null) throw new RangeError(`a range must be "first last increment": "${quote(line)}"`);
  const [first, last, increment] = match.slice(1).map(BigInt);
  if (first > last) throw new RangeError(`0 <= first <= last must hold: first=${first}, last=${last}`);
  if (increment < 1n || (last - first) % increment !== 0n) {
    throw new RangeError(`increment must divide last - first: first=${first}, last=${last}, increment=${increment}`);
  }
  layout.decode(last); // refuses what is no id
  if (increment !== layout.increment) throw new RangeError(`the increment must be ${layout.increment}, as of ${layout.text}: "${line}"`);
  return { first, last, increment };
}
