"use client";

import { CircleUserRound, ExternalLink, LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { ColourModeSwitch, ThemeSwitch } from "@/components/ui/theme-switch";
import { signOut } from "@/lib/accounts/client";

/** Who is signed in, how the panel looks, the site itself and the way out. */
export function StaffAccount({ username, siteOpen }: { username: string; siteOpen: boolean }) {
  const t = useTranslations("staff.account");
  const [open, setOpen] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex min-h-target w-full items-center gap-2.5 rounded-chip px-3 text-body text-text-2 hover:bg-surface-2 hover:text-text focus-visible:-outline-offset-2"
        onClick={() => setOpen(true)}
      >
        <CircleUserRound aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="min-w-0 truncate text-left">
          <span className="sr-only">{t("menu")}: </span>
          {username}
        </span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={username} description={t("role")}>
        <div className="space-y-4">
          <ThemeSwitch />
          <ColourModeSwitch />
          {siteOpen ? (
            <ButtonLink
              href="/"
              variant="outline"
              wide
              icon={<ExternalLink aria-hidden="true" />}
              onClick={() => setOpen(false)}
            >
              {t("openSite")}
            </ButtonLink>
          ) : null}
          <Button
            variant="outline"
            wide
            icon={<LogOut aria-hidden="true" />}
            onClick={() => {
              setOpen(false);
              setLeaving(true);
            }}
          >
            {t("logOut")}
          </Button>
        </div>
      </Dialog>
      <LogOutDialog open={leaving} onOpenChange={setLeaving} />
    </>
  );
}

function LogOutDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("staff.account");
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await signOut();
    // A full load: nothing of the panel may stay in the memory of the page.
    window.location.replace("/admin/login");
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("logOutTitle")}
      description={t("logOutText")}
      confirmLabel={t("logOut")}
      confirmVariant="primary"
      pending={pending}
      onConfirm={() => void leave()}
    />
  );
}
