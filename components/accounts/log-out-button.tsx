"use client";

import { LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { signOut, takeRedirect } from "@/lib/accounts/client";
import type { Door } from "@/lib/accounts/rules";
import { messageOf } from "@/lib/platform/client/api";
import { leaveFor } from "@/lib/platform/client/leave";

/** Asks, ends the session and goes to the login page that the person came through. */
export function LogOutButton({ door }: { door: Door }) {
  const t = useTranslations("app.logOut");
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (open: boolean) => {
    setProblem(null);
    setAsking(open);
  };
  const leave = async () => {
    setPending(true);
    try {
      await signOut();
      leaveFor(door === "admin" ? "/admin/login" : "/login");
      // What noticed the end of the session first has saved this page for whoever logs in next.
      takeRedirect();
    } catch (error) {
      setPending(false);
      setProblem(t("failed", { reason: messageOf(error) }));
    }
  };
  return (
    <>
      <Button variant="outline" wide icon={<LogOut aria-hidden="true" />} onClick={() => ask(true)}>
        {t("button")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={t("title")}
        description={t(door === "admin" ? "staffText" : "text")}
        confirmLabel={t(problem ? "retry" : "button")}
        confirmVariant="primary"
        pending={pending}
        error={problem}
        onConfirm={() => void leave()}
      />
    </>
  );
}
