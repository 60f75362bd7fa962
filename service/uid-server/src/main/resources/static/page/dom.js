// Elements, made without innerHTML: what servers and people write stays text.

import { t } from "./language.js";

/** Makes an element. Keys that begin with "on" are listeners, the others are attributes; children are nodes or texts. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value !== null && value !== false) {
      element.setAttribute(key, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** A button that copies a text and says that it has. */
export function copyButton(text, label = t("copy")) {
  const button = h("button", { type: "button", class: "copy" }, label);
  button.addEventListener("click", async () => {
    button.textContent = t((await copied(text)) ? "copied" : "copy.failed");
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/** The address of the page, which shows to others what it shows here. */
export function linkButton() {
  return copyButton(location.href, t("copy.link"));
}

/** The text of a layout, and what can be done with it. */
export function layoutLine(layout, ...actions) {
  return h("p", { class: "layout-line" }, h("span", { class: "layout" }, layout.text()), ...actions);
}

/** What stands above a list: its title, and a button that copies a text with all of it. */
export function listBar(title, text) {
  return h("div", { class: "bar-of-list" }, h("h2", {}, title), copyButton(text, t("copy.all")));
}

/** Ids, each as a node that a function makes of it, below a title. */
export function idList(title, ids, node = (id) => id) {
  return [
    listBar(title, ids.join("\n")),
    h("ol", { class: "ids", tabindex: "0", "aria-label": title }, ...ids.map((id) => h("li", {}, node(id)))),
  ];
}

/** What a server says, which speaks English. */
export function said(text) {
  return h("span", {}, t("said"), h("span", { lang: "en" }, text));
}

/** Names and values, as a list of descriptions: "facts" one below the other, "tiles" side by side. */
export function facts(rows, look = "facts") {
  return h("dl", { class: look }, ...rows.map(([name, ...value]) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value))));
}

/** A table of texts or nodes, which scrolls on its own where it is wider than the page. */
export function table(caption, columns, rows) {
  return h(
    "div",
    { class: "table", role: "region", "aria-label": caption, tabindex: "0" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...columns.map((column) => h("th", { scope: "col" }, column)))),
      h("tbody", {}, ...rows.map(({ cells, mark }) => h("tr", { class: mark ? "self" : null }, ...cells.map((cell) => h("td", {}, cell))))),
    ),
  );
}

async function copied(text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = h("textarea", { class: "offscreen", "aria-hidden": "true" }); // pages that did not come by HTTPS have no clipboard
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}
