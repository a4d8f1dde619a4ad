"use client";

import { createContext, type ReactNode, use } from "react";
import { Banner } from "./banner";

const MoneyPause = createContext<string | null>(null);

/** Says to everything inside why people can't move their money for now; null when they can. */
export function MoneyPauseProvider({
  reason,
  children,
}: {
  reason: string | null;
  children: ReactNode;
}) {
  return <MoneyPause value={reason}>{children}</MoneyPause>;
}

/** Why money can't be moved for now; null when it can. */
export function useMoneyPause(): string | null {
  return use(MoneyPause);
}

/** The reason beside the button that it holds; nothing while nothing is paused. */
export function MoneyPauseNote() {
  const reason = useMoneyPause();
  return reason === null ? null : <Banner tone="warn">{reason}</Banner>;
}
