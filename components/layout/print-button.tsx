"use client";

import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "../ui/button";

/** Opens the print dialog of the browser. */
export function PrintButton() {
  const t = useTranslations("ui.shell");
  return (
    <Button variant="outline" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
      {t("print")}
    </Button>
  );
}
