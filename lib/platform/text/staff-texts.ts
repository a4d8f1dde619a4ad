/** Parts of messages/ that only staff read. The languages of this repository leave them to English. */
const STAFF_PARTS = [
  "errors.approvals",
  "errors.contacts",
  "errors.documents",
  "errors.house",
  "errors.settings",
  "errors.staff",
  "errors.views",
  "mails.newWork",
  "notices.approvals",
  "notices.settings",
];

/** Whether a text is for staff alone: of a namespace that is named after them, or of those parts. */
export const isStaffText = (key: string): boolean =>
  /^staff[A-Z.]/.test(key) || STAFF_PARTS.some((part) => key.startsWith(`${part}.`));
