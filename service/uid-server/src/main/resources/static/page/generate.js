// Ids from this server.

import { addressOfId } from "./address.js";
import { get, serverLayout } from "./api.js";
import { bitPicture } from "./bits.js";
import { copyButton, h, layoutLine } from "./dom.js";
import { fromNow, number, t, time } from "./language.js";
import { attempt } from "./problems.js";
import { Result } from "./results.js";

const section = document.getElementById("generate-view");
const form = document.getElementById("generate-form");
const result = new Result("generate-result");
const inputs = { count: document.getElementById("generate-count"), after: document.getElementById("generate-after") };

form.addEventListener("submit", (event) => {
  event.preventDefault();
  take(new FormData(form).get("generate-as"));
});

/** Opens with one id. */
export function open() {
  if (result.isEmpty()) {
    take("ids");
  }
}

export function redraw() {
  result.redraw();
}

function take(what) {
  return attempt(section, inputs, result, async () => {
    const parameters = { count: inputs.count.value.trim(), after: inputs.after.value.trim() };
    const layout = await serverLayout();
    const answer = await get(what, parameters);
    result.show(what === "ids" ? () => drawIds(answer.ids, layout) : () => drawRanges(answer, layout));
  });
}

function drawIds(ids, layout) {
  return [
    hero(ids[0], layout),
    ...(ids.length === 1
      ? []
      : [
          h("div", { class: "bar-of-list" }, h("h2", {}, t("generate.ids", { count: number(ids.length) })), copyButton(ids.join("\n"), t("copy.all"))),
          h(
            "ol",
            { class: "ids", tabindex: "0", "aria-label": t("generate.ids", { count: number(ids.length) }) },
            ...ids.map((id) => h("li", {}, idLink(id, layout))),
          ),
        ]),
  ];
}

function drawRanges({ ranges }, layout) {
  const size = ranges.reduce((sum, range) => sum + range.size, 0);
  const text = ranges.map(({ first, last, increment }) => `${first} ${last} ${increment}`).join("\n");
  return [
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
          idLink(range.first, layout),
          h("span", { class: "dash" }, "–"),
          idLink(range.last, layout),
          h("small", {}, t("generate.range", { size: number(range.size), increment: number(BigInt(range.increment)) })),
        ),
      ),
    ),
  ];
}

function hero(id, layout) {
  const decoded = layout.decode(BigInt(id));
  return h(
    "div",
    { class: "hero" },
    h("p", { class: "big" }, idLink(id, layout, "id"), copyButton(id)),
    bitPicture(decoded.fields, { time: `${time(decoded.time)}, ${fromNow(decoded.time)}` }),
    layoutLine(layout),
  );
}

function idLink(id, layout, look = null) {
  return h("a", { class: look, href: addressOfId(id, layout.text()) }, id);
}
