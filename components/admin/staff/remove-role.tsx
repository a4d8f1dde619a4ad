import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/forms/form-dialog";
import { useProof } from "@/components/security/security-fields";
import { showToast } from "@/components/ui/overlays/toast";
import { useSecurity } from "@/lib/security/client";
import { useRemoveRole } from "@/lib/staff/role-client";
import type { RoleDto } from "@/lib/staff/role-schema";

export type RemoveRoleProps = { role: RoleDto; open: boolean; onClose: () => void };

/** Asks for the password before a role that nobody has is removed. */
export function RemoveRole({ role, open, onClose }: RemoveRoleProps) {
  const t = useTranslations("staffRights.roles");
  const proof = useProof(useSecurity().data?.twoFactorEnabled);
  const remove = useRemoveRole(role.id);
  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("removeTitle", { role: role.name })}
      text={t("removeText")}
      submitLabel={t("remove")}
      submitVariant="danger"
      fields={proof.fields}
      loadSchema={proof.loadSchema}
      onSubmit={async (proven) => {
        await remove.mutateAsync(proven);
        showToast.success(t("removed"));
      }}
    />
  );
}
