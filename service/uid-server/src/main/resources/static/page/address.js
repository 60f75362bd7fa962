// Addresses of the page, which people send to each other: #parse, #parse=123, #parse=123&layout=twitter, or #make=123&layout=twitter.

/** Takes an address apart: the name of a view, what it shows, which may be null, and details by their names. */
export function readAddress(hash) {
  const [, name, value] = /^#([^=]*)(?:=(.*))?$/s.exec(hash) ?? ["", ""];
  const [text = null, ...details] = value?.split("&") ?? [];
  return { name, text: decoded(text), details: Object.fromEntries(details.map((detail) => detail.split(/=(.*)/s, 2).map(decoded))) };
}

/** The address of an id in a view, as a layout reads it: a preset or the text of a layout, which has the epoch in it. */
export function addressOfId(id, layout = null, view = "parse") {
  return `#${view}=${encodeURIComponent(id)}` + (layout === null ? "" : `&layout=${encodeURI(layout)}`);
}

/** Goes to an address, also if it is the present one. */
export function visit(address) {
  if (location.hash === address) {
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = address;
  }
}

/** Has the address say what is shown. */
export function become(address) {
  history.replaceState(null, "", address);
}

function decoded(text) {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return text; // a lone % is what the user wrote
  }
}
