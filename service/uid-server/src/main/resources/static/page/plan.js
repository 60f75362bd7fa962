// A layout to plan with: how long it lasts and how much it holds.

import { become } from "./address.js";
import { bitPicture } from "./bits.js";
import { copyButton, facts, h, layoutLine, linkButton } from "./dom.js";
import { formatInstant } from "./instant.js";
import { about, fromNow, number, presetName, span, t, time } from "./language.js";
import { Layout } from "./layout.js";
import { DEFAULT, offerTicks, readTime } from "./layout-inputs.js";
import { layoutOf, named, PRESETS } from "./presets.js";
import { attempt } from "./problems.js";
import { Result } from "./results.js";
import { snippets } from "./snippets.js";

const MAX_BORROW_SECONDS = 86_400;
const EXACT_BITS = 53;
const SECONDS_PER_DAY = 86_400;

/** What the sliders of figures begin with, which the address does not name. */
const FIGURES = { rate: 1_000_000, starts: 10 };

const section = document.getElementById("plan-view");
const bits = new Result("plan-bits");
const result = new Result("plan-result");
const control = (name) => document.getElementById(`plan-${name}`);
const drawn = {
  clear() {
    bits.clear();
    result.clear();
  },
};

/** What the controls make, or null if it is no layout. Undefined until the view is opened first. */
let layout;

control("form").addEventListener("input", ({ target }) => {
  if (target.id === "plan-preset") {
    set(Layout.parse(target.value));
  } else if (target.name === "plan-total") {
    fit(Number(target.value));
  }
  attempt(section, {}, drawn, plan);
});

/** Opens with a preset or the layout of a text, or where it was left. */
export function open(text, figures) {
  if (layout === undefined) {
    set(DEFAULT);
  }
  return attempt(section, {}, drawn, () => {
    if (text !== null) {
      set(layoutOf(text));
      for (const [name, count] of Object.entries(FIGURES)) {
        control(name).value = Math.round(10 * Math.log10(Number(figures[name] ?? count)));
      }
    }
    plan();
  });
}

export function redraw() {
  if (layout !== undefined) {
    drawChoices();
    bits.redraw();
    result.redraw();
  }
}

function set({ totalBits, timeBits, workerBits, dataCenterBits, worker, epoch, tick }) {
  total(totalBits);
  control("time").value = timeBits;
  control("worker").value = workerBits;
  control("data-center").value = dataCenterBits;
  control("order").value = worker;
  control("epoch").value = formatInstant(epoch).replace("T00:00:00Z", "");
  offerTicks(control("tick"), tick);
}

/** Has the choice of 53 or 63 bits, and any other number that a layout came with. */
function total(bits) {
  control("form").dataset.total = bits;
  for (const choice of control("form").elements["plan-total"]) {
    choice.checked = Number(choice.value) === bits;
  }
}

/** Takes the bits of another total from the sequence first, so that it holds what it held if it can. */
function fit(bits) {
  total(bits);
  const seqBits = bits - control("time").valueAsNumber - control("worker").valueAsNumber;
  if (seqBits < 1) {
    control("worker").value = Math.max(0, control("worker").valueAsNumber + seqBits - 12);
  }
}

/** Shows what the controls make. The address says it. */
function plan() {
  layout = null;
  try {
    layout = read();
  } finally {
    drawChoices();
  }
  const planned = layout;
  become(address(planned));
  bits.show(() => [bitPicture(planned.fields()), layoutLine(planned, linkButton())]);
  result.show(() => [
    facts(figures(planned)),
    ...(planned.worker === "first" ? [] : [h("h2", {}, t("plan.snippets")), ...snippets(planned).map(snippet)]),
  ]);
}

function read() {
  const timeBits = control("time").valueAsNumber;
  const workerBits = control("worker").valueAsNumber;
  return new Layout({
    timeBits,
    workerBits,
    seqBits: seqBits(),
    dataCenterBits: control("data-center").valueAsNumber,
    worker: control("order").value,
    epoch: readTime("epoch", control("epoch").value.trim()),
    tick: BigInt(control("tick").value),
  });
}

/** The rest of the bits, which may be no number that a layout can have. */
function seqBits() {
  return Number(control("form").dataset.total) - control("time").valueAsNumber - control("worker").valueAsNumber;
}

function address(planned) {
  const isDefault = planned.text() === Layout.parse(planned.bitsText()).text();
  const others = Object.entries(FIGURES).map(([name, count]) => (rateOf(name) === count ? "" : `&${name}=${rateOf(name)}`));
  return `#plan=${encodeURI(isDefault ? planned.bitsText() : planned.text())}${others.join("")}`;
}

function drawChoices() {
  offerTicks(control("tick"), control("tick").value);
  const text = layout?.text() ?? "";
  control("preset").replaceChildren(
    ...(layout && named(layout).preset ? [] : [h("option", { value: text }, t("plan.preset.none"))]),
    ...PRESETS.map((preset) => h("option", { value: preset.layout.text() }, presetName(preset.preset))),
  );
  control("preset").value = text;
  for (const name of ["time", "worker", "data-center"]) {
    control(`${name}-value`).textContent = control(name).value;
  }
  for (const name of Object.keys(FIGURES)) {
    control(`${name}-value`).textContent = about(rateOf(name));
  }
  control("seq-value").textContent = seqBits();
}

function figures(planned) {
  const rate = planned.uidsPerSecond();
  const wanted = rateOf("rate");
  const starts = rateOf("starts");
  const ends = planned.end <= 8_640_000_000_000_000n ? `, ${fromNow(planned.end)}` : "";
  const workerDays = Number(planned.workerIds()) / starts;
  return [
    [t("plan.ends"), time(planned.end) + ends, warning(planned.end <= BigInt(Date.now()) && t("plan.ended"))],
    planned.epoch > BigInt(Date.now()) ? [t("plan.epoch"), warning(t("plan.future"))] : null,
    planned.worker === "first" ? [t("plan.order"), warning(t("plan.unordered"))] : null,
    [t("plan.workerIds"), number(planned.workerIds())],
    planned.workerIds() > 1n
      ? [t("plan.leased"), t("plan.leased.processes", { count: number(planned.workerIds() / 2n) })]
      : null,
    [t("plan.sustained"), t("plan.perSecond", { count: number(Math.floor(rate)) })],
    [t("plan.all"), t("plan.perSecond", { count: about(rate * Number(planned.workerIds())) })],
    [t("plan.burst"), t("plan.burst.ids", { count: about(rate * MAX_BORROW_SECONDS) })],
    [
      t("plan.at", { rate: about(wanted) }),
      wanted <= rate ? t("plan.forever") : t("plan.borrow", { span: span((MAX_BORROW_SECONDS * rate) / (wanted - rate)) }),
    ],
    [t("plan.started", { starts: about(starts) }), t("plan.started.last", { span: span(workerDays * SECONDS_PER_DAY) })],
    [t("plan.exact"), t(planned.totalBits <= EXACT_BITS ? "yes" : "plan.exact.no")],
    [t("plan.highest"), h("code", {}, planned.highestUid().toString())],
  ].filter((row) => row !== null);
}

function snippet([name, text]) {
  return h("div", { class: "snippet" }, h("h3", {}, name), copyButton(text), h("pre", { tabindex: "0" }, text));
}

function warning(text) {
  return text ? h("strong", { class: "warning" }, text) : null;
}

/** The value of a slider that is a logarithm: 1, 1.3, 1.6, 2, ... in steps of a tenth of a decade. */
function rateOf(name) {
  return Number((10 ** (control(name).valueAsNumber / 10)).toPrecision(2));
}
