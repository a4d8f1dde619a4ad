"use client";

import { idlePart } from "@/components/ui/idle-part";

/** Whether the published liabilities have what one is owed, as this browser found. */
export const OwnBalance = idlePart(() =>
  import("./own-balance-result").then((module) => module.OwnBalanceResult),
);
