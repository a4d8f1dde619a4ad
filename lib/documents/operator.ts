/**
 * What only the operator of a site knows, and its public texts name. A text has a gap for each, `{{operatorName}}`, that
 * staff fill in the settings once for every text and language.
 */
export const OPERATOR_DETAILS = [
  "operatorName",
  "operatorAddress",
  "operatorRegistration",
  "operatorRegulator",
  "operatorContact",
  "operatorPrivacyContact",
  "operatorComplaints",
  "operatorCustody",
  "operatorRetention",
  "operatorLaw",
] as const;
export type OperatorDetail = (typeof OPERATOR_DETAILS)[number];
/** Each detail as staff wrote it, or empty. */
export type OperatorDetails = Record<OperatorDetail, string>;

/** How a gap and an unfinished text read in the language of the text. */
export type GapWords = {
  /** In the place of a gap that is not filled. */
  open: (detail: OperatorDetail) => string;
  /** Above a text that has such gaps. */
  note: (open: OperatorDetail[]) => string;
};

const GAP = /\{\{(\w+)\}\}/g;
const isDetail = (name: string): name is OperatorDetail =>
  OPERATOR_DETAILS.some((detail) => detail === name);

/** The characters that Markdown would read as more than themselves. */
const escaped = (plain: string) =>
  plain
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]<>#|~]/g, "\\$&");

/** The gaps of a text that its operator has not filled, each once, in the order of the list. */
export function openGaps(markdown: string, details: OperatorDetails): OperatorDetail[] {
  const named = new Set([...markdown.matchAll(GAP)].map(([, name]) => name));
  return OPERATOR_DETAILS.filter((detail) => named.has(detail) && details[detail].trim() === "");
}

/**
 * A public text with what its operator has stated in its gaps. What is not stated is said so, in its place and above
 * the text: a text with gaps is a template, and reads as one.
 * @returns Markdown; names that are no detail stay as they are written
 */
export function fillGaps(markdown: string, details: OperatorDetails, words: GapWords): string {
  const open = openGaps(markdown, details);
  const filled = markdown.replace(GAP, (gap, name: string) => {
    if (!isDetail(name)) return gap;
    return escaped(details[name]) || `*${escaped(words.open(name))}*`;
  });
  return open.length === 0 ? filled : `> ${escaped(words.note(open))}\n\n${filled}`;
}

/** Words of the default texts of earlier versions, whose gaps stood in brackets in the text itself. */
const BRACKETS = "Template, to be completed by the operator";

/** Whether a text still has gaps for its operator to fill. */
export const isUnfinished = (markdown: string, details: OperatorDetails): boolean =>
  markdown.includes(BRACKETS) || openGaps(markdown, details).length > 0;
