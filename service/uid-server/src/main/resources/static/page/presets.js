// The layouts of well-known systems: those of org.uidgenerator.LayoutPreset. LayoutScriptTest compares the two.

import { Layout } from "./layout.js";
import { Refusal } from "./problems.js";

const GREATEST_LEAD_MILLIS = 86_400_000n;

/** All presets, in the order of LayoutPreset: {preset, layout}. */
export const PRESETS = [
  ["uid-generator", "31/14/18"],
  ["javascript", "32/8/13"],
  ["twitter", "41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z"],
  ["discord", "41/5+5/12 bits of PT0.001S from 2015-01-01T00:00:00Z"],
  ["instagram", "40/13/10 bits of PT0.001S from 2011-08-24T21:07:01.721Z"],
  ["leaf", "41/10/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z"],
  ["cosid", "41/10/12 bits of PT0.001S from 2019-12-24T16:00:00Z"],
  ["hutool", "41/5+5/12 bits of PT0.001S from 2010-11-04T01:42:54.657Z"],
  ["seata", "41/10/12, worker first, bits of PT0.001S from 2020-05-02T16:00:00Z"],
  ["tsid", "41/10/12 bits of PT0.001S from 2020-01-01T00:00:00Z"],
  ["yitter", "51/6/6 bits of PT0.001S from 2020-02-19T18:20:02Z"],
  ["mastodon", "47/0/16 bits of PT0.001S from 1970-01-01T00:00:00Z"],
  ["sonyflake", "39/16/8, worker last, bits of PT0.01S from 2014-09-01T00:00:00Z"],
  ["sonyflake-2", "39/16/8, worker last, bits of PT0.01S from 2025-01-01T00:00:00Z"],
  ["simpleflake", "40/0/23 bits of PT0.001S from 2000-01-01T05:00:00Z"],
  ["baidu", "28/22/13 bits of PT1S from 2016-05-19T16:00:00Z"],
  ["baidu-example", "29/21/13 bits of PT1S from 2016-09-19T16:00:00Z"],
].map(([preset, text]) => ({ preset, layout: Layout.parse(text) }));

/** The preset of a name, or undefined. */
export function presetOf(name) {
  return PRESETS.find(({ preset }) => preset === name);
}

/** The preset that has a layout, or the layout alone: {preset?, layout}. */
export function named(layout) {
  return PRESETS.find((preset) => preset.layout.text() === layout.text()) ?? { layout };
}

/** Reads the name of a preset or the text of a layout, as LayoutPreset.layoutOf does. */
export function layoutOf(name) {
  if (!/^\p{L}/u.test(name)) {
    return Layout.parse(name);
  }
  const found = presetOf(name);
  if (found === undefined) {
    throw new Refusal("layout.preset", { presets: PRESETS.map(({ preset }) => preset).join(", "), layout: name });
  }
  return found.layout;
}

/**
 * The presets under which a UID does not lie in the future, the latest first, as LayoutPreset.fitting finds them.
 *
 * @param now in milliseconds
 * @returns {preset, layout, fields, time}
 */
export function fitting(uid, now) {
  return PRESETS.filter(({ layout }) => uid <= layout.highestUid())
    .map((preset) => ({ ...preset, ...preset.layout.decode(uid) }))
    .filter(({ time }) => time <= now + GREATEST_LEAD_MILLIS)
    .sort((one, other) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0));
}
