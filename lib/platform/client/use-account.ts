import { useSyncExternalStore } from "react";
import { pageAccount } from "./account";
import type { PageAccount } from "./account-rules";

const never = () => () => undefined;

/** The account of this document. While a page of the server comes alive it is the real one, which the server wrote. */
export const useAccount = (): PageAccount =>
  useSyncExternalStore<PageAccount>(never, pageAccount, () => "real");
