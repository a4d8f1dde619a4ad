/** Parts of messages/ that only staff read, beside the namespaces that are named after them. */
const STAFF_PARTS = [
  "errors.approvals",
  "errors.contacts",
  "errors.documents",
  "errors.house",
  "errors.reserves",
  "errors.settings",
  "errors.staff",
  "errors.views",
  "limits.staff",
  "mails.newWork",
  "notices.approvals",
  "notices.newWork",
  "notices.settings",
];

/** Of the page that proves without a server: one file in English. */
const FILE_PARTS = ["verifier"];

const isIn = (parts: string[], key: string) => parts.some((part) => key.startsWith(`${part}.`));

/** Whether a text is for staff alone: the languages of this repository leave those to English. */
export const isStaffText = (key: string): boolean =>
  /^staff[A-Z.]/.test(key) || isIn(STAFF_PARTS, key);

/** Whether a translation may leave a text to English. */
export const mayStayEnglish = (key: string): boolean => isStaffText(key) || isIn(FILE_PARTS, key);
