"use client";

import { CircleUserRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/button";

const AccountDialog = dynamic(
  () => import("./account-dialog").then((module) => module.AccountDialog),
  { ssr: false },
);

/** Opens the account menu; its dialog is loaded at the first press. */
export function AccountMenu({ username }: { username: string }) {
  const t = useTranslations("app.account");
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(false);
  return (
    <>
      <IconButton
        label={t("menu")}
        aria-haspopup="dialog"
        onClick={() => {
          setNeeded(true);
          setOpen(true);
        }}
      >
        <CircleUserRound aria-hidden="true" />
      </IconButton>
      {needed ? <AccountDialog username={username} open={open} onOpenChange={setOpen} /> : null}
    </>
  );
}
