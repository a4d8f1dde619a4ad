"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { Pill, StatusPill } from "@/components/ui/pill";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { Tabs } from "@/components/ui/tabs";
import { TextLink } from "@/components/ui/text-link";
import { useStaffUser } from "@/lib/accounts/staff-client";
import type { AdminUserDetailDto } from "@/lib/accounts/staff-schema";
import { messageOf } from "@/lib/platform/client/api";
import { formatDateTime } from "@/lib/platform/ui/format";
import { UserDeposits } from "./deposits-queue";
import { UserTrades } from "./trades-page";
import { useListUrl } from "./use-list-url";
import { UserBalance } from "./user-balance";
import { UserSecurity } from "./user-security";
import { UserStatus } from "./user-status";
import { UserWithdrawals } from "./withdrawals-queue";

const NO_FILTERS: string[] = [];
const TAB = "tab";
const FIRST_TAB = "balance";
/** What tabs keep in the address: another tab starts afresh. */
const TAB_STATE = { status: null, type: null, from: null, to: null, review: null };

export interface UserPageProps {
  userId: string;
  staffId: string;
  may: { finance: boolean; read: boolean };
}

/** Everything about one user. */
export function UserPage({ userId, staffId, may }: UserPageProps) {
  const t = useTranslations("staff.user");
  const answer = useStaffUser(userId);
  const { data: user } = answer;
  return (
    <AdminPage
      title={user?.username ?? t("title")}
      breadcrumb={<TextLink href="/admin/users">{t("allUsers")}</TextLink>}
    >
      {user ? (
        <>
          <Identity user={user} staffId={staffId} />
          <UserTabs user={user} staffId={staffId} may={may} />
        </>
      ) : answer.isPending ? (
        <Loading label={t("title")}>
          <SkeletonRows count={4} className="h-28" />
        </Loading>
      ) : (
        <ErrorState
          text={messageOf(answer.error)}
          retrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
          action={<TextLink href="/admin/users">{t("allUsers")}</TextLink>}
        />
      )}
    </AdminPage>
  );
}

function Identity({ user, staffId }: { user: AdminUserDetailDto; staffId: string }) {
  const t = useTranslations("staff.user");
  return (
    <Card aria-label={t("identity")}>
      <div className="mb-1 flex flex-wrap items-center gap-x-6 gap-y-1">
        <StatusPill status={user.isActive ? "active" : "inactive"} />
        {user.isAdmin ? <Pill tone="gold">{t("staff")}</Pill> : null}
        <UserStatus user={user} staffId={staffId} />
      </div>
      <KeyValueRows
        className="grid gap-x-8 md:grid-cols-2"
        rows={[
          { label: t("email"), value: user.email },
          { label: t("phone"), value: `${user.countryCode} ${user.phoneNumber}` },
          { label: t("country"), value: user.country },
          { label: t("gender"), value: user.gender },
          { label: t("joined"), value: formatDateTime(user.createdAt, { zone: true }) },
          { label: t("referralCode"), value: user.referralCode },
          {
            label: t("id"),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-1">
                <code className="break-all font-mono text-caption">{user.id}</code>
                <CopyButton compact text={user.id} label={t("copyId")} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function UserTabs({
  user,
  staffId,
  may,
}: {
  user: AdminUserDetailDto;
  staffId: string;
  may: UserPageProps["may"];
}) {
  const t = useTranslations("staff.user");
  const url = useListUrl(NO_FILTERS);
  const { counts } = user;
  const tabs = [
    {
      value: FIRST_TAB,
      label: t("tabs.balance"),
      content: <UserBalance user={user} isSelf={user.id === staffId} mayAdjust={may.finance} />,
    },
    ...(may.read
      ? [
          {
            value: "trades",
            label: t("tabs.trades", { count: counts.trades }),
            content: <UserTrades userId={user.id} />,
          },
        ]
      : []),
    ...(may.finance
      ? [
          {
            value: "deposits",
            label: t("tabs.deposits", { count: counts.deposits }),
            content: <UserDeposits staffId={staffId} userId={user.id} />,
          },
          {
            value: "withdrawals",
            label: t("tabs.withdrawals", { count: counts.withdrawals }),
            content: <UserWithdrawals staffId={staffId} userId={user.id} />,
          },
        ]
      : []),
    { value: "security", label: t("tabs.security"), content: <UserSecurity user={user} /> },
  ];
  const wanted = url.parameter(TAB);
  const current = tabs.find(({ value }) => value === wanted)?.value ?? FIRST_TAB;
  return (
    <Tabs
      label={t("sections")}
      tabs={tabs}
      value={current}
      onValueChange={(tab) => url.change({ ...TAB_STATE, [TAB]: tab === FIRST_TAB ? null : tab })}
    />
  );
}
