"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Address } from "@/components/ui/display/address";
import { Card } from "@/components/ui/display/card";
import { QrCode } from "@/components/ui/display/qr-code";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { PayoutDto } from "@/lib/withdrawals/payouts-schema";
import { usePayouts } from "@/lib/withdrawals/staff-client";

/** What staff have to send, each with its address as a code. */
export function PayoutsPage() {
  const t = useTranslations("staffDesk.payouts");
  const titles = useTranslations("staff.titles");
  const answer = usePayouts();
  return (
    <AdminPage
      title={t("title")}
      breadcrumb={<TextLink href="/admin/withdrawals">{titles("withdrawals")}</TextLink>}
      actions={<CsvButton path="/admin/withdrawals/payouts" query={{}} />}
    >
      <p className="text-text-2">{t("hint")}</p>
      {answer.data ? (
        <>
          {answer.data.payouts.length === 0 ? <EmptyState text={t("empty")} /> : null}
          <ul className="grid gap-4 lg:grid-cols-2">
            {answer.data.payouts.map((payout) => (
              <li key={payout.id} className="min-w-0">
                <Payout payout={payout} />
              </li>
            ))}
          </ul>
          {answer.data.nextCursor === null ? null : <p>{t("more")}</p>}
        </>
      ) : (
        <QueryState
          query={answer}
          label={t("title")}
          rows={4}
          rowClass="h-48"
          text={(reason) => t("failed", { reason })}
        />
      )}
    </AdminPage>
  );
}

function Payout({ payout }: { payout: PayoutDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk.payouts");
  const review = useTranslations("staff.withdrawals");
  const address = useRef<HTMLElement>(null);
  const { number, network, currency } = payout;
  return (
    <Card className="flex h-full flex-wrap gap-4 sm:flex-nowrap">
      <QrCode value={payout.address} label={t("qr", { network, number })} size={144} />
      <div className="min-w-0 flex-1 space-y-1">
        <h2 className="font-semibold">
          {review("reviewTitle", { number })} · {currency} · {network}
        </h2>
        <p className="text-section">
          {t("send")} <strong>{formatAmount(payout.amount, currency, { exact: true })}</strong>
        </p>
        <p>
          <Address ref={address} value={payout.address} />
        </p>
        <p className="text-caption text-text-2">
          {t("approved")} {formatDateTime(payout.approvedAt, { zone: true })}{" "}
          {payout.approvedBy ? t("by", { name: payout.approvedBy }) : null}
        </p>
        <div className="flex flex-wrap gap-2" data-print="hide">
          <CopyButton text={payout.address} label={t("copy")} textRef={address} variant="outline" />
          <ButtonLink variant="outline" href={`/admin/withdrawals?review=${payout.id}`}>
            {t("complete")}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}
