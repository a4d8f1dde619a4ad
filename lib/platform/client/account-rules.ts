/** Which of the person's accounts a page is about. */
export type PageAccount = "real" | "practice";

/** Where the tab keeps that it is for practice: in its session storage, so that no other tab changes with it. */
export const ACCOUNT_STORAGE_KEY = "account";

/** What the API answers for either account: all else is about the real one, whatever the tab shows. */
const OF_ACCOUNT =
  /^(\/api)?\/(auth\/balance|trades(?!\/(ai\/backtest|setups))|orders|user\/(transactions|practice))(?![\w-])/;

/** Whether a path of the API answers for the account that its request names. */
export const isOfAccount = (path: string): boolean => OF_ACCOUNT.test(path);

/** What the query keys begin with of all that each account has of its own. */
const OWN_KEYS = /^(account,balance|ai|orders|trading|transactions)\b/;

/** Whether what a query has is of one account alone. */
export const isOwnKey = (key: readonly unknown[]): boolean => OWN_KEYS.test(key.join());
