"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/overlays/dialog";
import { ForgotPasswordForm } from "./forgot-password-form";

/** "Forgot password?" over the login page. */
export default function ForgotPasswordDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const t = useTranslations("auth.forgot");
  return (
    <Dialog open={open} onOpenChange={(next) => next || onClose()} title={t("title")}>
      <ForgotPasswordForm />
    </Dialog>
  );
}
