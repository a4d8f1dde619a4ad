"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/display/qr-code";
import { securityCalls, useRefreshSecurity } from "@/lib/security/client";
import type { TwoFactorSetup } from "@/lib/security/schema";
import { loadBothProofs, useSecurityFields } from "./security-fields";

export interface TwoFactorSetupDialogProps {
  /** What the app needs; null while nothing was started. */
  setup: TwoFactorSetup | null;
  onClose: () => void;
  onCodes: (codes: string[]) => void;
}

/** Shows the secret as QR code and as text, and asks for the app's first code. */
export function TwoFactorSetupDialog({ setup, onClose, onCodes }: TwoFactorSetupDialogProps) {
  const t = useTranslations("security.setup");
  const { password, totp } = useSecurityFields();
  const refresh = useRefreshSecurity();
  const secret = useRef<HTMLElement>(null);
  return (
    <FormDialog
      open={setup !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      text={t("text")}
      submitLabel={t("submit")}
      fields={[{ ...totp, hint: t("codeHint") }, password]}
      loadSchema={loadBothProofs}
      onSubmit={async (proof) => {
        const { recoveryCodes } = await securityCalls.confirmTwoFactor(proof);
        // The codes must be on the screen whatever becomes of the fetch that follows.
        onCodes(recoveryCodes);
        void refresh();
      }}
    >
      {setup ? (
        <div className="flex flex-col items-center gap-3">
          <QrCode value={setup.otpauthUrl} label={t("qr")} />
          <p className="w-full text-center text-caption text-text-2">
            {t("byHand")}
            <code
              ref={secret}
              translate="no"
              className="mt-1 block font-mono text-caption text-text"
            >
              {setup.secret.match(/.{1,4}/g)?.join(" ")}
            </code>
          </p>
          <CopyButton text={setup.secret} textRef={secret} label={t("copy")} variant="outline" />
        </div>
      ) : null}
    </FormDialog>
  );
}
