"use client";

import { useTranslations } from "next-intl";
import { useRoleName } from "@/components/admin/staff/role-text";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import type { RoleDto, RoleOf } from "@/lib/staff/role-schema";

/** The choice of rights of one's own. */
export const NO_ROLE = "";

/** Which role somebody has; one that is not loaded yet is there by its name. */
export function RoleChoice({
  roles,
  known,
  value,
  disabled,
  onChange,
}: {
  roles: readonly RoleDto[];
  known: RoleOf;
  value: string;
  disabled: boolean;
  onChange: (id: string) => void;
}) {
  const t = useTranslations("staffRights.roles");
  const nameOf = useRoleName();
  const isListed = !known || roles.some(({ id }) => id === known.id);
  const all = isListed ? roles : [...roles, known];
  return (
    <Field label={t("role")}>
      <Select value={value} disabled={disabled} onChange={({ target }) => onChange(target.value)}>
        <option value={NO_ROLE}>{t("ownRights")}</option>
        {all.map((role) => (
          <option key={role.id} value={role.id}>
            {nameOf(role)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
