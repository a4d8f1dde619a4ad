import { messagesOf, offeredLanguages } from "@/lib/platform/text/languages";
import { defaultDocuments } from "@/prisma/seed/documents";
import { renderMarkdown } from "./markdown";
import {
  fillGaps,
  isUnfinished,
  OPERATOR_DETAILS,
  type OperatorDetails,
  openGaps,
} from "./operator";
import { documentTypes } from "./types";

const nothing = Object.fromEntries(
  OPERATOR_DETAILS.map((detail) => [detail, ""]),
) as OperatorDetails;
const everything = Object.fromEntries(
  OPERATOR_DETAILS.map((detail) => [detail, `The ${detail}`]),
) as OperatorDetails;
const words = {
  open: (detail: string) => `no ${detail}`,
  note: (open: string[]) => `Missing: ${open.join(", ")}.`,
};

it("puts what is stated in the gaps, and says above and in place what is not", () => {
  const text = "Run by {{operatorName}}, {{operatorAddress}}, {{operatorName}}.";
  const stated = { ...nothing, operatorName: "Gold Ltd" };
  expect(fillGaps(text, stated, words)).toBe(
    "> Missing: operatorAddress.\n\nRun by Gold Ltd, *no operatorAddress*, Gold Ltd.",
  );
  expect(openGaps(text, nothing)).toEqual(["operatorName", "operatorAddress"]);
  expect(fillGaps(text, everything, words)).toBe(
    "Run by The operatorName, The operatorAddress, The operatorName.",
  );
});

it("keeps names that are no detail, and reads no value as Markdown, HTML or another gap", () => {
  expect(fillGaps("{{siteName}} {{toString}}", everything, words)).toBe(
    "{{siteName}} {{toString}}",
  );
  const name = "A*B* [c](javascript:x) <img src=x> {{operatorAddress}} $& `d`\n# e";
  const { html } = renderMarkdown(
    fillGaps("{{operatorName}}", { ...everything, operatorName: name }, words),
  );
  expect(html).toBe(
    "<p>A*B* [c](javascript:x) &lt;img src=x&gt; {{operatorAddress}} $&amp; `d` # e</p>\n",
  );
});

it("knows the default texts of earlier versions as unfinished", () => {
  expect(isUnfinished("> **Template, to be completed by the operator.** [name]", everything)).toBe(
    true,
  );
});

describe.each(defaultDocuments())("the default text $type ($language)", ({ content }) => {
  it("has gaps that only the operator can fill, and is whole once they are", () => {
    expect(isUnfinished(content, nothing)).toBe(true);
    expect(isUnfinished(content, everything)).toBe(false);
    expect(fillGaps(content, everything, words)).not.toMatch(/\{\{|\[[^\]]*\](?!\()/);
  });
});

/** What a translation must keep of each line: its kind, gaps, addresses, names in code and numbers. */
const skeleton = (markdown: string) =>
  markdown.split("\n").map((line) => ({
    kind: /^(#+|-|\||\*\*)?/.exec(line)?.[0],
    isEmpty: line.trim() === "",
    bold: line.match(/\*\*/g)?.length ?? 0,
    columns: line.startsWith("|") ? line.split("|").length : 0,
    kept: [
      ...(line.match(/\{\{\w+\}\}|\]\([^)]*\)|`[^`]*`|_\w_|\bXAUT\b|\bUSDT\b/g) ?? []),
      ...(line.match(/\d+(?:[.,]\d+)?/g) ?? []).map((number) => number.replace(",", ".")),
    ].toSorted(),
  }));

describe.each(documentTypes)("the default %s in other languages", (type) => {
  const texts = defaultDocuments().filter((text) => text.type === type);
  const english = texts.find(({ language }) => language === "en");

  it("is there once in each language of the site", () => {
    expect(texts.map(({ language }) => language).toSorted()).toEqual(offeredLanguages().toSorted());
    expect(new Set(texts.map(({ content }) => content)).size).toBe(texts.length);
  });

  it.each(texts)("has in $language the headings, gaps, links and numbers of English", (text) => {
    expect(skeleton(text.content)).toEqual(skeleton(english?.content ?? ""));
  });

  it.each(texts)("has in $language the title that its page has", ({ language, title }) => {
    expect(title).toBe(messagesOf(language).documents[type].title);
  });
});

it.each(offeredLanguages())("asks in %s for no detail that no text names", (language) => {
  const all = defaultDocuments()
    .filter((text) => text.language === language)
    .map(({ content }) => content)
    .join();
  expect(openGaps(all, nothing)).toEqual([...OPERATOR_DETAILS]);
});
