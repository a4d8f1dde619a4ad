"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { usePasskeys } from "@/lib/security/passkeys/client";
import type { Security } from "@/lib/security/schema";
import { Button } from "../ui/button";
import { lazyDialog } from "../ui/overlays/lazy-part";
import { LogOutButton } from "./log-out-button";

const PasskeyDialog = lazyDialog(() =>
  import("../security/passkey-dialog").then((module) => module.PasskeyDialog),
);

/** Adds a passkey and goes on to the panel, or leads to logging in with one. */
export function StaffPasskey({
  security,
}: {
  security: Pick<Security, "twoFactorEnabled" | "holdHours">;
}) {
  const t = useTranslations();
  const router = useRouter();
  const passkeys = usePasskeys();
  const [adding, setAdding] = useState<{ open: boolean } | null>(null);
  return (
    <div className="space-y-4">
      <Banner tone="info">{t("staffPasskey.text")}</Banner>
      <Button wide onClick={() => setAdding({ open: true })}>
        {t("security.passkeys.add")}
      </Button>
      <LogOutButton door="admin" />
      {adding ? (
        <PasskeyDialog
          open={adding.open}
          onOpenChange={(open) => setAdding({ open })}
          removing={null}
          security={security}
          hasPasskeys={(passkeys.data ?? []).length > 0}
          onDone={() => router.replace("/admin")}
        />
      ) : null}
    </div>
  );
}
