"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { InlineError } from "@/components/ui/display/inline-error";
import { useMoneyPause } from "@/components/ui/display/money-pause";
import { accountKeys, useBalance } from "@/lib/accounts/client";
import { ApiError, messageOf, newIdempotencyKey } from "@/lib/platform/client/api";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { tradingKeys } from "@/lib/trading/client";
import { sendConversion, vaultKeys } from "@/lib/vault/client";

/** Makes all stored XAUT available. A sending whose outcome is not known is repeated with its own key and amount. */
function useMakeAvailable() {
  const queryClient = useQueryClient();
  const sent = useRef<{ amount: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (amount: string) => {
      sent.current ??= { amount, key: newIdempotencyKey() };
      const { key, amount: first } = sent.current;
      return sendConversion("retrieve", { currency: "XAUT", amount: first }, key);
    },
    onSuccess: () => {
      sent.current = null;
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) sent.current = null;
    },
    onSettled: () => {
      for (const queryKey of [accountKeys.all, vaultKeys.all, tradingKeys.position()]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
}

/**
 * Beside a form that spends available XAUT: what is in storage, and one press that makes it available there and then.
 * Nothing where nothing is stored.
 */
export function StoredGold() {
  const t = useTranslations("ui.storedGold");
  const pause = useMoneyPause();
  const stored = useBalance().data?.balances.XAUT.stored ?? "0";
  const move = useMakeAvailable();
  const hasStored = compareDecimal(stored, "0") > 0;
  if (!hasStored && move.isIdle) return null;
  const problem = move.isError ? messageOf(move.error) : null;
  return (
    <div className="space-y-2 rounded-control bg-surface-2 p-3">
      <p role="status">
        {hasStored || !move.isSuccess
          ? t.rich("text", {
              amount: () => <HideableAmount value={stored} currency="XAUT" exact />,
            })
          : t("moved")}
      </p>
      {hasStored ? (
        <Button
          variant="outline"
          pending={move.isPending}
          onClick={() => pause === null && move.mutate(stored)}
        >
          {t("move")}
        </Button>
      ) : null}
      <InlineError>{problem}</InlineError>
    </div>
  );
}
