import { AsyncLocalStorage } from "node:async_hooks";

/** Whose money something is about: a user's real account, or the one beside it that they practise with. */
export type Account = "real" | "practice";

/** On globalThis, because the custom server and the Next bundle load this module separately. */
const holder = globalThis as typeof globalThis & { __account?: AsyncLocalStorage<Account> };
holder.__account ??= new AsyncLocalStorage();
const accounts = holder.__account;

/** The account that what runs now is about; the real one unless something says otherwise. */
export const currentAccount = (): Account => accounts.getStore() ?? "real";

/**
 * Does something on one side. On the practice side every statement, whatever code it is in, goes over connections that
 * find the tables of practice first and may write to no other: docs/decisions/trading/practice.md.
 */
export const onAccount = <T>(account: Account, work: () => T): T => accounts.run(account, work);
