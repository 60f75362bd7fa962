// A layout to plan with: how long it lasts and how much it holds.

import { clear, get, showRefusal } from "./api.js";
import { bitPicture } from "./bits.js";
import { copyButton, facts, h } from "./dom.js";
import { formatInstant, parseInstant } from "./instant.js";
import { about, fromNow, number, presetName, span, t, time } from "./language.js";
import { Layout, LayoutError } from "./layout.js";
import { snippets } from "./snippets.js";

const TICKS = [1n, 10n, 100n, 1000n, 10_000n, 60_000n];
const DEFAULT = Layout.parse("31/14/18");
const MAX_BORROW_SECONDS = 86_400;
const EXACT_BITS = 53;
const SECONDS_PER_DAY = 86_400;

const section = document.getElementById("plan-view");
const result = document.getElementById("plan-result");
const place = section.querySelector("[data-problem]");
const control = (name) => document.getElementById(`plan-${name}`);
let presets = null;

control("form").addEventListener("input", ({ target }) => {
  if (target.id === "plan-preset") {
    set(Layout.parse(target.value));
  } else if (target.name === "plan-total") {
    fit(Number(target.value));
  }
  redraw();
  history.replaceState(null, "", `#plan=${link()}`);
});
control("form").addEventListener("submit", (event) => event.preventDefault());

/** Opens with the layout of a text, or where it was left. */
export async function open(text) {
  if (presets === null) {
    presets = [];
    set(DEFAULT);
    await loadPresets();
  }
  if (text !== null) {
    try {
      set(Layout.parse(text));
    } catch (error) {
      refuse(error);
      return;
    }
  }
  redraw();
}

export function redraw() {
  if (presets !== null) {
    drawChoices();
    draw();
  }
}

async function loadPresets() {
  try {
    presets = (await get("layouts")).layouts;
  } catch {
    presets = []; // the sliders need no server
  }
}

function set(layout) {
  total(layout.totalBits);
  control("time").value = layout.timeBits;
  control("worker").value = layout.workerBits;
  control("data-center").value = layout.dataCenterBits;
  control("order").value = layout.worker;
  control("epoch").value = formatInstant(layout.epoch).replace("T00:00:00Z", "");
  offerTick(layout.tick);
  control("tick").value = layout.tick;
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

function offerTick(tick) {
  const ticks = TICKS.includes(tick) ? TICKS : [...TICKS, tick];
  const chosen = control("tick").value;
  control("tick").replaceChildren(...ticks.map((each) => h("option", { value: each }, span(Number(each) / 1000))));
  control("tick").value = chosen;
}

function read() {
  const epoch = parseInstant(control("epoch").value.trim());
  if (epoch === null) {
    throw new LayoutError("plan.epoch.wrong", { epoch: control("epoch").value });
  }
  const timeBits = control("time").valueAsNumber;
  const workerBits = control("worker").valueAsNumber;
  return new Layout({
    timeBits,
    workerBits,
    seqBits: Number(control("form").dataset.total) - timeBits - workerBits,
    dataCenterBits: control("data-center").valueAsNumber,
    worker: control("order").value,
    epoch,
    tick: BigInt(control("tick").value),
  });
}

function link() {
  try {
    const text = read().text();
    return encodeURI(text.endsWith(" bits of PT1S from 2026-01-01T00:00:00Z") ? text.slice(0, text.indexOf(" bits")) : text);
  } catch {
    return "";
  }
}

function drawChoices() {
  const tick = BigInt(control("tick").value);
  offerTick(tick);
  const text = link() === "" ? null : read().text();
  const known = presets.find(({ layout }) => layout === text);
  control("preset").replaceChildren(
    ...(known ? [] : [h("option", { value: text ?? "" }, t("plan.preset.none"))]),
    ...presets.map(({ preset, layout }) => h("option", { value: layout }, presetName(preset))),
  );
  control("preset").value = known?.layout ?? text ?? "";
  const rate = rateOf("rate");
  const launches = rateOf("launches");
  control("time-value").textContent = control("time").value;
  control("worker-value").textContent = control("worker").value;
  control("data-center-value").textContent = control("data-center").value;
  control("rate-value").textContent = about(rate);
  control("launches-value").textContent = about(launches);
  control("seq-value").textContent =
    Number(control("form").dataset.total) - control("time").valueAsNumber - control("worker").valueAsNumber;
}

function draw() {
  clear(place, {});
  try {
    const layout = read();
    document.getElementById("plan-bits").replaceChildren(bitPicture(layout.fields()));
    result.replaceChildren(
      facts(figures(layout)),
      ...(layout.worker === "first" ? [] : [h("h2", {}, t("plan.snippets")), ...snippets(layout).map(snippet)]),
    );
  } catch (error) {
    refuse(error);
  }
}

function refuse(error) {
  if (!(error instanceof LayoutError)) {
    throw error;
  }
  result.replaceChildren();
  document.getElementById("plan-bits").replaceChildren();
  showRefusal(place, error);
}

function figures(layout) {
  const rate = layout.uidsPerSecond();
  const wanted = rateOf("rate");
  const launches = rateOf("launches");
  const ends = layout.end <= 8_640_000_000_000_000n ? `, ${fromNow(layout.end)}` : "";
  const workerDays = Number(layout.workerIds()) / launches;
  return [
    [t("plan.ends"), time(layout.end) + ends, warning(layout.end <= BigInt(Date.now()) && t("plan.ended"))],
    layout.epoch > BigInt(Date.now()) ? [t("plan.epoch"), warning(t("plan.future"))] : null,
    layout.worker === "first" ? [t("plan.order"), warning(t("plan.unordered"))] : null,
    [t("plan.workerIds"), number(layout.workerIds())],
    layout.workerIds() > 1n
      ? [t("plan.leased"), t("plan.leased.processes", { count: number(layout.workerIds() / 2n) })]
      : null,
    [t("plan.sustained"), t("plan.perSecond", { count: number(Math.floor(rate)) })],
    [t("plan.all"), t("plan.perSecond", { count: about(rate * Number(layout.workerIds())) })],
    [t("plan.burst"), t("plan.burst.ids", { count: about(rate * MAX_BORROW_SECONDS) })],
    [
      t("plan.at", { rate: about(wanted) }),
      wanted <= rate ? t("plan.forever") : t("plan.borrow", { span: span((MAX_BORROW_SECONDS * rate) / (wanted - rate)) }),
    ],
    [t("plan.launched", { launches: about(launches) }), t("plan.launched.last", { span: span(workerDays * SECONDS_PER_DAY) })],
    [t("plan.exact"), t(layout.totalBits <= EXACT_BITS ? "yes" : "plan.exact.no")],
    [t("plan.highest"), h("code", {}, layout.highestUid().toString())],
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
