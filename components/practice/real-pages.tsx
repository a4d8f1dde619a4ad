"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { switchAccount, useAccount } from "@/lib/platform/client/account";

/** Where a person's real money is shown or moved. */
const REAL_ONLY =
  /^\/(deposit|withdraw|storage|store-xaut|saving|saving-history|records|statements|recurring-buys|ai-trading)(\/|$)/;

/** In practice, pages that are about real money say so, and offer to go back to it. */
export function RealPages({ children }: { children: ReactNode }) {
  const t = useTranslations("app.practice");
  const pathname = usePathname();
  const isPractice = useAccount() === "practice";
  if (!isPractice || !REAL_ONLY.test(pathname)) return children;
  return (
    <Page title={t("notHere")}>
      <div className="space-y-4">
        <p>{t("notHereText")}</p>
        <Button onClick={() => switchAccount("real")}>{t("back")}</Button>
      </div>
    </Page>
  );
}
