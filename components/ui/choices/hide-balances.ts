"use client";

import { announceChoice } from "./choices";
import { HIDE_STORAGE_KEY } from "./stored-choices-script";
import { createStoredFlag } from "./stored-flag";

const flag = createStoredFlag(HIDE_STORAGE_KEY, { off: "0", on: "1" }, false);

/** Hides or shows every amount of the person, on this device, in all open tabs. */
export function setBalancesHidden(hidden: boolean): void {
  if (hidden) document.documentElement.dataset.balances = "hidden";
  else delete document.documentElement.dataset.balances;
  flag.set(hidden);
  announceChoice({ hideBalances: hidden });
}

/** Whether amounts are hidden. False while the server renders. */
export const useBalancesHidden = flag.useValue;
