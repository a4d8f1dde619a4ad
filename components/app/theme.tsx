"use client";

import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";

/** Dark and light. Staff pages remember their own choice and start light. */
export function Theme({
  nonce,
  area,
  children,
}: {
  nonce?: string;
  area: "user" | "admin";
  children: ReactNode;
}) {
  return (
    <ThemeProvider
      attribute="data-theme"
      storageKey={area === "admin" ? "admin-theme" : "theme"}
      defaultTheme={area === "admin" ? "light" : "system"}
      nonce={nonce}
      disableTransitionOnChange
    >
      {children}
    </ThemeProvider>
  );
}
