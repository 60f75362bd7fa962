// What is in an id of any system. It is computed here, so ids can be read if no server answers.

import { addressOfId, become, visit } from "./address.js";
import { serverLayoutIfAny } from "./api.js";
import { bitStripe, hero } from "./bits.js";
import { copyButton, facts, h, linkButton } from "./dom.js";
import { formsOf, parseUid, recogniseForeign } from "./ids.js";
import { presetName, t, when } from "./language.js";
import { DEFAULT, LayoutInputs, nameOf } from "./layout-inputs.js";
import { fitting, named } from "./presets.js";
import { attempt } from "./problems.js";
import { Result } from "./results.js";

const section = document.getElementById("parse-view");
const form = document.getElementById("parse-form");
const result = new Result("parse-result");
const layouts = new LayoutInputs("parse");
const inputs = { ...layouts.inputs, id: document.getElementById("parse-text") };
let otherwise = DEFAULT;

form.addEventListener("submit", () => {
  attempt(section, inputs, result, () => {
    const chosen = layouts.read(otherwise);
    visit(addressOfId(inputs.id.value.trim(), chosen && nameOf(chosen)));
  });
});

/** Opens with an id, as a layout reads it: a preset or a text. Without one it is the system that made it last. */
export async function open(text, { layout: layoutText = null }) {
  if (text === null) {
    return;
  }
  inputs.id.value = text;
  const server = await serverLayoutIfAny();
  otherwise = server ?? DEFAULT;
  await attempt(section, inputs, result, () => {
    const id = text.trim();
    const foreign = recogniseForeign(id);
    if (foreign !== null) {
      layouts.write(null);
      result.show(() => drawForeign(id, foreign));
      return;
    }
    const asked = layoutText === null ? null : layouts.readName(layoutText);
    show(id, parseUid(id), server, asked);
  });
}

export function redraw() {
  layouts.redraw();
  result.redraw();
}

function show(id, uid, server, asked) {
  const readings = readingsOf(uid, server);
  const found = asked === null ? 0 : readings.findIndex((reading) => isOf(reading, nameOf(asked)));
  if (found < 0) {
    readings.unshift({ ...asked, ...asked.layout.decode(uid) });
  }
  layouts.write(found < 0 ? asked : null);
  const choose = (reading) => {
    become(addressOfId(id, nameOf(reading)));
    result.show(() => drawUid(uid, readings, reading, choose));
  };
  if (readings.length === 0) {
    result.show(() => [h("p", {}, t("parse.nothing")), written(uid)]);
  } else if (asked === null) {
    choose(readings[0]);
  } else {
    const reading = readings[Math.max(found, 0)];
    result.show(() => drawUid(uid, readings, reading, choose));
  }
}

/** How those read an id that may have made it, first this server, if its layout is no preset. */
function readingsOf(uid, server) {
  const readings = fitting(uid, BigInt(Date.now()));
  return server === null || named(server).preset || uid > server.highestUid()
    ? readings
    : [{ layout: server, isServers: true, ...server.decode(uid) }, ...readings];
}

function isOf({ preset, layout }, name) {
  return [preset, layout.text()].includes(name);
}

function drawUid(uid, readings, chosen, choose) {
  const address = addressOfId(uid, nameOf(chosen), "make");
  return [
    hero(bigId(uid.toString()), chosen.layout, chosen, h("a", { href: address }, t("parse.change"))),
    h("h2", {}, t("parse.readings")),
    h("p", { class: "hint" }, t("parse.readings.hint")),
    h("ol", { class: "readings" }, ...readings.map((reading) => h("li", {}, readingButton(reading, reading === chosen, choose)))),
    h("h2", {}, t("parse.forms")),
    written(uid),
  ];
}

function readingButton(reading, isChosen, choose) {
  return h(
    "button",
    {
      type: "button",
      "aria-pressed": String(isChosen),
      onclick: () => {
        choose(reading);
        result.find("[aria-pressed=true]").focus();
      },
    },
    h("strong", {}, nameOfReading(reading)),
    h("span", { class: "when" }, when(reading.time)),
    bitStripe(reading.fields),
  );
}

function written(uid) {
  return facts(Object.entries(formsOf(uid)).map(([name, form]) => [t(name), h("code", {}, form), copyButton(form)]));
}

function drawForeign(id, { kind, version, time: millis, parts }) {
  return [
    h("p", { class: "big other" }, ...bigId(id)),
    facts([
      [t("parse.kind"), t(kind, { version })],
      [t("time"), millis === null ? t("parse.untimed") : when(millis)],
      ...parts.map(([name, value]) => [name, h("code", {}, value)]),
    ]),
  ];
}

function nameOfReading({ preset, isServers }) {
  return preset ? presetName(preset) : t(isServers ? "parse.own" : "parse.linked");
}

function bigId(id) {
  return [h("span", { class: "id" }, id), copyButton(id), linkButton()];
}
