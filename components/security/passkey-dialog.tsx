"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDialog } from "@/components/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { InlineError } from "@/components/ui/display/inline-error";
import { showToast } from "@/components/ui/overlays/toast";
import { messageOf } from "@/lib/platform/client/api";
import { useRefreshSecurity } from "@/lib/security/client";
import { addPasskey, confirmByPasskey, removePasskey } from "@/lib/security/passkeys/client";
import type { OwnerProof, PasskeyDto } from "@/lib/security/passkeys/schema";
import type { Security } from "@/lib/security/schema";
import { useProof } from "./security-fields";

const loadName = () =>
  import("@/lib/security/passkeys/schema").then((module) => module.addPasskeySchema.shape.name);

export interface PasskeyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The one to remove; null adds one. */
  removing: PasskeyDto | null;
  security: Pick<Security, "twoFactorEnabled" | "holdHours">;
  /** Whether the account has one that can prove who its owner is. */
  hasPasskeys: boolean;
  onDone?: () => void;
}

/** Adds or removes a passkey with a password, and the code, or with a passkey instead of both. */
export function PasskeyDialog(props: PasskeyDialogProps) {
  const { open, onOpenChange, removing, security, hasPasskeys, onDone } = props;
  const t = useTranslations("security.passkeys");
  const proof = useProof(security.twoFactorEnabled);
  const refresh = useRefreshSecurity();
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function change(name: string, given: OwnerProof): Promise<void> {
    const answer = removing ? removePasskey(removing.id, given) : addPasskey(name, given);
    const { message } = await answer;
    if (message) showToast.success(message);
    await refresh();
    onDone?.();
  }
  async function changeByPasskey(): Promise<void> {
    setConfirming(true);
    setProblem(null);
    try {
      await change("", { passkey: await confirmByPasskey("change") });
      onOpenChange(false);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setConfirming(false);
    }
  }
  const name = {
    name: "name",
    label: t("name"),
    kind: "text" as const,
    autoComplete: "off",
    hint: t("nameHint"),
  };
  return (
    <FormDialog<OwnerProof & { name?: string }>
      key={removing?.id ?? ""}
      open={open}
      onOpenChange={(next) => {
        setProblem(null);
        onOpenChange(next);
      }}
      title={t(removing ? "removeTitle" : "addTitle")}
      text={
        removing
          ? t("removeText", { name: removing.name })
          : t("addText", { hours: security.holdHours })
      }
      submitLabel={t(removing ? "remove" : "addSubmit")}
      submitVariant={removing ? "danger" : undefined}
      fields={removing ? proof.fields : [name, ...proof.fields]}
      loadSchema={async () =>
        removing
          ? proof.loadSchema()
          : (await proof.loadSchema()).extend({ name: await loadName() })
      }
      onSubmit={({ name: typed = "", ...given }) => change(typed, given)}
    >
      {hasPasskeys ? (
        <>
          <Button
            variant="outline"
            wide
            pending={confirming}
            onClick={() => void changeByPasskey()}
          >
            {t("byPasskey")}
          </Button>
          <InlineError>{problem}</InlineError>
        </>
      ) : null}
    </FormDialog>
  );
}
