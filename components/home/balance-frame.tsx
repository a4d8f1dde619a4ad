"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { HideBalancesButton } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { useBalance } from "@/lib/accounts/client";
import type { BalanceDto } from "@/lib/accounts/schema";

export interface BalanceFrameProps {
  title: string;
  children: (balance: BalanceDto) => ReactNode;
}

/** The card of what somebody owns: its place while that loads, the way to try again where it failed, and its heading. */
export function BalanceFrame({ title, children }: BalanceFrameProps) {
  const t = useTranslations("home");
  const balance = useBalance();
  if (balance.data === undefined) {
    return balance.isError ? (
      <Card padding="wide">
        <QueryError query={balance} text={t("balanceFailed")} />
      </Card>
    ) : (
      <Skeleton className="h-[290px]" />
    );
  }
  return (
    <Card padding="wide" aria-label={title}>
      <div className="flex items-center justify-between">
        <h2 className="text-body text-text-2">{title}</h2>
        <div className="-my-2 -mr-3">
          <HideBalancesButton />
        </div>
      </div>
      {children(balance.data)}
    </Card>
  );
}
