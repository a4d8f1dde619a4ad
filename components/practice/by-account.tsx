"use client";

import type { ReactNode } from "react";
import { useAccount } from "@/lib/platform/client/use-account";

/** Shows one thing for the real account and another for practice. */
export function ByAccount({ real, practice }: { real: ReactNode; practice: ReactNode }) {
  return useAccount() === "practice" ? practice : real;
}
