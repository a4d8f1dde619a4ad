/** The public texts of the site, each with its page. */
export const documentTypes = [
  "privacy-policy",
  "terms-conditions",
  "about-us",
  "legality",
  "whitepaper",
] as const;
export const TITLE_MAX = 120;
export type DocumentType = (typeof documentTypes)[number];
