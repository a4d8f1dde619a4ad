import { lazyDialog } from "@/components/ui/overlays/lazy-part";

/** One line of the history with what it came from. */
export const TransactionDetail = lazyDialog(() =>
  import("./transaction-detail").then((module) => module.TransactionDetail),
);
