// What is in an id of any system.

import { addressOfId } from "./address.js";
import { attempt, get } from "./api.js";
import { bitPicture, bitStripe } from "./bits.js";
import { copyButton, facts, h } from "./dom.js";
import { formatInstant, millisOf } from "./instant.js";
import { fromNow, presetName, t, time } from "./language.js";
import { Layout } from "./layout.js";

const OWN = "this-server";
const FORMS = ["decimal", "hex", "base32", "base36", "base62"];
const section = document.getElementById("parse-view");
const form = document.getElementById("parse-form");
const result = document.getElementById("parse-result");
const input = document.getElementById("parse-text");
let asked = 0;
let draw = () => {};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const link = addressOfId(input.value.trim());
  if (location.hash === link) {
    parse(input.value.trim());
  } else {
    location.hash = link;
  }
});

/** Opens with an id, as a layout reads it: a preset or a text. Without one it is the system that made it last. */
export function open(text, layout) {
  if (text !== null) {
    input.value = text;
    parse(text, layout);
  }
}

export function redraw() {
  draw();
}

function parse(text, layout = null) {
  const question = ++asked;
  result.replaceChildren();
  draw = () => {};
  return attempt(section, { text: input }, async () => {
    const answer = await get("parse", { text });
    if (question === asked) {
      let chosen = answer.uid && layout !== null ? readingIn(answer, layout) : 0;
      const choose = (index) => {
        chosen = index;
        history.replaceState(null, "", addressOfId(text, layoutName(answer.readings[index])));
        draw();
        result.querySelector("[aria-pressed=true]")?.focus();
      };
      draw = () => (answer.uid ? showUid(answer, chosen, choose) : showOther(answer));
      draw();
    }
  });
}

/** Finds the reading in a layout. One that the server does not know is added as the first. */
function readingIn({ uid, readings }, layout) {
  const found = readings.findIndex((reading) => [reading.preset, reading.layout].includes(layout));
  if (found < 0) {
    readings.unshift(read(uid, Layout.parse(layout)));
  }
  return Math.max(found, 0);
}

function read(uid, layout) {
  const { fields, time: millis } = layout.decode(BigInt(uid));
  return { layout: layout.text(), time: formatInstant(millis), fields };
}

function layoutName({ preset, layout }) {
  return preset && preset !== OWN ? preset : layout;
}

function showUid({ uid, forms, readings }, chosen, choose) {
  const written = facts(FORMS.map((name) => [t(name), h("code", {}, forms[name]), copyButton(forms[name])]));
  if (readings.length === 0) {
    result.replaceChildren(h("p", {}, t("parse.nothing")), written);
    return;
  }
  const reading = readings[chosen];
  result.replaceChildren(
    h(
      "div",
      { class: "hero" },
      h("p", { class: "big" }, h("span", { class: "id" }, uid), copyButton(uid)),
      bitPicture(drawn(reading.fields), { time: when(reading.time) }),
      h("p", { class: "layout" }, reading.layout),
    ),
    h("h2", {}, t("parse.readings")),
    h("p", { class: "hint" }, t("parse.readings.hint")),
    h(
      "ol",
      { class: "readings" },
      ...readings.map((each, index) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", "aria-pressed": String(index === chosen), onclick: () => choose(index) },
            h("strong", {}, name(each)),
            h("span", { class: "when" }, when(each.time)),
            bitStripe(drawn(each.fields)),
          ),
        ),
      ),
    ),
    h("h2", {}, t("parse.forms")),
    written,
  );
}

function showOther({ text, kind, time: instant, parts = [] }) {
  result.replaceChildren(
    h("p", { class: "big other" }, h("span", { class: "id" }, text), copyButton(text)),
    facts([
      [t("parse.kind"), kind],
      [t("time"), instant ? when(instant) : t("parse.untimed")],
      ...parts.map(({ name: part, value }) => [part, h("code", {}, value)]),
    ]),
  );
}

function name({ preset }) {
  if (!preset) {
    return t("parse.linked");
  }
  return preset === OWN ? t("parse.own") : presetName(preset);
}

function when(instant) {
  const millis = millisOf(instant);
  return `${time(millis)}, ${fromNow(millis)}`;
}

function drawn(fields) {
  return fields.filter(({ bits }) => bits > 0).map((field) => ({ ...field, value: BigInt(field.value) }));
}
