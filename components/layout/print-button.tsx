import { Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "../ui/button";
import { PrintAction } from "./print-action";

/** Opens the print dialog of the browser. */
export function PrintButton() {
  const t = useTranslations("ui.shell");
  return (
    <PrintAction className={buttonClass({ variant: "outline" })}>
      <Printer aria-hidden="true" />
      {t("print")}
    </PrintAction>
  );
}
