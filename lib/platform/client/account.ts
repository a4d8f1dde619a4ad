"use client";

import { useSyncExternalStore } from "react";
import { readStored, removeStored, writeStored } from "./safe-storage";

/** Which of the person's accounts a page is about. */
export type PageAccount = "real" | "practice";

const KEY = "account";
let ofDocument: PageAccount | undefined;

/**
 * The account of this document, which is the same for all its life: another one takes a load of the page, so nothing
 * that one of them left in memory meets the other. Kept for this tab alone.
 */
export function pageAccount(): PageAccount {
  if (typeof window === "undefined") return "real";
  ofDocument ??= readStored("sessionStorage", KEY) === "practice" ? "practice" : "real";
  return ofDocument;
}

/** Goes on with the other account in this tab, from its home page. */
export function switchAccount(to: PageAccount): void {
  if (to === "practice") writeStored("sessionStorage", KEY, to);
  else removeStored("sessionStorage", KEY);
  window.location.assign("/");
}

/** What the API answers for either account: everything else is about the real one, whatever the tab shows. */
const OF_ACCOUNT =
  /^(\/api)?\/(auth\/balance|trades(?!\/(ai|setups))|orders|user\/(transactions|practice))(?![\w-])/;

/** Whether a path of the API answers for the account of the page. */
export const isOfAccount = (path: string): boolean => OF_ACCOUNT.test(path);

/** The header by which a request says which account it is about; none where that is the real one. */
export const accountHeader = (path: string): Record<string, string> =>
  pageAccount() === "practice" && isOfAccount(path) ? { "x-account": "practice" } : {};

const never = () => () => undefined;

/** The same for a component. While a page of the server comes alive it is the real one, which the server wrote. */
export const useAccount = (): PageAccount =>
  useSyncExternalStore<PageAccount>(never, pageAccount, () => "real");
