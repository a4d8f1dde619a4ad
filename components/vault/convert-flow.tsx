"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { SimulatedPill } from "@/components/ui/display/pill";
import { ResultCard } from "@/components/ui/display/result-card";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { accountKeys } from "@/lib/accounts/client";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { useStorage, vaultKeys } from "@/lib/vault/client";
import type { VaultDirection } from "@/lib/vault/rules";
import type { ConversionDto, ConversionResponse } from "@/lib/vault/schema";
import { ConvertForm } from "./convert-form";
import { resultTitle } from "./convert-review";

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

/** What was converted, exactly, or what is still waiting for its price, and what there is now. */
function ConvertResult({ answer, earlier, onAgain }: Done & { onAgain: () => void }) {
  const t = useTranslations("storage.result");
  const conversion = useConversionNow(answer.conversion);
  const isPending = conversion.status === "pending";
  return (
    <ResultCard
      title={t(conversion.status === "void" ? "void" : resultTitle(conversion))}
      text={earlier ?? textOf(conversion, t)}
    >
      <KeyValueRows boxed rows={useRows(conversion)} />
      {earlier === null && !isPending ? <Balances answer={answer} conversion={conversion} /> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <ButtonLink href="/storage">{t("all")}</ButtonLink>
        <Button variant="outline" onClick={onAgain}>
          {t("again")}
        </Button>
      </div>
    </ResultCard>
  );
}

/** The conversion as the list has it by now: `vault` events load that anew. */
function useConversionNow(answered: ConversionDto): ConversionDto {
  const rows = useStorage().data?.pages[0]?.history ?? [];
  const listed = rows.find(({ id }) => id === answered.id);
  return answered.status === "pending" && listed ? listed : answered;
}

function textOf(
  { status, voidReason }: ConversionDto,
  t: ReturnType<typeof useTranslations<"storage.result">>,
): string | null {
  if (status === "pending") return t("pendingText");
  return voidReason === null ? null : t(`reasons.${voidReason}`);
}

function useRows(conversion: ConversionDto): KeyValueRow[] {
  const formatDateTime = useDateTime();
  const t = useTranslations("storage.result");
  const { direction, currency, realisedPnl, price } = conversion;
  const isStored = direction === "store";
  const usdt = formatAmount(currency === "USDT" ? conversion.usdt : null, "USDT", { exact: true });
  const xaut = formatAmount(conversion.xaut, "XAUT");
  const other = currency === "USDT" ? usdt : xaut;
  return [
    { label: t("paid"), value: isStored ? other : xaut },
    { label: t("received"), value: isStored ? xaut : other, strong: true },
    ...(price === null
      ? []
      : [
          {
            label: t("price"),
            value: (
              <>
                {formatPrice(price, { exact: true })} USDT{" "}
                {conversion.simulated ? <SimulatedPill /> : null}
              </>
            ),
          },
          { label: t("fee"), value: formatAmount(conversion.fee, "USDT", { exact: true }) },
        ]),
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
  ];
}

/** The balances right after the answer; that of an earlier order has those of then. */
function Balances({
  answer,
  conversion,
}: {
  answer: ConversionResponse;
  conversion: ConversionDto;
}) {
  const t = useTranslations("storage.result");
  const { averageCostAfter, currency } = conversion;
  if (answer.conversion.status !== conversion.status) return null;
  const [label, value] =
    currency === "USDT"
      ? [t("availableNow"), answer.available]
      : [t("availableXautNow"), answer.availableXaut];
  return (
    <KeyValueRows
      rows={[
        { label: t("storedNow"), value: <HideableAmount value={answer.stored} currency="XAUT" /> },
        ...(averageCostAfter === null
          ? []
          : [{ label: t("averageCost"), value: `${formatPrice(averageCostAfter)} USDT` }]),
        { label, value: <HideableAmount value={value} currency={currency} /> },
      ]}
    />
  );
}
