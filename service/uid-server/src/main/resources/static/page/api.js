// The API of the server, and what it says when it refuses.

import { h, said } from "./dom.js";
import { known, t } from "./language.js";
import { Layout } from "./layout.js";
import { Problem } from "./problems.js";

const PATIENCE_MILLIS = 1000;

/** What the server was asked for its layout with: a promise. */
let layout = null;

/** Whether the page comes from a server that has the API, and not from a folder of files. */
export const hasServer = "server" in document.documentElement.dataset;

/** What a server says instead of an answer: problem details of RFC 9457. */
class ServerProblem extends Problem {
  constructor({ title, status, detail, parameter }) {
    super(detail ?? title);
    Object.assign(this, { title, status, detail, input: parameter, needsToken: [401, 403].includes(status) });
  }

  /** The page says what is wrong in its language; the server says the rest in English. */
  words() {
    const key = this.status === 400 && this.input ? `problem.${this.input}` : `problem.${this.status}`;
    return [
      h("strong", {}, `${this.status} ${known(key) ? t(key) : this.title}`),
      this.detail ? said(this.detail) : h("span", {}, t("refused.detail")),
    ];
  }
}

/** No answer at all. */
class Unreachable extends Problem {
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
  throw new ServerProblem({ ...problem, status: response.status });
}

/** The layout of the server's ids. Callers that wait for it get it in the order in which they asked. */
export function serverLayout() {
  layout ??= get("layout").then(
    (answer) => Layout.parse(answer.layout),
    (problem) => {
      layout = null;
      throw problem;
    },
  );
  return layout;
}

/** The same, or null if there is no server or none that says it soon: a user need not wait for one to read an id. */
export async function serverLayoutIfAny() {
  const soon = new Promise((resolve) => setTimeout(resolve, PATIENCE_MILLIS, null));
  try {
    return hasServer ? await Promise.race([serverLayout(), soon]) : null;
  } catch (problem) {
    if (problem instanceof Problem) {
      return null;
    }
    throw problem;
  }
}
