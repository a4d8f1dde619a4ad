"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { switchAccount, useAccount } from "@/lib/platform/client/account";

const ResetDialog = lazyDialog(() =>
  import("./reset-dialog").then(({ ResetDialog: Dialog }) => Dialog),
);

const ACTION =
  "min-h-target rounded-chip px-1 font-semibold underline underline-offset-2 hover:no-underline";

/** Says on every page of the practice side that its money is none, with the ways to begin anew and to go back. */
export function PracticeBand() {
  const t = useTranslations("app.practice");
  const isPractice = useAccount() === "practice";
  const [isAsking, setAsking] = useState(false);
  if (!isPractice) return null;
  return (
    <div data-practice-band="" className="border-info border-b bg-info-soft text-info">
      <div className="mx-auto flex max-w-[430px] flex-wrap items-center gap-x-4 px-4 py-1 lg:max-w-[1152px]">
        <p className="min-w-0 flex-1 basis-60">
          <strong>{t("word")}</strong> {t("text")}
        </p>
        <button type="button" className={ACTION} onClick={() => setAsking(true)}>
          {t("reset")}
        </button>
        <button type="button" className={ACTION} onClick={() => switchAccount("real")}>
          {t("back")}
        </button>
      </div>
      <ResetDialog open={isAsking} onOpenChange={setAsking} />
    </div>
  );
}
