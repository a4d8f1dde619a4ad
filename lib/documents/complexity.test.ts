import { defaultDocuments } from "@/prisma/seed/documents";
import { isTooComplex } from "./complexity";
import { cleanMarkdown, renderMarkdown } from "./markdown";

it.each(defaultDocuments())("lets the $type ($language) of a new site through", ({ content }) => {
  expect(isTooComplex(content)).toBe(false);
});

it.each([
  ["many bold items", "- **one** and *two*\n".repeat(2_000)],
  ["a large table", `| a | b |\n|---|---|\n${"| **x** | `y` |\n".repeat(2_000)}`],
  ["a long text without spaces", "字".repeat(50_000)],
  ["a rule", `${"-".repeat(80)}\n${"- ".repeat(19)}`],
])("lets %s through", (_, text) => expect(isTooComplex(text)).toBe(false));

it.each([
  ["quotes in quotes", `${">".repeat(20)}a`],
  ["lists in lists", `${"- ".repeat(20)}a`],
  ["marks in marks", "*_a".repeat(1_000)],
  ["a word without end", `${"a.".repeat(1_001)}@`],
])("stops %s", (_, text) => expect(isTooComplex(text)).toBe(true));

it("leaves nothing that takes long", () => {
  const worst = [`${"*_a".repeat(200)}\n\n`, `${"> ".repeat(19)}a\n`, `${"a.".repeat(1_000)}@ `];
  for (const part of worst) {
    const text = part.repeat(Math.floor(100_000 / part.length));
    expect(isTooComplex(text)).toBe(false);
    const startedAt = performance.now();
    renderMarkdown(text);
    cleanMarkdown(text).text;
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  }
});
