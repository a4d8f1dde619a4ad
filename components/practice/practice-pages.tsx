import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { isInPractice } from "@/lib/platform/client/practice-rules";
import { markUnits } from "@/lib/platform/ui/format";
import { switchAccount } from "./switch-account";

/** Pages on the practice side: with marked amounts, and in the place of one about real money the way to it. */
export function PracticePages({ children }: { children: ReactNode }) {
  const word = useTranslations("practice")("word");
  // Before what is inside writes its first amount.
  useState(() => markUnits(word));
  useEffect(() => {
    markUnits(word);
    return () => markUnits("");
  }, [word]);
  return isInPractice(usePathname()) ? children : <NotInPractice />;
}

function NotInPractice() {
  const t = useTranslations("practice");
  return (
    <Page title={t("notHere")}>
      <p className="mb-5">{t("notHereText")}</p>
      <Button onClick={() => switchAccount("real")}>{t("back")}</Button>
    </Page>
  );
}
