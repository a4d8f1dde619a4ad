"use client";

import type { ComponentProps } from "react";
import { switchAccount } from "@/lib/platform/client/account";
import type { PageAccount } from "@/lib/platform/client/account-rules";
import { useAccount } from "@/lib/platform/client/use-account";

/** Goes on with one account in this tab; without `to` with the other one, and says whether that is practice now. */
export function AccountButton({ to, ...rest }: ComponentProps<"button"> & { to?: PageAccount }) {
  const isPractice = useAccount() === "practice";
  return (
    <button
      type="button"
      {...(to ? {} : { "aria-pressed": isPractice })}
      {...rest}
      onClick={() => switchAccount(to ?? (isPractice ? "real" : "practice"))}
    />
  );
}
