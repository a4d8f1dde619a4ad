"use client";

import { Headphones } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useContacts } from "@/lib/contacts/client";
import { Button } from "../ui/button";
import { IconButton, NoticeDot } from "../ui/icon-button";

const SEEN_KEY = "customerServiceSeen";
const SEEN_EVENT = "customer-service-seen";

const loadPopup = () => import("./customer-service-popup").then((module) => module.default);
const CustomerServicePopup = lazyDialog(loadPopup);

function readSeen(): boolean {
  try {
    return localStorage.getItem(SEEN_KEY) !== null;
  } catch {
    return true;
  }
}

function markSeen(): void {
  try {
    localStorage.setItem(SEEN_KEY, "1");
  } catch {
    return;
  }
  window.dispatchEvent(new Event(SEEN_EVENT));
}

function subscribe(changed: () => void): () => void {
  window.addEventListener(SEEN_EVENT, changed);
  window.addEventListener("storage", changed);
  return () => {
    window.removeEventListener(SEEN_EVENT, changed);
    window.removeEventListener("storage", changed);
  };
}

/**
 * Opens the customer-service popup. In a header it is an icon, with a badge until the popup was
 * opened once and a short bounce after loading; elsewhere it can be a full button.
 */
export function CustomerServiceButton({
  look = "icon",
  unread = 0,
}: {
  look?: "icon" | "button";
  /** Unread messages of the conversation with support, for people who are logged in. */
  unread?: number;
}) {
  const t = useTranslations("app.support");
  const pathname = usePathname();
  const { services, loading, refresh } = useContacts();
  const seen = useSyncExternalStore(subscribe, readSeen, () => true);
  // Open belongs to the page it was opened on: another route closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const [wanted, setWanted] = useState(false);
  // Nor does it open again for somebody who comes back to that page.
  if (openOn !== null && openOn !== pathname) setOpenOn(null);
  const hasNews = services.length > 0 && !seen;
  const label =
    unread > 0 ? t("buttonUnread", { count: unread }) : hasNews ? t("buttonNew") : t("button");
  const open = () => {
    markSeen();
    refresh();
    setWanted(true);
    setOpenOn(pathname);
  };
  const preload = () => void loadPopup().catch(() => undefined);
  return (
    <>
      {look === "icon" ? (
        <IconButton
          label={label}
          aria-haspopup="dialog"
          onClick={open}
          onPointerEnter={preload}
          onFocus={preload}
        >
          <span className="inline-flex motion-safe:animate-nudge">
            <Headphones aria-hidden="true" />
          </span>
          {hasNews || unread > 0 ? <NoticeDot /> : null}
        </IconButton>
      ) : (
        <Button
          variant="outline"
          aria-haspopup="dialog"
          icon={<Headphones aria-hidden="true" />}
          onClick={open}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {t("contact")}
        </Button>
      )}
      {wanted ? (
        <CustomerServicePopup
          open={openOn === pathname}
          onClose={() => setOpenOn(null)}
          services={services}
          loading={loading}
          unread={unread}
        />
      ) : null}
    </>
  );
}
