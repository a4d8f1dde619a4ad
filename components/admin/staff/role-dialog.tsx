"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Checkbox } from "@/components/forms/checkbox";
import { Field } from "@/components/forms/field";
import { type DialogField, FormDialog } from "@/components/forms/form-dialog";
import { TextInput } from "@/components/forms/text-input";
import { useProof } from "@/components/security/security-fields";
import { showToast } from "@/components/ui/overlays/toast";
import { useSecurity } from "@/lib/security/client";
import {
  ALL_PERMISSIONS,
  MONEY_PERMISSIONS,
  PERMISSIONS,
  type Permission,
  STAFF_AREAS,
} from "@/lib/sessions/permission-rules";
import { useSaveRole } from "@/lib/staff/role-client";
import type { RoleDto } from "@/lib/staff/role-schema";
import { textKey, useRoleName } from "./role-text";

export interface RoleDialogProps {
  /** Without one it makes a role. */
  role?: RoleDto;
  open: boolean;
  onClose: () => void;
}

/** Makes a role or changes one; of a built-in one the limits. Asks for the password of whoever does. */
export function RoleDialog({ role, open, onClose }: RoleDialogProps) {
  const t = useTranslations("staffRights.roles");
  const nameOf = useRoleName();
  const proof = useProof(useSecurity().data?.twoFactorEnabled);
  const save = useSaveRole(role?.id);
  const [held, setHeld] = useState((role?.permissions ?? []) as Permission[]);
  const [name, setName] = useState(role?.name ?? "");
  const [limits, setLimits] = useState<Record<string, string>>(role?.limits ?? {});
  const isBuiltIn = role?.key != null;
  const limitable = MONEY_PERMISSIONS.filter((one) => held.includes(one));
  const input = {
    ...(isBuiltIn ? {} : { name, permissions: held }),
    limits: Object.fromEntries(
      limitable.flatMap((one) => (limits[one]?.trim() ? [[one, limits[one]]] : [])),
    ),
    ...(role ? { seen: role.updatedAt } : {}),
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={role ? t("changeTitle", { role: nameOf(role) }) : t("newTitle")}
      text={role ? t("changeText", { count: role.members }) : t("newText")}
      submitLabel={t("save")}
      fields={proof.fields satisfies DialogField[]}
      loadSchema={proof.loadSchema}
      onSubmit={async (proven) => {
        await save.mutateAsync({ ...input, ...proven });
        showToast.success(t("saved"));
      }}
    >
      {isBuiltIn ? null : (
        <>
          <NameField value={name} onChange={setName} />
          <Choices held={held} onChange={setHeld} />
        </>
      )}
      {limitable.map((one) => (
        <LimitField
          key={one}
          permission={one}
          value={limits[one] ?? ""}
          onChange={(value) => setLimits({ ...limits, [one]: value })}
        />
      ))}
    </FormDialog>
  );
}

type Typed = { value: string; onChange: (value: string) => void };

function NameField({ value, onChange }: Typed) {
  const t = useTranslations("staffRights.roles");
  return (
    <Field label={t("name")}>
      <TextInput
        value={value}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

function LimitField({ permission, value, onChange }: Typed & { permission: Permission }) {
  const t = useTranslations("staffRights.roles");
  return (
    <Field label={t("limitOf", { what: t(`can.${textKey(permission)}`) })} hint={t("limitHint")}>
      <TextInput
        value={value}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/** What a role may do, by area. */
function Choices({
  held,
  onChange,
}: {
  held: readonly Permission[];
  onChange: (held: Permission[]) => void;
}) {
  const t = useTranslations("staffRights.roles");
  const names = useTranslations("staffRights.names");
  return STAFF_AREAS.map((area) => (
    <fieldset key={area} className="min-w-0">
      <legend className="font-medium">{names(area)}</legend>
      {ALL_PERMISSIONS.filter((one) => PERMISSIONS[one] === area).map((one) => (
        <Checkbox
          key={one}
          name={one}
          checked={held.includes(one)}
          onChange={({ target }) =>
            onChange(target.checked ? [...held, one] : held.filter((other) => other !== one))
          }
          label={t(`can.${textKey(one)}`)}
        />
      ))}
    </fieldset>
  ));
}
