// The language of the page: texts, numbers and times. Texts are in text.<language>.json, all under the same keys.

import { formatInstant } from "./instant.js";

const TAGS = { en: "en", zh: "zh-CN" };
const UNITS = [
  ["year", 31_556_952],
  ["month", 2_629_746],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

let texts = {};

/** The language that was chosen, or else the first one of the browser's that the page has. */
export function preferredLanguage() {
  const wanted = [localStorage.getItem("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((language) => language in TAGS) ?? "en";
}

/** Loads a language and puts its texts into the page. */
export async function speak(language) {
  texts = await (await fetch(new URL(`text.${language}.json`, import.meta.url))).json();
  document.documentElement.lang = TAGS[language];
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = t(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
  }
}

/** The text of a key, with values in place of {names}. */
export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Whether there is a text of a key. */
export function known(key) {
  return key in texts;
}

/** A whole number with the separators of the language. */
export function number(value) {
  return new Intl.NumberFormat(lang()).format(value);
}

/** A quantity of which the first digits matter: "4.29 billion". */
export function about(value) {
  const notation = value < 1_000_000 ? {} : { notation: "compact", compactDisplay: "long" };
  return new Intl.NumberFormat(lang(), { maximumSignificantDigits: 3, ...notation }).format(value);
}

/** A length of time in its greatest unit, of seconds. */
export function span(seconds) {
  const size = Math.abs(seconds);
  const [unit, length] = UNITS.find(([, unitLength]) => size >= unitLength) ?? ["second", 1];
  return new Intl.NumberFormat(lang(), {
    style: "unit",
    unit,
    unitDisplay: "long",
    maximumSignificantDigits: size / length < 1000 ? 2 : 3,
  }).format(seconds / length);
}

/** How far a time in milliseconds is from now: "in 3 minutes". */
export function fromNow(millis) {
  const seconds = (Number(millis) - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, unitLength]) => Math.abs(seconds) >= unitLength) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(lang(), { numeric: "auto" }).format(Math.trunc(seconds / length), unit);
}

/** A time in milliseconds, in UTC, as people read it. */
export function time(millis) {
  return formatInstant(millis).replace("T", " ").replace("Z", " UTC");
}

/** The same, and how far it is from now. */
export function when(millis) {
  return `${time(millis)}, ${fromNow(millis)}`;
}

/** The name of a preset, which is a name in all languages. */
export function presetName(preset) {
  return (
    { "uid-generator": "UID Generator", javascript: "JavaScript", cosid: "CosId", tsid: "TSID" }[preset] ??
    preset.replace(/(^|-)./g, (first) => first.replace("-", " ").toUpperCase())
  );
}

function lang() {
  return document.documentElement.lang;
}
