// The labels of inputs: an input that names the text of its label stands below it, and above its note if it names one.

import { h } from "./dom.js";

for (const input of document.querySelectorAll("[data-control]")) {
  const { control, note } = input.dataset;
  const isSlider = input.type === "range";
  const [place, next] = [input.parentNode, input.nextSibling];
  const box = h(
    "div",
    { class: isSlider ? "control slider" : "control" },
    h("label", { for: input.id, "data-text": control }),
    isSlider ? h("output", { for: input.id, id: `${input.id}-value` }) : null,
    input,
    note ? h("small", { id: `${input.id}-note`, "data-text": note }) : null,
  );
  if (note) {
    input.setAttribute("aria-describedby", `${input.id}-note`);
  }
  place.insertBefore(box, next);
}
