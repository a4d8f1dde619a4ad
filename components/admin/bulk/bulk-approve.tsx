"use client";

import { useTranslations } from "next-intl";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import type { AdminWithdrawalDto, WithdrawalChecks } from "@/lib/withdrawals/schema";
import { approveWithdrawalAsSeen } from "@/lib/withdrawals/staff-client";
import { Bulk } from "./bulk";

const exact = (value: string, currency: string) => formatAmount(value, currency, { exact: true });

/** Whether nothing about a withdrawal asks for a look: no flag, held in full, a rate where it needs one, and not one's own. */
const isPlain = (row: AdminWithdrawalDto, staffId: string) =>
  row.status === "pending" &&
  row.flags.length === 0 &&
  compareDecimal(row.balance.held, row.amount) >= 0 &&
  (row.quote !== null || row.currency === row.amountCurrency) &&
  row.user.id !== staffId;

/** Approves the withdrawals of a page that have no flag. */
export function BulkApprove({
  rows,
  staffId,
}: {
  rows: readonly AdminWithdrawalDto[];
  staffId: string;
}) {
  const t = useTranslations("staffDesk.bulk.withdrawal");
  /** What the review of one would warn of: such a one is left to its review. */
  const warningOf = ({ addressValid, accountInactive, accountFrozen, isHeld }: WithdrawalChecks) =>
    addressValid && !accountInactive && !accountFrozen && !isHeld ? null : t("lookTwice");
  const items = rows
    .filter((row) => isPlain(row, staffId))
    .map((row) => ({
      id: row.id,
      seen: row.quote?.rate ?? "",
      title: `${row.number} · ${row.user.username}`,
      amount: exact(row.net, row.amountCurrency),
      detail: [
        `${row.currency} · ${row.network}`,
        row.quote ? t("makes", { amount: exact(row.quote.amount, row.currency) }) : null,
        row.address,
      ],
      usdt: row.valueUsdt,
      run: (key: string) => approveWithdrawalAsSeen(row, warningOf, key),
    }));
  return <Bulk kind="withdrawal" items={items} />;
}
