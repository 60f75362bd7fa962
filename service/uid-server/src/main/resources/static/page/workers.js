// Who holds which worker id.

import { get } from "./api.js";
import { facts, h, said, table } from "./dom.js";
import { millisOf, parseNanos } from "./instant.js";
import { fromNow, number, span, t, time } from "./language.js";
import { attempt } from "./problems.js";
import { Result } from "./results.js";

const section = document.getElementById("workers-view");
const result = new Result("workers-result");

document.getElementById("workers-reload").addEventListener("click", open);

export function open() {
  return attempt(section, {}, result, async () => {
    const answer = await get("workers");
    result.show(() => draw(answer));
  });
}

export function redraw() {
  result.redraw();
}

function draw({ self, store, workers, failure }) {
  return [
    h("h2", {}, t("workers.self")),
    facts(
      [
        [t("workerId"), number(BigInt(self.workerId))],
        self.term ? [t("workers.term"), number(BigInt(self.term))] : null,
        [t("workers.reserved"), when(self.reservedUntil)],
        self.clockSkew ? [t("workers.skew"), length(self.clockSkew)] : null,
        [t("workers.borrowed"), length(self.borrowed)],
        [t("workers.issued"), number(BigInt(self.issued))],
        [t("workers.available"), number(BigInt(self.available))],
        self.failure ? [t("workers.failure"), failed(self.failure)] : null,
        self.storeFailure ? [t("workers.storeFailure"), failed(self.storeFailure)] : null,
      ].filter((row) => row !== null),
      "tiles",
    ),
    h("h2", {}, t("workers.all")),
    h("p", { class: "hint" }, store ? h("span", { lang: "en" }, store) : t("workers.unleased")),
    failure ? h("p", { class: "problem" }, said(failure)) : null,
    workers.length === 0
      ? null
      : table(
          t("workers"),
          [t("workerId"), t("workers.state"), t("workers.holder"), t("workers.since"), t("workers.reserved"), t("workers.term")],
          workers.map((worker) => ({
            mark: worker.self,
            cells: [
              number(BigInt(worker.workerId)),
              h("span", { class: `state ${worker.state}` }, t(worker.state)),
              worker.holder + (worker.self ? ` · ${t("workers.this")}` : ""),
              when(worker.acquired),
              when(worker.reservedUntil),
              number(BigInt(worker.term)),
            ],
          })),
        ),
  ];
}

function failed(message) {
  return h("span", { class: "warning" }, said(message));
}

function when(instant) {
  const millis = millisOf(instant);
  return h("time", { datetime: instant, title: time(millis) }, fromNow(millis));
}

function length(duration) {
  const seconds = Number(parseNanos(duration)) / 1e9;
  return Math.abs(seconds) < 1 ? t("millis", { count: number(Math.round(seconds * 1000)) }) : span(seconds);
}
