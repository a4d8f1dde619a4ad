"use client";

import { useTranslations } from "next-intl";
import { formatAmount } from "@/lib/platform/ui/format";
import { ALL_PERMISSIONS, type Permission } from "@/lib/sessions/permission-rules";
import type { RoleDto, RoleOf } from "@/lib/staff/role-schema";

/** "deposits.read" as part of a message's key, which can't have a point. */
export const textKey = (permission: Permission) => permission.replace(".", "_");

/** The name of a role: of a built-in one in the reader's language. */
export function useRoleName() {
  const t = useTranslations("staffRights.roles");
  return ({ key, name }: NonNullable<RoleOf>) => (key === null ? name : t(`builtIn.${key}`));
}

/** What a role may do in plain words, with its limits. */
export function RoleText({ role }: { role: Pick<RoleDto, "permissions" | "limits"> }) {
  const t = useTranslations("staffRights.roles");
  if (role.permissions.includes("*")) return <p className="text-text-2">{t("everything")}</p>;
  const held = ALL_PERMISSIONS.filter((one) => role.permissions.includes(one));
  return (
    <ul className="list-disc pl-5 text-caption text-text-2 md:columns-2">
      {held.map((one) => (
        <li key={one}>
          {t(`can.${textKey(one)}`)}
          {role.limits[one] ? (
            <span className="font-medium text-text">
              {` ${t("upTo", { amount: formatAmount(role.limits[one], "USDT") })}`}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
