"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { IconButton } from "@/components/ui/icon-button";
import { ANNOUNCEMENT_COOKIE } from "./announcement-cookie";

const YEAR_SECONDS = 31_536_000;

/**
 * The operator's announcement, until its reader dismisses it. Its texts come from outside, because
 * documents have it too, and they bring no texts to the browser.
 */
export function Announcement({
  id,
  text,
  dismissLabel,
}: {
  /** Of this text: another one is shown again. */
  id: string;
  text: string;
  dismissLabel: string;
}) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  if (dismissed === id) return null;
  const dismiss = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a Cookie Store, and none on plain http
    document.cookie = `${ANNOUNCEMENT_COOKIE}=${id}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    setDismissed(id);
  };
  return (
    <div className="flex items-center justify-center bg-info-soft text-info">
      <Banner tone="info" full>
        <span className="[overflow-wrap:anywhere]">{text}</span>
      </Banner>
      <IconButton label={dismissLabel} className="text-info" onClick={dismiss}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
