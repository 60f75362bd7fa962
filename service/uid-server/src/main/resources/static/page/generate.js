// Ids from this server.

import { addressOfId } from "./address.js";
import { get, serverLayout } from "./api.js";
import { hero } from "./bits.js";
import { copyButton, h, idList, listBar } from "./dom.js";
import { number, t } from "./language.js";
import { attempt } from "./problems.js";
import { Result } from "./results.js";

const section = document.getElementById("generate-view");
const form = document.getElementById("generate-form");
const result = new Result("generate-result");
const inputs = { count: document.getElementById("generate-count"), after: document.getElementById("generate-after") };

form.addEventListener("submit", () => take(new FormData(form).get("generate-as")));

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
  const title = t("generate.ids", { count: number(ids.length) });
  return [
    hero([idLink(ids[0], layout, "id"), copyButton(ids[0])], layout, layout.decode(BigInt(ids[0]))),
    ...(ids.length === 1 ? [] : idList(title, ids, (id) => idLink(id, layout))),
  ];
}

function drawRanges({ ranges }, layout) {
  const size = ranges.reduce((sum, range) => sum + range.size, 0);
  const text = ranges.map(({ first, last, increment }) => `${first} ${last} ${increment}`).join("\n");
  return [
    listBar(t("generate.ranges", { count: number(size), ranges: number(ranges.length) }), text),
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

function idLink(id, layout, look = null) {
  return h("a", { class: look, href: addressOfId(id, layout.text()) }, id);
}
