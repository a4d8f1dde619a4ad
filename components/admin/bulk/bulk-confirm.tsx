"use client";

import { useTranslations } from "next-intl";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { confirmDepositAsSeen } from "@/lib/deposits/staff-client";
import { formatAmount } from "@/lib/platform/ui/format";
import { Bulk } from "./bulk";

const exact = (value: string, currency: string) => formatAmount(value, currency, { exact: true });

/** Whether nothing about a deposit asks for a look: its hash is known, it has no flag and a rate, and it is not one's own. */
const isPlain = (deposit: AdminDepositDto, staffId: string) =>
  deposit.status === "pending" &&
  deposit.flags.length === 0 &&
  deposit.sameHash.length === 0 &&
  deposit.transactionHash !== null &&
  (deposit.quote !== null || deposit.currency === "XAUT") &&
  deposit.user.id !== staffId;

/** Confirms the deposits of a page that have no flag. */
export function BulkConfirm({
  rows,
  staffId,
}: {
  rows: readonly AdminDepositDto[];
  staffId: string;
}) {
  const t = useTranslations("staffDesk.bulk");
  const items = rows
    .filter((row) => isPlain(row, staffId))
    .map((row) => ({
      id: row.id,
      seen: row.quote?.rate ?? "",
      title: `${row.number} · ${row.user.username}`,
      amount: exact(row.amount, row.currency),
      detail: [
        row.network,
        row.quote ? t("makes", { amount: exact(row.quote.usdt, "USDT") }) : null,
      ],
      usdt: row.quote?.usdt,
      run: (key: string) => confirmDepositAsSeen(row, key),
    }));
  return <Bulk kind="deposit" items={items} />;
}
