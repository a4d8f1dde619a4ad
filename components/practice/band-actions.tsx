import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { switchAccount } from "./switch-account";

const ResetDialog = lazyDialog(() => import("./reset-dialog").then((module) => module.ResetDialog));

const ACTION =
  "min-h-target min-w-target rounded-chip font-semibold underline underline-offset-2 hover:no-underline";

/** The ways to begin anew and to go back. */
export function BandActions() {
  const t = useTranslations("practice");
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={ACTION}
        onClick={() => setAsking(true)}
      >
        {t("reset")}
      </button>
      <button type="button" className={ACTION} onClick={() => switchAccount("real")}>
        {t("back")}
      </button>
      <ResetDialog open={isAsking} onOpenChange={setAsking} />
    </>
  );
}
