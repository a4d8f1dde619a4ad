"use client";

import { useTranslations } from "next-intl";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import { SelectFilter } from "../lists/list-filters";
import type { ListUrl } from "../lists/use-list-url";

const STATUSES: PaymentStatus[] = [
  "pending",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "reversed",
];

/** The status of deposits or withdrawals. */
export function PaymentStatusFilter({ url }: { url: ListUrl }) {
  const t = useTranslations("ui.status");
  const own = useTranslations("staff.list");
  return (
    <SelectFilter
      url={url}
      name="status"
      label={own("status")}
      all={own("allStatuses")}
      options={STATUSES.map((value) => ({ value, label: t(value) }))}
    />
  );
}
