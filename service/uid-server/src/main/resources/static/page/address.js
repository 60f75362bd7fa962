// Addresses of the page, which people send to each other: #parse, #parse=123, or #parse=123&layout=twitter.

const ADDRESS = /^#([^=]*)(?:=(.*?)(?:&layout=(.*))?)?$/s;

/** Takes an address apart; what it does not name is null. */
export function readAddress(hash) {
  const [, name, text, layout] = ADDRESS.exec(hash) ?? ["", ""];
  return { name, text: decoded(text), layout: decoded(layout) };
}

/** The address of an id, as a layout reads it: a preset or the text of a layout, which has the epoch in it. */
export function addressOfId(id, layout = null) {
  return `#parse=${encodeURIComponent(id)}` + (layout === null ? "" : `&layout=${encodeURI(layout)}`);
}

function decoded(text = null) {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return text; // a lone % is what somebody wrote
  }
}
