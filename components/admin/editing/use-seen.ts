"use client";

import { useState } from "react";

/**
 * Which state of something that colleagues change too counts as seen: the newest while nothing is typed, from then on
 * the one that was typed over, until the person was told of another.
 */
export function useSeen<Mark>(newest: Mark, isTyped: boolean) {
  const [seen, setSeen] = useState(newest);
  if (!isTyped && seen !== newest) setSeen(newest);
  return [seen, setSeen] as const;
}
