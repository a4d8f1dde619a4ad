"use client";

import { useTranslations } from "next-intl";
import { AdminPage } from "@/components/layout/admin-shell";
import { SectionTitle } from "@/components/ui/display/card";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { TextLink } from "@/components/ui/text-link";
import { STAFF_PERMISSIONS } from "@/lib/sessions/permission-rules";
import { useStaffMembers } from "@/lib/staff/rights-client";
import type { StaffMemberDto } from "@/lib/staff/rights-schema";
import { useListUrl } from "../lists/use-list-url";
import { permissionKey } from "../panel/permission-key";
import { useRoleName } from "./role-text";
import { RolesSection } from "./roles-section";
import { StaffList } from "./staff-list";

const NO_FILTERS: string[] = [];

/** Everybody who may use the panel, and for what. */
export function StaffMembersPage() {
  const t = useTranslations("staffRights");
  const url = useListUrl(NO_FILTERS);
  const answer = useStaffMembers(url.query);
  const link = (member: StaffMemberDto) => (
    <TextLink href={`/admin/users/${member.id}?tab=rights`} look="action">
      {member.username}
    </TextLink>
  );
  const status = (member: StaffMemberDto) => (
    <StatusPill status={member.isActive ? "active" : "inactive"} />
  );
  const twoFactor = (member: StaffMemberDto) =>
    member.twoFactorEnabled ? t("twoFactorOn") : t("twoFactorOff");
  return (
    <AdminPage title={t("list")}>
      <p className="text-text-2">{t("listText")}</p>
      <RolesSection />
      <SectionTitle>{t("members")}</SectionTitle>
      <StaffList
        answer={answer}
        rows={answer.data?.staff}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        caption={t("list")}
        rowKey={(member) => member.id}
        columns={[
          { key: "name", header: t("name"), cell: link },
          {
            key: "email",
            header: t("email"),
            className: "[overflow-wrap:anywhere]",
            cell: (member) => member.email,
          },
          { key: "rights", header: t("rights"), cell: (member) => <Areas member={member} /> },
          { key: "twoFactor", header: t("twoFactor"), cell: twoFactor },
          { key: "lastSignIn", header: t("lastSignIn"), at: (member) => member.lastSignInAt },
          { key: "status", header: t("status"), cell: status },
        ]}
        card={(member) => ({
          title: link(member),
          amount: status(member),
          meta: <Areas member={member} />,
          status: twoFactor(member),
        })}
      />
    </AdminPage>
  );
}

function Areas({ member }: { member: StaffMemberDto }) {
  const t = useTranslations("staffRights.names");
  const roleName = useRoleName();
  if (member.role) {
    const tone = member.role.key === "administrator" ? "gold" : "neutral";
    return <Pill tone={tone}>{roleName(member.role)}</Pill>;
  }
  const known = STAFF_PERMISSIONS.filter((one) => member.permissions.includes(one));
  return (
    <span className="inline-flex flex-wrap gap-1">
      {known.map((one) => (
        <Pill key={one} tone={one === "*" ? "gold" : "neutral"}>
          {t(permissionKey(one))}
        </Pill>
      ))}
    </span>
  );
}
