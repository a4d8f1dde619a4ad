"use client";

import { useTranslations } from "next-intl";
import { permissionKey } from "@/components/admin/panel/permission-key";
import { useRoleName } from "@/components/admin/staff/role-text";
import { FormDialog } from "@/components/forms/form-dialog";
import { useProof } from "@/components/security/security-fields";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { useSecurity } from "@/lib/security/client";
import { STAFF_PERMISSIONS, type StaffPermission } from "@/lib/sessions/permission-rules";
import { useChangeRights } from "@/lib/staff/rights-client";
import type { RightsDto } from "@/lib/staff/rights-schema";
import type { RoleDto, RoleOf } from "@/lib/staff/role-schema";

/** Shows the change of rights, and asks for the password of whoever makes it. */
export function ConfirmRights({
  username,
  rights,
  next,
  nextRole,
  open,
  onConflict,
  onSaved,
  onClose,
}: {
  username: string;
  rights: RightsDto;
  next: StaffPermission[];
  /** The role from now on, in place of rights of one's own. */
  nextRole: RoleDto | null;
  open: boolean;
  /** A colleague was faster: what is shown is old. */
  onConflict: () => Promise<void>;
  onSaved: (rights: RightsDto) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staffRights");
  const proof = useProof(useSecurity().data?.twoFactorEnabled);
  const change = useChangeRights(rights.userId);
  const isRemoval = next.length === 0 && nextRole === null;
  const roleName = useRoleName();
  const typed = {
    name: "username",
    label: t("typeName", { user: username }),
    kind: "text" as const,
    autoComplete: "off",
    isLocal: true,
  };
  const list = (permissions: readonly StaffPermission[], role: RoleOf) =>
    role
      ? roleName(role)
      : permissions.length === 0
        ? t("none")
        : permissions.map((one) => t(`names.${permissionKey(one)}`)).join(", ");
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isRemoval ? t("removeTitle", { user: username }) : t("saveTitle", { user: username })}
      text={isRemoval ? t("removeText") : t("saveText")}
      submitLabel={isRemoval ? t("remove") : t("save")}
      submitVariant={isRemoval ? "danger" : "primary"}
      fields={[...(isRemoval ? [typed] : []), ...proof.fields]}
      loadSchema={proof.loadSchema}
      check={(values) => ({
        username:
          isRemoval && values.username !== username
            ? t("nameWrong", { user: username })
            : undefined,
      })}
      onSubmit={async (proven) => {
        try {
          onSaved(
            (
              await change.mutateAsync({
                permissions: next,
                ...(nextRole ? { roleId: nextRole.id } : {}),
                current: rights.permissions,
                ...proven,
              })
            ).rights,
          );
        } catch (failure) {
          if (failure instanceof ApiError && failure.code === "CONFLICT") await onConflict();
          throw failure;
        }
        showToast.success(t("done", { user: username }));
      }}
    >
      <KeyValueRows
        boxed
        rows={[
          {
            label: t("before"),
            value: list(
              STAFF_PERMISSIONS.filter((one) => rights.permissions.includes(one)),
              rights.role,
            ),
          },
          { label: t("after"), value: list(next, nextRole), strong: true },
        ]}
      />
    </FormDialog>
  );
}
