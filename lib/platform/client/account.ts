import { ACCOUNT_STORAGE_KEY, isOfAccount, type PageAccount } from "./account-rules";
import { removeStored } from "./safe-storage";

/**
 * The account of this document, as its first script read it from the tab. It stays the same until the page is loaded
 * anew, so nothing that one account left in memory meets the other.
 */
export const pageAccount = (): PageAccount =>
  typeof document !== "undefined" && document.documentElement.dataset.account === "practice"
    ? "practice"
    : "real";

/** Makes this tab one of the real account with its next load. */
export const leavePractice = (): void => removeStored("sessionStorage", ACCOUNT_STORAGE_KEY);

/** The header by which a request says which account it is about; none where that is the real one. */
export const accountHeader = (path: string): Record<string, string> =>
  pageAccount() === "practice" && isOfAccount(path) ? { "x-account": "practice" } : {};
