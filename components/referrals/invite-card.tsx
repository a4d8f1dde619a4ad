"use client";

import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Card } from "@/components/ui/display/card";
import { QrCode } from "@/components/ui/display/qr-code";

const NEVER = () => () => undefined;

/** Whether the device has a share sheet of its own. */
function useCanShare(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => typeof navigator.share === "function",
    () => false,
  );
}

/** The code and the link: to read out, copy, share, or scan. */
export function InviteCard({ code, link }: { code: string; link: string }) {
  const t = useTranslations("invite.card");
  const canShare = useCanShare();
  const codeText = useRef<HTMLElement>(null);
  const linkText = useRef<HTMLElement>(null);
  // Closing the share sheet is an answer, not a failure.
  const share = () => navigator.share({ url: link, text: t("shareText") }).catch(() => undefined);
  return (
    <Card padding="wide" className="space-y-4">
      <QrCode value={link} label={t("qr")} />
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block text-text-2">{t("code")}</span>
          <code ref={codeText} translate="no" className="font-mono font-semibold text-sheet">
            {code}
          </code>
        </p>
        <CopyButton text={code} label={t("copyCode")} textRef={codeText} compact />
      </div>
      <p>
        <span className="block text-text-2">{t("link")}</span>
        <code ref={linkText} translate="no" className="break-all font-mono text-body">
          {link}
        </code>
      </p>
      <div className={canShare ? "grid gap-3 min-[360px]:grid-cols-2" : "grid"}>
        <CopyButton text={link} label={t("copyLink")} textRef={linkText} wide />
        {canShare ? (
          <Button
            variant="outline"
            icon={<Share2 aria-hidden="true" />}
            onClick={() => void share()}
          >
            {t("share")}
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
