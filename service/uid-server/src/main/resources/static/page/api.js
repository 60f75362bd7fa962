// The API of the server, and what it says when it refuses.

import { t } from "./language.js";
import { h } from "./dom.js";
import { LayoutError } from "./layout.js";

/** What a server says instead of an answer: problem details of RFC 9457. */
class Problem extends Error {
  constructor({ title, status, detail, parameter }) {
    super(detail ?? title);
    Object.assign(this, { title, status, parameter });
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
    throw new Problem({ title: t("unreachable"), status: 0, detail: t("unreachable.detail") });
  }
  if (response.ok) {
    return response.json();
  }
  const problem = response.headers.get("Content-Type")?.startsWith("application/problem+json")
    ? await response.json()
    : { title: response.statusText || t("refused"), detail: t("refused.detail", { status: response.status }) };
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
    showProblem(place, problem);
    document.getElementById("token-form").hidden = ![401, 403].includes(problem.status);
    mark(inputs[problem.parameter], place);
  }
}

/** Shows a problem in a place. */
function showProblem(place, { title, message, status }) {
  place.replaceChildren(
    h("strong", {}, status ? `${status} ${title}` : title),
    h("span", { lang: status ? "en" : null }, message),
  );
  place.setAttribute("role", "alert");
  place.hidden = false;
}

/** Shows in a place why a layout is none. */
export function showRefusal(place, { message }) {
  showProblem(place, { title: t("plan.refused"), message, status: 0 });
}

/** Takes a problem back. */
export function clear(place, inputs) {
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
