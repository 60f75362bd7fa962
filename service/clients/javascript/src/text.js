const FORMS = new Map([
  ['CROCKFORD32', { alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', width: 13 }],
  ['BASE62', { alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', width: 11 }],
]);

export function toText(id, form = 'CROCKFORD32') {
  const { alphabet, width } = formOf(form);
  if (typeof id !== 'bigint' || id < 0n || id >> 63n !== 0n) {
    throw new RangeError(`an id must be a bigint in [0, 2^63 - 1]: id=${String(id)}`);
  }
  const base = BigInt(alphabet.length);
  let text = '';
  for (let rest = id; text.length < width; rest /= base) text = alphabet[Number(rest % base)] + text;
  return text;
}

export function fromText(text, form = 'CROCKFORD32') {
  const { alphabet, width } = formOf(form);
  let id = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) throw new RangeError(`an id in ${form} has the characters ${alphabet}: text="${text}"`);
    id = id * BigInt(alphabet.length) + BigInt(digit);
  }
  if (text.length !== width || id >> 63n !== 0n) {
    throw new RangeError(`an id in ${form} must have ${width} characters and 63 bits: text="${text}"`);
  }
  return id;
}

function formOf(name) {
  const form = FORMS.get(name);
  if (form === undefined) throw new RangeError(`form must be one of ${[...FORMS.keys()].join(', ')}: form=${name}`);
  return form;
}
