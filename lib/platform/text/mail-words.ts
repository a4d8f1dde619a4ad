/** Kinds of mails to users whose words staff may write. */
export const mailKinds = [
  "confirmEmail",
  "resetPassword",
  "security",
  "unfreeze",
  "money",
  "moneyOut",
  "notification",
  "weeklySummary",
  "supportAnswer",
  "accountDeleted",
] as const;
export type MailKind = (typeof mailKinds)[number];

export const SUBJECT_MAX = 150;
export const BODY_MAX = 4_000;

/** The words of a mail. A gap such as `{link}` is filled in when it is sent. */
export interface MailWords {
  subject: string;
  body: string;
}

const GAP = /\{(\w+)\}/g;
/** What a mail may do without. All else is what it is for, and what keeps its reader safe. */
const OPTIONAL = ["siteName", "username"];
/** Nothing may touch them: a full stop behind a link would be a part of it. */
const APART = ["link", "settings", "way"];
const ADDRESS = /https?:\/\/[^\s{}]*|(?:[\p{L}\d-]+\.)+\p{L}{2,}/giu;

/** The gaps of words, each once. */
export const gapsOf = (words: string): string[] => [
  ...new Set([...words.matchAll(GAP)].map(([, name = ""]) => name)),
];

/** Whether words without this gap would leave out what the mail is for. */
export const isNeeded = (gap: string): boolean => !OPTIONAL.includes(gap);

export type Mistake = {
  kind: "missing" | "unknown" | "brace" | "touched" | "address";
  /** What is wrong, as it stands in the words or should. */
  what: string;
};

const named = (gaps: string[]) => gaps.map((gap) => `{${gap}}`).join(", ");

function isOfSite(address: string, origin: string): boolean {
  const { host, origin: own } = new URL(origin);
  if (!address.includes("://")) return address.toLowerCase() === host;
  return URL.canParse(address) && new URL(address).origin === own;
}

/**
 * What keeps words from being sent in place of those that the site has, or null.
 * @param given the words that the site has, which say what there is to fill in
 * @param origin where the site is: no other address may stand in a mail
 */
export function mistakeIn(words: string, given: string, origin: string): Mistake | null {
  const [has, known] = [gapsOf(words), gapsOf(given)];
  const missing = known.filter((gap) => isNeeded(gap) && !has.includes(gap));
  if (missing.length > 0) return { kind: "missing", what: named(missing) };
  const unknown = has.filter((gap) => !known.includes(gap));
  if (unknown.length > 0) return { kind: "unknown", what: named(unknown) };
  const brace = /[{}]/.exec(words.replaceAll(GAP, ""))?.[0];
  if (brace) return { kind: "brace", what: brace };
  const touched = APART.filter((gap) => new RegExp(`\\S\\{${gap}\\}|\\{${gap}\\}\\S`).test(words));
  if (touched.length > 0) return { kind: "touched", what: named(touched) };
  const address = words.match(ADDRESS)?.find((found) => !isOfSite(found, origin));
  return address ? { kind: "address", what: address } : null;
}
