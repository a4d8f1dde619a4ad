"use client";

import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";

/** What speaks against sending the money; nothing where nothing does. It stands again beside the button that sends it. */
export function WithdrawalWarnings({ withdrawal }: { withdrawal: ReviewedWithdrawalDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.warnings");
  const id = useId();
  const [openedAt] = useState(() => Date.now());
  const { checks, network } = withdrawal;
  const when = (at: string) => formatDateTime(at, { zone: true });
  const warnings = [
    checks.accountInactive ? t("inactive") : null,
    checks.accountFrozen ? t("frozen") : null,
    withdrawal.waitsUntil && Date.parse(withdrawal.waitsUntil) > openedAt
      ? t("waits", { until: when(withdrawal.waitsUntil) })
      : null,
    checks.isHeld && checks.heldUntil ? t("held", { until: when(checks.heldUntil) }) : null,
    !checks.isHeld && checks.heldUntil ? t("wasHeld", { until: when(checks.heldUntil) }) : null,
  ].filter((text) => text !== null);
  if (!checks.addressValid) warnings.unshift(t("checksum", { network }));
  const isBad = !checks.addressValid;
  if (warnings.length === 0) return null;
  return (
    <div
      className={clsx(
        "flex items-start gap-3 rounded-control p-3",
        isBad ? "bg-down-soft text-down" : "bg-warn-soft text-warn",
      )}
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p id={id} className="font-semibold">
          {t("title")}
        </p>
        <ul aria-labelledby={id} className="list-disc space-y-1 pl-4">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
