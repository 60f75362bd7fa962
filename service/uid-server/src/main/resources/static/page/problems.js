// What is shown instead of an answer: in the section where the user asked, at the input that it is about.

import { h } from "./dom.js";
import { t } from "./language.js";

/** The words that are shown in a place. */
const shown = new Map();
const tokenForm = document.getElementById("token-form");

/** What people are told instead of an answer. Its words are in the language that is spoken when they are asked for. */
export class Problem extends Error {
  /** The name of the input that it is about, if it is about one. */
  input = null;

  /** Whether a token is missing, or has not the right. */
  needsToken = false;

  /** Nodes: what kind of problem it is, and what exactly. */
  words() {
    return [];
  }
}

/** What is refused here, without a server: the key of the rule and the values in its text. */
export class Refusal extends Problem {
  /** The input is the one that the rule begins with, unless another is given. */
  constructor(rule, values, input = rule.split(".")[0]) {
    super();
    Object.assign(this, { rule, values, input });
  }

  get message() {
    return t(this.rule, this.values);
  }

  words() {
    return [h("strong", {}, t(this.rule.replace(/\..*/, ".refused"))), h("span", {}, this.message)];
  }
}

/**
 * Runs what a person asked for in a section of the page. A problem is shown there, and what was there before goes; anything else that
 * fails is a fault of the page and goes to the console.
 *
 * @param inputs by their names
 * @param result where the answer is shown
 * @returns whether there was no problem
 */
export async function attempt(section, inputs, result, action) {
  const place = section.querySelector("[data-problem]");
  clear(place, inputs);
  try {
    await action();
    return true;
  } catch (problem) {
    if (!(problem instanceof Problem)) {
      throw problem;
    }
    result.clear();
    show(place, problem);
    mark(inputs[problem.input], place);
    return false;
  }
}

/** Shows all problems in the language that is spoken now. */
export function redrawProblems() {
  for (const [place, problem] of shown) {
    place.replaceChildren(...problem.words());
  }
}

function show(place, problem) {
  shown.set(place, problem);
  place.replaceChildren(...problem.words());
  place.setAttribute("role", "alert");
  place.hidden = false;
  tokenForm.hidden = !problem.needsToken;
}

function clear(place, inputs) {
  shown.delete(place);
  place.hidden = true;
  for (const input of Object.values(inputs)) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-errormessage");
  }
}

function mark(input, place) {
  if (input) {
    place.id ||= `${input.id}-problem`;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-errormessage", place.id);
    input.focus();
  }
}
