"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { formatDateTime } from "@/lib/platform/ui/format";
import { useRecentWithdrawals } from "@/lib/withdrawals/client";
import type { WithdrawalDto } from "@/lib/withdrawals/schema";
import { WithdrawalDetails } from "./withdrawal-details";

const FINISHED_SHOWN = 3;

/** Those on their way, then the last few that are done. */
function pick(withdrawals: WithdrawalDto[]): WithdrawalDto[] {
  const waiting = withdrawals.filter(({ processedAt }) => processedAt === null);
  const done = withdrawals.filter(({ processedAt }) => processedAt !== null);
  return [...waiting, ...done.slice(0, FINISHED_SHOWN)];
}

/** Pending and recent withdrawals with their live status. Nothing while there are none. */
export function RecentWithdrawals() {
  const t = useTranslations("withdraw.recent");
  const withdrawals = useRecentWithdrawals();
  const [openId, setOpenId] = useState<string | null>(null);
  if (withdrawals.isError && !withdrawals.data) {
    return <QueryError query={withdrawals} text={t("failed")} />;
  }
  const shown = pick(withdrawals.data ?? []);
  if (shown.length === 0) return null;
  const open = withdrawals.data?.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="recent-withdrawals">
      <SectionTitle id="recent-withdrawals">{t("title")}</SectionTitle>
      <CardList
        caption={t("title")}
        rows={shown}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        card={(withdrawal) => ({
          title: `${withdrawal.currency} · ${withdrawal.network}`,
          amount: <HideableAmount value={withdrawal.amount} currency="USDT" />,
          meta: formatDateTime(withdrawal.createdAt, { zone: true }),
          status: <StatusPill status={withdrawal.status} />,
        })}
      />
      <Dialog
        open={open !== undefined}
        onOpenChange={(next) => !next && setOpenId(null)}
        placement="sheet"
        title={t("detailTitle")}
      >
        {open ? <WithdrawalDetails withdrawal={open} /> : null}
      </Dialog>
    </section>
  );
}
