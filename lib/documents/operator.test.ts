import { defaultDocuments } from "@/prisma/seed/documents";
import { renderMarkdown } from "./markdown";
import {
  fillGaps,
  isUnfinished,
  OPERATOR_DETAILS,
  type OperatorDetails,
  openGaps,
} from "./operator";

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

it("asks for no detail that no text names", () => {
  const all = defaultDocuments()
    .map(({ content }) => content)
    .join();
  expect(openGaps(all, nothing)).toEqual([...OPERATOR_DETAILS]);
});
