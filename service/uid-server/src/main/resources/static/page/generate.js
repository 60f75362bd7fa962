// Ids from this server.

import { addressOfId } from "./address.js";
import { attempt, get } from "./api.js";
import { bitPicture } from "./bits.js";
import { copyButton, h } from "./dom.js";
import { fromNow, number, t, time } from "./language.js";
import { Layout } from "./layout.js";

const section = document.getElementById("generate-view");
const form = document.getElementById("generate-form");
const result = document.getElementById("generate-result");
const inputs = { count: document.getElementById("generate-count"), after: document.getElementById("generate-after") };
let layout = null;
let draw = () => {};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  take(new FormData(form).get("generate-as"));
});

/** Opens with one id. */
export function open() {
  if (!result.hasChildNodes()) {
    take("ids");
  }
}

export function redraw() {
  draw();
}

function take(what) {
  result.replaceChildren();
  draw = () => {};
  return attempt(section, inputs, async () => {
    const parameters = { count: inputs.count.value.trim(), after: inputs.after.value.trim() };
    layout ??= Layout.parse((await get("layout")).layout);
    const answer = await get(what, parameters);
    draw = what === "ids" ? () => showIds(answer.ids) : () => showRanges(answer);
    draw();
  });
}

function showIds(ids) {
  result.replaceChildren(
    hero(ids[0]),
    ...(ids.length === 1
      ? []
      : [
          h("div", { class: "bar-of-list" }, h("h2", {}, t("generate.ids", { count: number(ids.length) })), copyButton(ids.join("\n"), t("copy.all"))),
          h(
            "ol",
            { class: "ids", tabindex: "0", "aria-label": t("generate.ids", { count: number(ids.length) }) },
            ...ids.map((id) => h("li", {}, idLink(id))),
          ),
        ]),
  );
}

function showRanges({ ranges }) {
  const size = ranges.reduce((sum, range) => sum + range.size, 0);
  const text = ranges.map(({ first, last, step }) => `${first} ${last} ${step}`).join("\n");
  result.replaceChildren(
    h(
      "div",
      { class: "bar-of-list" },
      h("h2", {}, t("generate.ranges", { count: number(size), ranges: number(ranges.length) })),
      copyButton(text, t("copy.all")),
    ),
    h(
      "ol",
      { class: "ranges" },
      ...ranges.map((range) =>
        h(
          "li",
          {},
          idLink(range.first),
          h("span", { class: "dash" }, "–"),
          idLink(range.last),
          h("small", {}, t("generate.range", { size: number(range.size), step: number(BigInt(range.step)) })),
        ),
      ),
    ),
  );
}

function hero(id) {
  const decoded = layout.decode(BigInt(id));
  return h(
    "div",
    { class: "hero" },
    h("p", { class: "big" }, idLink(id, "id"), copyButton(id)),
    bitPicture(decoded.fields, { time: `${time(decoded.time)}, ${fromNow(decoded.time)}` }),
    h("p", { class: "layout" }, layout.text()),
  );
}

function idLink(id, look = null) {
  return h("a", { class: look, href: addressOfId(id, layout.text()) }, id);
}
