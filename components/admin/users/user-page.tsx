"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { CopyButton } from "@/components/ui/copy-button";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { QueryState } from "@/components/ui/display/query-state";
import { TextLink } from "@/components/ui/text-link";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { fullPhoneNumber } from "@/lib/accounts/phone-rules";
import { useStaffUser } from "@/lib/staff/client";
import type { AdminUserDetailDto } from "@/lib/staff/schema";
import { UserTabs } from "../user/user-tabs";
import { UserStatus } from "./user-status";

export interface UserPageProps {
  userId: string;
  staffId: string;
}

/** Everything about one user. */
export function UserPage({ userId, staffId }: UserPageProps) {
  const t = useTranslations("staffUser");
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
          <UserTabs user={user} staffId={staffId} />
        </>
      ) : (
        <QueryState
          query={answer}
          label={t("title")}
          rows={4}
          rowClass="h-28"
          action={<TextLink href="/admin/users">{t("allUsers")}</TextLink>}
        />
      )}
    </AdminPage>
  );
}

function Identity({ user, staffId }: { user: AdminUserDetailDto; staffId: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser");
  const id = useRef<HTMLElement>(null);
  return (
    <Card aria-label={t("identity")}>
      <div className="mb-1 flex flex-wrap items-center gap-x-6 gap-y-1">
        <StatusPill status={user.isActive ? "active" : "inactive"} />
        {user.frozenAt ? <StatusPill status="frozen" /> : null}
        {user.isAdmin ? <Pill tone="gold">{t("staff")}</Pill> : null}
        <UserStatus user={user} staffId={staffId} />
      </div>
      <KeyValueRows
        className="grid gap-x-8 md:grid-cols-2"
        rows={[
          { label: t("email"), value: user.email },
          { label: t("phone"), value: fullPhoneNumber(user) },
          { label: t("country"), value: user.country },
          { label: t("gender"), value: user.gender },
          { label: t("joined"), value: formatDateTime(user.createdAt, { zone: true }) },
          { label: t("referralCode"), value: user.referralCode },
          { label: t("number"), value: user.number },
          {
            label: t("id"),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-1">
                <code ref={id} className="break-all font-mono text-caption">
                  {user.id}
                </code>
                <CopyButton compact text={user.id} textRef={id} label={t("copyId")} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}
