// The API of the server, and what it says when it refuses.

import { h } from "./dom.js";
import { known, t } from "./language.js";
import { LayoutError } from "./layout.js";

/** What is shown in which place instead of an answer. */
const shown = new Map();

/** What a server says instead of an answer: problem details of RFC 9457. */
class Problem extends Error {
  constructor({ title, status, detail, parameter }) {
    super(detail ?? title);
    Object.assign(this, { title, status, detail, parameter });
  }

  /** The page says what is wrong in its language; the server says the rest in English. */
  words() {
    const key = this.status === 400 && this.parameter ? `problem.${this.parameter}` : `problem.${this.status}`;
    return [
      h("strong", {}, `${this.status} ${known(key) ? t(key) : this.title}`),
      this.detail ? h("span", { lang: "en" }, this.detail) : h("span", {}, t("refused.detail")),
    ];
  }
}

/** No answer at all. */
class Unreachable extends Problem {
  constructor() {
    super({ status: 0 });
  }

  words() {
    return [h("strong", {}, t("unreachable")), h("span", {}, t("unreachable.detail"))];
  }
}

/** Asks for JSON. Parameters that are empty are left out. */
export async function get(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ""));
  const token = sessionStorage.getItem("token");
  let response;
  try {
    response = await fetch(`api/${path}${query.size ? "?" + query : ""}`, {
      headers: { Accept: "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    });
  } catch {
    throw new Unreachable();
  }
  if (response.ok) {
    return response.json();
  }
  const problem = response.headers.get("Content-Type")?.startsWith("application/problem+json")
    ? await response.json()
    : { title: response.statusText };
  throw new Problem({ ...problem, status: response.status });
}

/**
 * Runs what a person asked for in a section of the page. A problem is shown there, at the input that it is about if it names a
 * parameter, as is a layout that is none; anything else that fails is a fault of the page and goes to the console.
 */
export async function attempt(section, inputs, action) {
  const place = section.querySelector("[data-problem]");
  clear(place, inputs);
  try {
    await action();
  } catch (problem) {
    if (problem instanceof LayoutError) {
      showRefusal(place, problem);
      return;
    }
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    show(place, () => problem.words());
    document.getElementById("token-form").hidden = ![401, 403].includes(problem.status);
    mark(inputs[problem.parameter], place);
  }
}

/** Shows in a place why a layout is none. */
export function showRefusal(place, refusal) {
  show(place, () => [h("strong", {}, t("plan.refused")), h("span", {}, refusal.message)]);
}

/** Shows all problems in the language that is spoken now. */
export function redrawProblems() {
  for (const [place, words] of shown) {
    place.replaceChildren(...words());
  }
}

function show(place, words) {
  shown.set(place, words);
  place.replaceChildren(...words());
  place.setAttribute("role", "alert");
  place.hidden = false;
}

/** Takes a problem back. */
export function clear(place, inputs) {
  shown.delete(place);
  place.hidden = true;
  for (const input of Object.values(inputs)) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-errormessage");
  }
}

/** Marks the input that a shown problem is about. */
function mark(input, place) {
  if (input) {
    place.id ||= `${input.id}-problem`;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-errormessage", place.id);
    input.focus();
  }
}
