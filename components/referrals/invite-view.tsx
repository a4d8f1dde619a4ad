"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatRate } from "@/lib/platform/ui/format";
import { useReferrals } from "@/lib/referrals/client";
import type { ReferralData } from "@/lib/referrals/schema";
import { InviteCard } from "./invite-card";

/** Code and link to pass on, what came of them, and on what terms. */
export function InviteView() {
  const t = useTranslations("invite");
  const list = useReferrals();
  const first = list.data?.pages[0];
  if (first === undefined) {
    return list.isError ? (
      <Card>
        <QueryError query={list} text={t("failed")} />
      </Card>
    ) : (
      <Loading label={t("title")}>
        <Skeleton className="h-[480px]" />
      </Loading>
    );
  }
  return (
    <>
      <InviteCard code={first.referralCode} link={first.referralLink} />
      <Totals totals={first.totals} />
      <Terms rate={first.rate} />
      <Referrals list={list} />
    </>
  );
}

function Totals({ totals }: { totals: ReferralData["totals"] }) {
  const t = useTranslations("invite.totals");
  return (
    <Card aria-labelledby="invite-totals">
      <SectionTitle id="invite-totals">{t("title")}</SectionTitle>
      <KeyValueRows
        rows={[
          { label: t("invited"), value: totals.invited },
          { label: t("active"), value: totals.active },
          {
            label: t("earned"),
            value: <HideableAmount value={totals.earnedUsdt} currency="USDT" exact />,
            strong: true,
          },
        ]}
      />
      <p className="mt-2 text-caption text-text-2">{t("activeMeans")}</p>
    </Card>
  );
}

function Terms({ rate }: { rate: string }) {
  const t = useTranslations("invite.terms");
  return (
    <Card aria-labelledby="invite-terms">
      <SectionTitle id="invite-terms">{t("title")}</SectionTitle>
      <ul className="list-disc space-y-2 pl-5">
        <li>{t("share", { rate: formatRate(rate) })}</li>
        <li>{t("payer")}</li>
        <li>{t("paid")}</li>
        <li>{t("change")}</li>
        <li>{t("risk")}</li>
      </ul>
    </Card>
  );
}

function Referrals({ list }: { list: ReturnType<typeof useReferrals> }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("invite.list");
  const rows =
    list.data?.pages.flatMap((page, index) =>
      page.referrals.map((row, position) => ({ ...row, id: `${index}-${position}` })),
    ) ?? [];
  return (
    <section aria-labelledby="invited-people">
      <SectionTitle id="invited-people">{t("title")}</SectionTitle>
      {rows.length === 0 ? (
        <Card padding="none">
          <EmptyState text={t("empty")} />
        </Card>
      ) : (
        <DataList
          caption={t("title")}
          rows={rows}
          rowKey={({ id }) => id}
          busy={list.isFetching}
          columns={[
            { key: "name", header: t("name"), cell: (row) => row.username },
            {
              key: "joined",
              header: t("joined"),
              at: (row) => row.joinedAt,
              timeStyle: "date",
            },
            {
              key: "earned",
              header: t("earned"),
              numeric: true,
              cell: (row) => <HideableAmount value={row.earnedUsdt} currency="USDT" exact />,
            },
          ]}
          card={(row) => ({
            title: row.username,
            amount: <HideableAmount value={row.earnedUsdt} currency="USDT" exact />,
            meta: t("joinedOn", { date: formatDateTime(row.joinedAt, { style: "date" }) }),
          })}
        />
      )}
      <QueryError query={list} text={t("failed")} />
      <LoadMore query={list} />
    </section>
  );
}
