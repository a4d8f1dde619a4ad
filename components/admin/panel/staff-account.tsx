"use client";

import { CircleUserRound, ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LogOutButton } from "@/components/accounts/log-out-button";
import { ButtonLink } from "@/components/ui/button";
import { ColourModeSwitch, ThemeSwitch, TimesSwitch } from "@/components/ui/choices/theme-switch";
import { Dialog } from "@/components/ui/overlays/dialog";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { NewWorkSwitch } from "./new-work";

const NewWorkSetting = lazyPart(() =>
  import("./new-work-setting").then((module) => module.NewWorkSetting),
);

export interface StaffAccountProps {
  userId: string;
  username: string;
  siteOpen: boolean;
}

/** Who is logged in, how the panel looks, the site itself and the way out. */
export function StaffAccount({ userId, username, siteOpen }: StaffAccountProps) {
  const t = useTranslations("staff.account");
  const [open, setOpen] = useState(false);
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
          <TimesSwitch />
          <NewWorkSwitch />
          <NewWorkSetting userId={userId} />
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
          <LogOutButton door="admin" />
        </div>
      </Dialog>
    </>
  );
}
