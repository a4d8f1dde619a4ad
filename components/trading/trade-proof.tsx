"use client";

import { useTranslations } from "next-intl";
import { ProofSection } from "@/components/transparency/proof-section";
import { useAccount } from "@/lib/platform/client/use-account";
import type { useReceipt } from "@/lib/trading/client";

/** What proves a trade, once its receipt is there. */
export function TradeProof({ receipt }: { receipt: ReturnType<typeof useReceipt> }) {
  const t = useTranslations("proof");
  const isPractice = useAccount() === "practice";
  const { data, refetch } = receipt;
  if (!data) return null;
  if (isPractice) return <p className="text-caption text-text-2">{t("practice")}</p>;
  return (
    <ProofSection
      kind="trade"
      id={data.trade.id}
      load={async () => (await refetch({ throwOnError: true })).data ?? data}
    />
  );
}
