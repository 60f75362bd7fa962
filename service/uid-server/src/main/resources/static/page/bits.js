// A picture of an id: its fields drawn to scale, its bits, and what each field says.

import { h, layoutLine } from "./dom.js";
import { number, t, when } from "./language.js";

const LONG_BITS = 64;

/**
 * Draws fields, which stand from the highest bits to the lowest. With values it draws the bits, too.
 *
 * @param fields {name, bits, shift, value?}
 * @param notes by the names of fields, what else there is to say about them
 */
export function bitPicture(fields, notes = {}) {
  const unused = LONG_BITS - fields.reduce((sum, field) => sum + field.bits, 0);
  const figure = h(
    "figure",
    { class: "bits" },
    h("div", { class: "bar" }, wide(h("span", { class: "zero", title: t("zero") }), unused), ...fields.map(barField)),
    fields[0].value === undefined ? null : digits(fields, unused),
    h("ul", { class: "fields" }, ...fields.map((field) => card(field, notes[field.name]))),
  );
  for (const event of ["pointerover", "focusin"]) {
    figure.addEventListener(event, ({ target }) => light(figure, target.closest("[data-field]")?.dataset.field));
  }
  for (const event of ["pointerleave", "focusout"]) {
    figure.addEventListener(event, () => light(figure));
  }
  return figure;
}

/** An id at large, as nodes, with its decoded bits and its layout below, and what can be done with that. */
export function hero(id, layout, { fields, time }, ...actions) {
  return h(
    "div",
    { class: "hero" },
    h("p", { class: "big" }, ...id),
    bitPicture(fields, { time: when(time) }),
    layoutLine(layout, ...actions),
  );
}

/** The fields alone, for a row of a list. */
export function bitStripe(fields) {
  const unused = LONG_BITS - fields.reduce((sum, field) => sum + field.bits, 0);
  return h(
    "span",
    { class: "bar stripe", "aria-hidden": "true" },
    wide(h("span", { class: "zero" }), unused),
    ...fields.map((field) => wide(h("span", { class: field.name }), field.bits)),
  );
}

function barField(field) {
  const label = [t(field.name), place(field), field.value === undefined ? "" : number(field.value)];
  const button = h(
    "button",
    { type: "button", class: field.name, "data-field": field.name, "aria-label": label.filter(Boolean).join(", ") },
    h("span", { "aria-hidden": "true" }, String(field.bits)),
  );
  return wide(button, field.bits);
}

function digits(fields, unused) {
  return h(
    "p",
    { class: "digits", "aria-hidden": "true" },
    ...Array.from({ length: unused }, () => h("span", { class: "zero" }, "0")),
    ...fields.flatMap((field) =>
      Array.from(field.value.toString(2).padStart(field.bits, "0"), (bit) =>
        h("span", { class: field.name, "data-field": field.name }, bit),
      ),
    ),
  );
}

function card(field, note) {
  return h(
    "li",
    { class: field.name, "data-field": field.name },
    h("span", { class: "name" }, t(field.name)),
    h("span", { class: "place" }, place(field)),
    field.value === undefined ? null : h("span", { class: "value" }, number(field.value)),
    note ? h("span", { class: "note" }, note) : null,
  );
}

function place({ bits, shift }) {
  return bits === 1 ? t("bit", { bit: shift }) : t("bits", { bits, from: shift + bits - 1, to: shift });
}

function wide(element, bits) {
  element.style.flexGrow = bits;
  return element;
}

function light(figure, field) {
  figure.classList.toggle("lit", field !== undefined);
  for (const part of figure.querySelectorAll("[data-field]")) {
    part.classList.toggle("at", part.dataset.field === field);
  }
}
