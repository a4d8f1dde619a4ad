"use client";

import { useTranslations } from "next-intl";
import { OptionReceiptRows } from "@/components/trading/options/option-receipt";
import { SpotReceiptRows } from "@/components/trading/spot/spot-receipt";
import { TradeProof } from "@/components/trading/trade-proof";
import { OwnProof } from "@/components/transparency/own-proof";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryState } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useAccount } from "@/lib/platform/client/use-account";
import { formatPrice } from "@/lib/platform/ui/format";
import type { WealthLineDto } from "@/lib/statements/schema";
import { useReceipt } from "@/lib/trading/client";
import { RECEIPTS } from "@/lib/transparency/receipt/rules";
import { useTransactionText } from "./transaction-text";
import { WealthChanges } from "./wealth-changes";

/** Where what a line came from is listed. */
const PLACES: Partial<Record<WealthLineDto["type"], string>> = {
  deposit: "/records?kind=deposit",
  withdrawal: "/records?kind=withdrawal",
  storage: "/storage",
  savings: "/saving-history",
  ai: "/ai-trading",
  referral: "/invite-friends",
};

/** One line of the history with what it came from: a trade's receipt, or its figures and the page that lists it. */
export function TransactionDetail({ line, onClose }: { line: WealthLineDto; onClose: () => void }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("transactions");
  const { eventText } = useTransactionText();
  const href = PLACES[line.type];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      placement="sheet"
      title={t("detail.title")}
      description={t("detail.description", {
        what: eventText(line),
        time: formatDateTime(line.createdAt, { zone: true }),
      })}
    >
      <div className="space-y-4">
        <KeyValueRows boxed rows={useFigures(line)} />
        {line.reference?.type === "trade" ? <TradeReceipt tradeId={line.reference.id} /> : null}
        <Proved reference={line.reference} />
        {href ? (
          <ButtonLink href={href} variant="outline">
            {t(`detail.places.${line.type}`)}
          </ButtonLink>
        ) : null}
      </div>
    </Dialog>
  );
}

/** What proves a line whose proof is no trade's. The log is of what was agreed with money. */
function Proved({ reference }: { reference: WealthLineDto["reference"] }) {
  const isPractice = useAccount() === "practice";
  const kind = reference === null ? undefined : RECEIPTS[reference.type];
  return isPractice || reference === null || kind === undefined || kind === "trade" ? null : (
    <OwnProof kind={kind} id={reference.id} />
  );
}

function useFigures(line: WealthLineDto): KeyValueRow[] {
  const t = useTranslations("transactions.detail");
  const { reasonText } = useTransactionText();
  const usdt = (value: string) => <HideableAmount value={value} currency="USDT" exact />;
  const reason = reasonText(line);
  const isPayment = line.type === "deposit" || line.type === "withdrawal";
  const priceLabels =
    line.prices.length > 1 ? [t("entryPrice"), t("exitPrice")] : [t(isPayment ? "rate" : "price")];
  return [
    // A trade's receipt names its own.
    ...(line.number === null || line.reference?.type === "trade"
      ? []
      : [{ label: t("number"), value: line.number }]),
    { label: t("change"), value: <WealthChanges amounts={line.changes} />, strong: true },
    ...(line.fees.length > 0
      ? [{ label: t("feeInside"), value: <WealthChanges amounts={line.fees} sign={false} /> }]
      : []),
    ...(line.spread === null ? [] : [{ label: t("spread"), value: usdt(line.spread) }]),
    ...line.prices.map((price, index) => ({
      label: priceLabels[index],
      id: `price-${index}`,
      value: formatPrice(price, { exact: true }),
    })),
    ...(line.result === null
      ? []
      : [
          {
            label: t("result"),
            value: <HideableAmount value={line.result} currency="USDT" sign exact />,
          },
        ]),
    ...(reason ? [{ label: t("reason"), value: reason, stacked: true }] : []),
    { label: t("number"), value: line.id, stacked: true },
  ];
}

function TradeReceipt({ tradeId }: { tradeId: string }) {
  const t = useTranslations("trade");
  const receipt = useReceipt(tradeId);
  return (
    <>
      {receipt.data?.kind === "option" ? <OptionReceiptRows receipt={receipt.data} /> : null}
      {receipt.data?.kind === "spot" ? <SpotReceiptRows receipt={receipt.data} /> : null}
      <TradeProof receipt={receipt} />
      <QueryState query={receipt} label={t("receiptTitle")} rows={4} text={t("receiptFailed")} />
    </>
  );
}
