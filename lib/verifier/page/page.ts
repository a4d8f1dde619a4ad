/** The script of public/verify.html. It asks for nothing: what it needs is in the page, or in the file that is opened. */
import { verifier as pageTexts, proof as proofTexts } from "@/messages/en.json";
import { candlesUrl } from "../candles";
import type { Step } from "../steps";
import { stepTexts, type Texts } from "../texts";
import { parseProofFile, type Quotes, type Verification, verifyProofFile } from "../verify";

type Tree = { readonly [name: string]: Tree | string };

/** Texts by their keys. */
function textsOf(tree: Tree): Texts {
  const find = (key: string) =>
    key
      .split(".")
      .reduce<Tree | string | undefined>(
        (at, name) => (typeof at === "object" ? at[name] : undefined),
        tree,
      );
  const t = (key: string, values: Readonly<Record<string, string>> = {}) => {
    const text = find(key);
    if (typeof text !== "string") return key;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  };
  return Object.assign(t, { has: (key: string) => typeof find(key) === "string" });
}

const t = textsOf(pageTexts);
const tProof = textsOf(proofTexts);

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const MARKS = { passed: "✓", failed: "✗", open: "–" };

function stepItem(step: Step): HTMLElement {
  const { title, detail } = stepTexts(step, tProof);
  const mark = element("span", "mark", MARKS[step.state]);
  mark.setAttribute("aria-hidden", "true");
  const state = element("span", "unseen", `${tProof(`states.${step.state}`)}: `);
  const text = element("div", "", element("div", "title", state, title));
  if (detail) text.append(element("div", "detail", detail));
  const item = element("li", `step ${step.state}`, mark, text);
  item.dataset.check = step.check;
  item.dataset.state = step.state;
  return item;
}

function quoteItems({ part, at, price, sources }: Quotes): HTMLElement {
  const list = element("ul", "");
  for (const { source, bid, ask, receivedAt } of sources) {
    const item = element("li", "", String(source));
    if (receivedAt !== undefined) {
      const values = { bid: String(bid), ask: String(ask), time: String(receivedAt) };
      item.append(`: ${t("received", values)}`);
    }
    const url = candlesUrl(String(source), at);
    if (url) {
      const link = element("a", "", t("candles", { exchange: String(source) }));
      link.setAttribute("href", url);
      link.setAttribute("rel", "noopener noreferrer");
      link.setAttribute("target", "_blank");
      item.append(" · ", link);
    }
    list.append(item);
  }
  const named = tProof(`parts.${part}`);
  return element("div", "quote", element("p", "", t("quote", { part: named, at, price })), list);
}

function report({ steps, quotes }: Verification, about: string): HTMLElement[] {
  const failed = steps.filter(({ state }) => state === "failed").length;
  const verdict =
    failed === 0
      ? `✓ ${t("allHold")}`
      : `✗ ${t("someFail", { count: String(failed), all: String(steps.length) })}`;
  const heading = element("h2", failed === 0 ? "verdict passed" : "verdict failed", verdict);
  heading.tabIndex = -1;
  return [
    heading,
    element("p", "quiet", about),
    element("h3", "", t("steps")),
    element("ol", "steps", ...steps.map(stepItem)),
    element("h3", "", t("proved")),
    element("p", "", t(failed === 0 ? "provedText" : "nothingProved")),
    element("h3", "", t("unproved")),
    element(
      "ul",
      "",
      ...(quotes.length > 0
        ? [element("li", "", t("unprovedQuotes"), ...quotes.map(quoteItems))]
        : []),
      element("li", "", t("unprovedView")),
      element("li", "", t("unprovedRest")),
    ),
  ];
}

const field = (id: string) => byId<HTMLTextAreaElement>(id).value;

/** Verifies a text and shows what came of it. */
function show(text: string): void {
  const file = parseProofFile(text);
  const result = byId("result");
  if (!file) {
    const heading = element("h2", "verdict failed", `✗ ${t("notProofFile")}`);
    heading.tabIndex = -1;
    result.replaceChildren(heading);
    heading.focus();
    return;
  }
  const logKey = field("log-key").trim();
  const witnesses = field("witness-keys")
    .split("\n")
    .map((line) => line.trim());
  const verification = verifyProofFile(file, {
    logKey: logKey === "" ? null : logKey,
    witnesses: witnesses.filter((line) => line !== ""),
  });
  const about = t("about", { kind: t(`kinds.${file.kind}`), id: file.id });
  result.replaceChildren(...report(verification, about));
  result.querySelector("h2")?.focus();
}

async function open(file: File | undefined): Promise<void> {
  if (!file) return;
  const text = await file.text();
  byId<HTMLTextAreaElement>("text").value = text;
  show(text);
}

byId("choose").addEventListener("change", ({ target }) => {
  void open((target as HTMLInputElement).files?.[0]);
});
byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  show(field("text"));
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  void open(event.dataTransfer?.files[0]);
});
