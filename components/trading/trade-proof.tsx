"use client";

import { ProofSection } from "@/components/transparency/proof-section";
import type { useReceipt } from "@/lib/trading/client";

/** What proves a trade, once its receipt is there. */
export function TradeProof({ receipt }: { receipt: ReturnType<typeof useReceipt> }) {
  const { data, refetch } = receipt;
  if (!data) return null;
  return (
    <ProofSection
      kind="trade"
      id={data.trade.id}
      load={async () => (await refetch({ throwOnError: true })).data ?? data}
    />
  );
}
