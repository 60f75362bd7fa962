// Counters: numbers by tag, without time in them.

import { get } from "./api.js";
import { h, idList, said, table } from "./dom.js";
import { number, t } from "./language.js";
import { attempt } from "./problems.js";
import { Result } from "./results.js";

const section = document.getElementById("segments-view");
const form = document.getElementById("segments-form");
const ids = new Result("segments-ids");
const result = new Result("segments-result");
const inputs = { tag: document.getElementById("segments-tag"), count: document.getElementById("segments-count") };

form.addEventListener("submit", async () => {
  const taken = await attempt(section, inputs, ids, async () => {
    const tag = inputs.tag.value.trim();
    const answer = await get(`segments/${encodeURIComponent(tag)}/ids`, { count: inputs.count.value.trim() });
    ids.show(() => idList(t("segments.taken", { tag, count: number(answer.ids.length) }), answer.ids));
  });
  if (taken) {
    open();
  }
});
document.getElementById("segments-reload").addEventListener("click", open);

export function open() {
  return attempt(section, inputs, result, async () => {
    const { segments } = await get("segments");
    result.show(() => draw(segments));
  });
}

export function redraw() {
  ids.redraw();
  result.redraw();
}

function draw(segments) {
  return [
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
              segment.storeFailure ? h("span", { class: "warning" }, said(segment.storeFailure)) : t(segment.buffered ? "segments.busy" : "segments.fine"),
            ],
          })),
        ),
  ];
}
