"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ResultCard } from "@/components/ui/display/result-card";
import { accountKeys } from "@/lib/accounts/client";
import { formatAmount, formatDateTime, formatPrice } from "@/lib/platform/ui/format";
import { vaultKeys } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionResponse } from "@/lib/vault/schema";
import { ConvertForm } from "./convert-form";

type Done = { answer: ConversionResponse; earlier: string | null };

/** Storing and retrieving: the form, and its result in the same place. */
export function ConvertFlow({ side }: { side: VaultDirection }) {
  const queryClient = useQueryClient();
  const [direction, setDirection] = useState(side);
  const [done, setDone] = useState<Done | null>(null);
  if (done) return <ConvertResult {...done} onAgain={() => setDone(null)} />;
  return (
    <ConvertForm
      direction={direction}
      onDirectionChange={(next) => {
        window.history.replaceState(null, "", `/store-xaut?side=${next}`);
        setDirection(next);
      }}
      onDone={(answer, earlier) => {
        void queryClient.invalidateQueries({ queryKey: vaultKeys.all });
        void queryClient.invalidateQueries({ queryKey: accountKeys.all });
        setDone({ answer, earlier });
      }}
    />
  );
}

/** What was converted, exactly, and what there is now. */
function ConvertResult({ answer, earlier, onAgain }: Done & { onAgain: () => void }) {
  const t = useTranslations("storage.result");
  const { conversion, stored, available } = answer;
  const { direction, averageCostAfter, realisedPnl } = conversion;
  const usdt = formatAmount(conversion.usdt, "USDT", { exact: true });
  const xaut = formatAmount(conversion.xaut, "XAUT");
  const isStored = direction === "store";
  return (
    <ResultCard title={t(direction)} text={earlier}>
      <KeyValueRows
        boxed
        rows={[
          { label: t("paid"), value: isStored ? usdt : xaut },
          { label: t("received"), value: isStored ? xaut : usdt, strong: true },
          {
            label: t("price"),
            value: (
              <>
                {formatPrice(conversion.price, { exact: true })} USDT{" "}
                {conversion.simulated ? <SimulatedPill /> : null}
              </>
            ),
          },
          {
            label: t("time"),
            value: formatDateTime(conversion.createdAt, { style: "full", zone: true }),
          },
          ...(realisedPnl === null
            ? []
            : [
                {
                  label: t("realised"),
                  value: formatAmount(realisedPnl, "USDT", { exact: true, sign: true }),
                },
              ]),
        ]}
      />
      {/* The answer of an earlier order has the balances of then. */}
      {earlier === null ? (
        <KeyValueRows
          rows={[
            { label: t("storedNow"), value: <HideableAmount value={stored} currency="XAUT" /> },
            ...(averageCostAfter === null
              ? []
              : [{ label: t("averageCost"), value: `${formatPrice(averageCostAfter)} USDT` }]),
            {
              label: t("availableNow"),
              value: <HideableAmount value={available} currency="USDT" />,
            },
          ]}
        />
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink href="/storage">{t("all")}</ButtonLink>
        <Button variant="outline" onClick={onAgain}>
          {t("again")}
        </Button>
      </div>
    </ResultCard>
  );
}
