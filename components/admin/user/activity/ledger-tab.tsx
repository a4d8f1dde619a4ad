"use client";

import { useTranslations } from "next-intl";
import { CsvButton } from "@/components/app/csv-button";
import {
  EventCell,
  TransactionIcon,
  useTransactionText,
} from "@/components/ledger/transaction-text";
import { ChangeText } from "@/components/ui/display/change-text";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { TransactionDto } from "@/lib/ledger/transactions/transaction-schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { useStaffTransactions } from "@/lib/staff/client";
import type { UserTabProps } from "../tab-props";
import { MoreList } from "./more-list";

const NO_FILTER = {};

const signed = ({ amount, currency }: TransactionDto) =>
  formatAmount(amount, currency, { sign: true, exact: true });

/** Every movement on a user's accounts, as they see it themselves. */
export function LedgerTab({ user: { id: userId } }: UserTabProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.ledger");
  const answer = useStaffTransactions(userId);
  const { eventText, accountText, reasonText } = useTransactionText();
  return (
    <MoreList
      id="movements"
      title={t("movements")}
      action={<CsvButton path={`/admin/users/${userId}/transactions`} query={NO_FILTER} />}
      answer={answer}
      rowsOf={(page) => page.transactions}
      emptyText={t("noMovements")}
      columns={[
        { key: "time", header: t("time"), at: (row) => row.createdAt },
        {
          key: "what",
          header: t("what"),
          className: "[overflow-wrap:anywhere]",
          cell: (row) => <EventCell line={row} />,
        },
        { key: "account", header: t("account"), cell: accountText },
        {
          key: "amount",
          header: t("amount"),
          numeric: true,
          cell: (row) => <ChangeText value={row.amount} text={signed(row)} />,
        },
        {
          key: "after",
          header: t("balanceAfter"),
          numeric: true,
          cell: (row) =>
            row.balanceAfter === null
              ? null
              : formatAmount(row.balanceAfter, row.currency, { exact: true }),
        },
      ]}
      card={(row) => ({
        icon: <TransactionIcon type={row.type} />,
        title: eventText(row),
        amount: <ChangeText value={row.amount} text={signed(row)} />,
        meta: [formatDateTime(row.createdAt, { zone: true }), reasonText(row)]
          .filter(Boolean)
          .join(" · "),
      })}
    />
  );
}
