// The page: which part of it is open, in which language and theme.

import { readAddress } from "./address.js";
import { hasServer } from "./api.js";
import "./controls.js";
import * as generate from "./generate.js";
import { preferredLanguage, speak, t } from "./language.js";
import * as make from "./make.js";
import * as parse from "./parse.js";
import * as plan from "./plan.js";
import { redrawProblems } from "./problems.js";
import * as segments from "./segments.js";
import * as workers from "./workers.js";

const VIEWS = hasServer ? { generate, parse, make, plan, workers, segments } : { parse, make, plan };
const [FIRST] = Object.keys(VIEWS);
const root = document.documentElement;
const languageButton = document.getElementById("language");
const darkSystem = matchMedia("(prefers-color-scheme: dark)");
let language = preferredLanguage();
let shown = null;

/** Opens the part that the address names, with what it holds. */
function route() {
  const { name, text, details } = readAddress(location.hash);
  const opened = Object.hasOwn(VIEWS, name) ? name : FIRST;
  const change = shown !== null && shown !== opened;
  shown = opened;
  for (const view of Object.keys(VIEWS)) {
    document.getElementById(`${view}-view`).hidden = view !== opened;
  }
  for (const link of document.querySelectorAll("nav a")) {
    link.ariaCurrent = link.hash === `#${opened}` ? "page" : null;
  }
  title();
  if (change) {
    document.getElementById("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
  VIEWS[opened].redraw();
  VIEWS[opened].open(text, details);
}

function title() {
  document.title = `${t(shown)} · UID Generator`;
  languageButton.textContent = language === "en" ? "中文" : "English";
  languageButton.lang = language === "en" ? "zh-CN" : "en";
}

languageButton.addEventListener("click", async () => {
  language = language === "en" ? "zh" : "en";
  localStorage.setItem("language", language);
  await speak(language);
  title();
  redrawProblems();
  VIEWS[shown].redraw();
});

document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme === "" ? darkSystem.matches : root.dataset.theme === "dark";
  const theme = dark === darkSystem.matches ? (dark ? "light" : "dark") : "";
  root.dataset.theme = theme;
  localStorage.setItem("theme", theme);
});

addEventListener("submit", (event) => event.preventDefault()); // each form has a listener, and leaves the page where it is

document.getElementById("token-form").addEventListener("submit", ({ target }) => {
  sessionStorage.setItem("token", document.getElementById("token").value.trim());
  target.hidden = true;
  route();
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address says what is open
  document.getElementById("main").focus();
});

for (const element of document.querySelectorAll(hasServer ? "[data-without-server]" : "[data-with-server]")) {
  element.remove();
}

addEventListener("hashchange", route);
await speak(language);
route();
root.dataset.ready = "";
