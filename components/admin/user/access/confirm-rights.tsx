"use client";

import { useTranslations } from "next-intl";
import { permissionKey } from "@/components/admin/panel/permission-key";
import { FormDialog } from "@/components/forms/form-dialog";
import { useProof } from "@/components/security/security-fields";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { showToast } from "@/components/ui/overlays/toast";
import { ApiError } from "@/lib/platform/client/api";
import { useSecurity } from "@/lib/security/client";
import type { StaffPermission } from "@/lib/sessions/permission-rules";
import { useChangeRights } from "@/lib/staff/rights-client";
import type { RightsDto } from "@/lib/staff/rights-schema";

/** Shows the change of rights, and asks for the password of whoever makes it. */
export function ConfirmRights({
  userId,
  username,
  current,
  next,
  open,
  onConflict,
  onSaved,
  onClose,
}: {
  userId: string;
  username: string;
  current: StaffPermission[];
  next: StaffPermission[];
  open: boolean;
  /** A colleague was faster: what is shown is old. */
  onConflict: () => Promise<void>;
  onSaved: (rights: RightsDto) => void;
  onClose: () => void;
}) {
  const t = useTranslations("staffRights");
  const proof = useProof(useSecurity().data?.twoFactorEnabled);
  const change = useChangeRights(userId);
  const isRemoval = next.length === 0;
  const typed = {
    name: "username",
    label: t("typeName", { user: username }),
    kind: "text" as const,
    autoComplete: "off",
    isLocal: true,
  };
  const list = (permissions: readonly StaffPermission[]) =>
    permissions.length === 0
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
          onSaved((await change.mutateAsync({ permissions: next, current, ...proven })).rights);
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
          { label: t("before"), value: list(current) },
          { label: t("after"), value: list(next), strong: true },
        ]}
      />
    </FormDialog>
  );
}
