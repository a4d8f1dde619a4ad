"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PrivateImage } from "@/components/files/private-image";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useRecentDeposits } from "@/lib/deposits/client";
import type { DepositDto } from "@/lib/deposits/schema";
import { formatDateTime } from "@/lib/platform/ui/format";
import { DepositDetails } from "./deposit-details";

const FINISHED_SHOWN = 3;

/** Those that wait, then the last few that are done. */
function pick(deposits: DepositDto[]): DepositDto[] {
  const waiting = deposits.filter(({ processedAt }) => processedAt === null);
  const done = deposits.filter(({ processedAt }) => processedAt !== null);
  return [...waiting, ...done.slice(0, FINISHED_SHOWN)];
}

/** Pending and recent deposits with their live status. Nothing while there are none. */
export function RecentDeposits() {
  const t = useTranslations("deposit.recent");
  const deposits = useRecentDeposits();
  const [openId, setOpenId] = useState<string | null>(null);
  if (deposits.isError && !deposits.data) {
    return <QueryError query={deposits} text={t("failed")} />;
  }
  const shown = pick(deposits.data ?? []);
  if (shown.length === 0) return null;
  const open = deposits.data?.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="recent-deposits">
      <SectionTitle id="recent-deposits">{t("title")}</SectionTitle>
      <CardList
        caption={t("title")}
        rows={shown}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        card={(deposit) => ({
          title: `${deposit.currency} · ${deposit.network}`,
          amount: <HideableAmount value={deposit.amount} currency={deposit.currency} />,
          meta: formatDateTime(deposit.createdAt, { zone: true }),
          status: <StatusPill status={deposit.status} />,
        })}
      />
      <Dialog
        open={open !== undefined}
        onOpenChange={(next) => !next && setOpenId(null)}
        placement="sheet"
        title={t("detailTitle")}
      >
        {open ? (
          <div className="space-y-4">
            <DepositDetails deposit={open} />
            <PrivateImage src={open.proofUrl} alt={t("proof")} />
          </div>
        ) : null}
      </Dialog>
    </section>
  );
}
