// An id put together from its parts. No generator takes part: one may have made the same id, or may still make it.

import { addressOfId, become, visit } from "./address.js";
import { serverLayoutIfAny } from "./api.js";
import { hero } from "./bits.js";
import { copyButton, h, linkButton } from "./dom.js";
import { parseUid } from "./ids.js";
import { formatInstant } from "./instant.js";
import { DEFAULT, LayoutInputs, nameOf, readTime } from "./layout-inputs.js";
import { named } from "./presets.js";
import { attempt, Problem } from "./problems.js";
import { Result } from "./results.js";

const PARTS = ["workerId", "dataCenterId", "machineId", "sequence"];
const section = document.getElementById("make-view");
const form = document.getElementById("make-form");
const result = new Result("make-result");
const layouts = new LayoutInputs("make");
const parts = Object.fromEntries(PARTS.map((name) => [name, document.getElementById(`make-${name}`)]));
const inputs = { ...layouts.inputs, ...parts, time: document.getElementById("make-time") };
let otherwise = named(DEFAULT);

form.addEventListener("input", ({ target }) => {
  if (target === layouts.inputs.layout) {
    offerPartsIfAny();
  }
});
form.addEventListener("submit", () => {
  attempt(section, inputs, result, () => {
    const chosen = read();
    visit(addressOfId(encode(chosen.layout), nameOf(chosen), "make"));
  });
});

/** Opens with an id in a layout, or else with what the inputs make. */
export async function open(text, { layout: layoutText = null }) {
  otherwise = named((await serverLayoutIfAny()) ?? DEFAULT);
  return attempt(section, inputs, result, () => {
    const chosen = layoutText === null ? read() : layouts.readName(layoutText);
    const uid = text === null ? encode(chosen.layout) : parseUid(text);
    const decoded = chosen.layout.decode(uid);
    write(chosen, decoded);
    become(addressOfId(uid, nameOf(chosen), "make"));
    result.show(() => draw(uid, chosen, decoded));
  });
}

export function redraw() {
  layouts.redraw();
  offerPartsIfAny();
  result.redraw();
}

function read() {
  return layouts.read(otherwise.layout) ?? otherwise;
}

function encode(layout) {
  const timeText = inputs.time.value.trim();
  const millis = timeText === "" ? BigInt(Date.now()) : readTime("time", timeText);
  return layout.encode(millis, Object.fromEntries(PARTS.map((name) => [name, numberOf(parts[name].value.trim())])));
}

function numberOf(text) {
  if (text === "") {
    return 0n;
  }
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}

function write(chosen, { fields, time: millis }) {
  layouts.write(chosen);
  inputs.time.value = formatInstant(millis);
  for (const name of PARTS) {
    parts[name].value = fields.find((field) => field.name === name)?.value ?? "";
  }
  offerParts(chosen.layout);
}

/** While a user writes a layout, it is none most of the time. */
function offerPartsIfAny() {
  try {
    offerParts(read().layout);
  } catch (problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
  }
}

function offerParts(layout) {
  const offered = layout.fields().map(({ name }) => name);
  for (const name of PARTS) {
    parts[name].closest(".control").hidden = !offered.includes(name);
  }
}

function draw(uid, { layout }, decoded) {
  const link = h("a", { class: "id", href: addressOfId(uid, layout.text()) }, uid.toString());
  return [hero([link, copyButton(uid.toString()), linkButton()], layout, decoded)];
}
