"use client";

import { useTranslations } from "next-intl";
import { CoinEstimate } from "@/components/payments/coin-estimate";
import { Address } from "@/components/ui/display/address";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import type { DepositReport } from "@/lib/deposits/client";
import { formatAmount } from "@/lib/platform/ui/format";
import { bookedIn } from "@/lib/wallets/names";
import { DepositAddress } from "./deposit-address";

export interface ProofWallet {
  id: string;
  currency: string;
  network: string;
  address: string;
  minDeposit: string;
  /** Most fraction digits of an amount. */
  decimals: number;
}

export interface ProofReviewProps {
  /** What is about to be sent; null while there is nothing to review. */
  report: DepositReport | null;
  wallet: ProofWallet;
  onClose: () => void;
  onConfirm: (report: DepositReport) => void;
}

/** Repeats what the person says they sent, before it goes to staff. */
export function ProofReview({ report, wallet, onClose, onConfirm }: ProofReviewProps) {
  const t = useTranslations("deposit.review");
  const unit = bookedIn(wallet.currency);
  const isOneToOne = wallet.currency === unit;
  const amount = formatAmount(report?.amount, wallet.currency, { exact: true });
  return (
    <ReviewSheet
      open={report !== null}
      onBack={onClose}
      title={t("title")}
      headline={{ label: t("sent"), value: amount }}
      rows={[
        { label: t("network"), value: wallet.network },
        { label: t("arrives"), value: t("arrivesValue") },
        isOneToOne
          ? { label: t("credited"), value: t("oneToOne", { unit }) }
          : { label: t("converted"), value: t("convertedValue") },
        { label: t("address"), value: <DepositAddress address={wallet.address} />, stacked: true },
        ...(report?.transactionHash
          ? [
              {
                label: t("hash"),
                value: <Address value={report.transactionHash} />,
                stacked: true,
              },
            ]
          : []),
      ]}
      risk={t(isOneToOne ? "riskOneToOne" : "risk")}
      confirmLabel={t("confirm", { amount })}
      onConfirm={() => report && onConfirm(report)}
    >
      <CoinEstimate currency={wallet.currency} amount={report?.amount ?? null} of="coins" />
    </ReviewSheet>
  );
}
