// Counters: numbers by tag, without time in them.

import { attempt, get } from "./api.js";
import { copyButton, h, table } from "./dom.js";
import { number, t } from "./language.js";

const section = document.getElementById("segments-view");
const form = document.getElementById("segments-form");
const ids = document.getElementById("segments-ids");
const result = document.getElementById("segments-result");
const inputs = { tag: document.getElementById("segments-tag"), count: document.getElementById("segments-count") };
let drawIds = () => {};
let draw = () => {};

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ids.replaceChildren();
  drawIds = () => {};
  attempt(section, inputs, async () => {
    const tag = inputs.tag.value.trim();
    const taken = (await get(`segments/${encodeURIComponent(tag)}/ids`, { count: inputs.count.value.trim() })).ids;
    drawIds = () => showIds(tag, taken);
    drawIds();
    await load();
  });
});
document.getElementById("segments-reload").addEventListener("click", open);

export function open() {
  return attempt(section, inputs, load);
}

export function redraw() {
  drawIds();
  draw();
}

async function load() {
  const { segments } = await get("segments");
  draw = () => show(segments);
  draw();
}

function showIds(tag, taken) {
  ids.replaceChildren(
    h(
      "div",
      { class: "bar-of-list" },
      h("h2", {}, t("segments.taken", { tag, count: number(taken.length) })),
      copyButton(taken.join("\n"), t("copy.all")),
    ),
    h("ol", { class: "ids", tabindex: "0", "aria-label": t("segments.taken", { tag, count: number(taken.length) }) }, ...taken.map((id) => h("li", {}, id))),
  );
}

function show(segments) {
  result.replaceChildren(
    segments.length === 0
      ? h("p", { class: "hint" }, t("segments.none"))
      : table(
          t("segments"),
          [t("segments.tag"), t("segments.highest"), t("segments.available"), t("segments.step"), t("segments.ranges"), t("segments.store")],
          segments.map((segment) => ({
            cells: [
              segment.tag,
              number(BigInt(segment.highest)),
              number(BigInt(segment.available)),
              number(BigInt(segment.step)),
              number(BigInt(segment.ranges)),
              segment.storeFailure ? h("span", { class: "warning", lang: "en" }, segment.storeFailure) : t(segment.busy ? "segments.busy" : "segments.fine"),
            ],
          })),
        ),
  );
}
