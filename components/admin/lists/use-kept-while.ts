"use client";

import { useState } from "react";

/** A live value; while `isKept`, the last one before that: what was agreed to stays in sight while it is done. */
export function useKeptWhile<T extends string | object>(isKept: boolean, live: T): T {
  const [kept, setKept] = useState(live);
  if (!isKept && kept !== live) setKept(live);
  return isKept ? kept : live;
}
