"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { signOut } from "@/lib/accounts/client";
import type { Door } from "@/lib/accounts/rules";

/** Asks, ends the session and goes to the sign-in page that the person came through. */
export function LogOutButton({ door }: { door: Door }) {
  const t = useTranslations("app.logOut");
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const leave = async () => {
    setPending(true);
    await signOut();
    // A full load: nothing of the person may stay in the memory of the page.
    window.location.replace(door === "admin" ? "/admin/login" : "/login");
  };
  return (
    <>
      <Button
        variant="outline"
        wide
        icon={<LogOut aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t("button")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t("title")}
        description={t(door === "admin" ? "staffText" : "text")}
        confirmLabel={t("button")}
        confirmVariant="primary"
        pending={pending}
        onConfirm={() => void leave()}
      />
    </>
  );
}
