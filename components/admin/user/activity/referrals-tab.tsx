"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import type { UserReferrals } from "@/lib/referrals/schema";
import { useUserPages } from "@/lib/staff/user-client";
import type { UserTabProps } from "../tab-props";
import { MoreList } from "./more-list";

const linkOf = ({ id, username }: { id: string; username: string }) => (
  <TextLink href={`/admin/users/${id}`}>{username}</TextLink>
);

/** Who invited a user, whom they invited and what it earned them. */
export function ReferralsTab({ user }: UserTabProps) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.referrals");
  const answer = useUserPages<UserReferrals>(user.id, "referrals");
  const first = answer.data?.pages[0];
  return (
    <div className="space-y-4">
      {first ? (
        <Card aria-label={t("summary")}>
          <KeyValueRows
            className="grid gap-x-8 md:grid-cols-2"
            rows={[
              { label: t("code"), value: first.referralCode },
              {
                label: t("referredBy"),
                value: first.referredBy ? linkOf(first.referredBy) : t("nobody"),
              },
              { label: t("invited"), value: first.totals.invited },
              { label: t("active"), value: first.totals.active },
              {
                label: t("earned"),
                value: formatAmount(first.totals.earnedUsdt, "USDT", { exact: true }),
              },
            ]}
          />
        </Card>
      ) : null}
      <MoreList
        id="referrals"
        title={t("title")}
        answer={answer}
        rowsOf={(page) => page.referrals}
        emptyText={t("empty")}
        columns={[
          { key: "user", header: t("user"), cell: linkOf },
          {
            key: "joined",
            header: t("joined"),
            at: ({ joinedAt }) => joinedAt,
            timeStyle: "date",
          },
          {
            key: "earned",
            header: t("earnedColumn"),
            numeric: true,
            cell: ({ earnedUsdt }) => formatAmount(earnedUsdt, "USDT", { exact: true }),
          },
        ]}
        card={(row) => ({
          title: linkOf(row),
          amount: formatAmount(row.earnedUsdt, "USDT", { exact: true }),
          meta: formatDateTime(row.joinedAt, { style: "date" }),
        })}
      />
    </div>
  );
}
