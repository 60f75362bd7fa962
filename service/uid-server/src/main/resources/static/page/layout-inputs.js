// Inputs for a layout of one's own: its name or bits, the length of its tick, its epoch.

import { h } from "./dom.js";
import { formatInstant, parseTime } from "./instant.js";
import { presetName, span, t } from "./language.js";
import { Layout } from "./layout.js";
import { layoutOf, presetOf, PRESETS } from "./presets.js";
import { Refusal } from "./problems.js";

const TICKS = [1n, 10n, 100n, 1000n, 10_000n, 60_000n];

document.body.append(
  h("datalist", { id: "presets" }, ...PRESETS.map(({ preset }) => h("option", { value: preset }, presetName(preset)))),
);

/** The layout that bits are of unless the user says more. */
export const DEFAULT = Layout.parse("31/14/18");

/** The inputs of a view, whose ids begin with its name. */
export class LayoutInputs {
  constructor(view) {
    const [layout, tick, epoch] = ["layout", "tick", "epoch"].map((name) => document.getElementById(`${view}-${name}`));
    this.inputs = { layout, tick, epoch };
    layout.setAttribute("list", "presets");
    layout.addEventListener("input", () => {
      if (presetOf(layout.value.trim()) !== undefined || layout.value.includes(" bits of ")) {
        tick.value = epoch.value = ""; // it has its own
      }
    });
  }

  /**
   * What stands in the inputs: a preset or a layout, or null if nothing does.
   *
   * @param otherwise the layout that tick and epoch are changed of where they stand alone
   */
  read(otherwise) {
    const { layout, tick, epoch } = this.inputs;
    const name = layout.value.trim();
    const epochText = epoch.value.trim();
    if (tick.value === "" && epochText === "") {
      return name === "" ? null : presetOrLayout(name);
    }
    const base = name === "" ? otherwise : layoutOf(name);
    return {
      layout: base.with({
        ...(tick.value === "" ? {} : { tick: BigInt(tick.value) }),
        ...(epochText === "" ? {} : { epoch: readTime("epoch", epochText) }),
      }),
    };
  }

  /** Writes a preset or a layout into the inputs, or nothing. */
  write(reading) {
    const { layout, epoch } = this.inputs;
    const own = reading !== null && !reading.preset;
    layout.value = own ? reading.layout.bitsText() : (reading?.preset ?? "");
    this.#offerTicks(own ? reading.layout.tick : "");
    epoch.value = own ? formatInstant(reading.layout.epoch) : "";
    this.#unfold();
  }

  /** Reads what an address says is a layout. What is none stands in the input then, to be mended. */
  readName(name) {
    try {
      return presetOrLayout(name);
    } catch (refusal) {
      this.write(null);
      this.inputs.layout.value = name;
      this.#unfold();
      throw refusal;
    }
  }

  redraw() {
    this.#offerTicks(this.inputs.tick.value);
  }

  #offerTicks(chosen) {
    offerTicks(this.inputs.tick, chosen, [h("option", { value: "" }, t("layout.tick.its"))]);
  }

  /** What has a value is seen. */
  #unfold() {
    const { layout } = this.inputs;
    const fold = layout.closest("details");
    if (fold !== null && layout.value !== "") {
      fold.open = true;
    }
  }
}

function presetOrLayout(name) {
  return presetOf(name) ?? { layout: layoutOf(name) };
}

/** What an address calls a layout. */
export function nameOf({ preset, layout }) {
  return preset ?? layout.text();
}

/** Reads a time that people write. */
export function readTime(name, text) {
  const millis = parseTime(text);
  if (millis === null) {
    throw new Refusal("time.text", { name, text }, name);
  }
  return millis;
}

/** Offers the usual lengths of a tick in the language that is spoken, and another one that is chosen. */
export function offerTicks(select, chosen, first = []) {
  const ticks = chosen === "" || TICKS.includes(BigInt(chosen)) ? TICKS : [...TICKS, BigInt(chosen)];
  select.replaceChildren(...first, ...ticks.map((each) => h("option", { value: each }, span(Number(each) / 1000))));
  select.value = chosen;
}
