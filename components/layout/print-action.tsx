"use client";

import type { ReactNode } from "react";

/** The pressable part of `PrintButton`. */
export function PrintAction({ className, children }: { className: string; children: ReactNode }) {
  return (
    <button type="button" className={className} onClick={() => window.print()}>
      {children}
    </button>
  );
}
