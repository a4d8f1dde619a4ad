import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button";
import { SectionTitle } from "@/components/ui/display/card";

/** What users see of a message: the floating notification with this title and text. */
export function BroadcastPreview({ title, message }: { title: string; message: string }) {
  const t = useTranslations("staffNotifications");
  const dialog = useTranslations("app.notification");
  return (
    <section aria-labelledby="preview">
      <SectionTitle id="preview">{t("preview")}</SectionTitle>
      <div className="flex justify-center rounded-card border border-line bg-surface-2 p-4">
        <div className="w-full max-w-[430px] rounded-card border border-line bg-surface p-5">
          <p dir="auto" className="font-semibold text-sheet [overflow-wrap:anywhere]">
            {title.trim() || t("previewTitle")}
          </p>
          <p
            dir="auto"
            className="mt-3 mb-5 whitespace-pre-line text-text-2 [overflow-wrap:anywhere]"
          >
            {message.trim() || t("previewMessage")}
          </p>
          {/* Pictures of the two buttons: there is nothing to press here. */}
          <div aria-hidden="true" className="flex gap-3">
            <span className={`${buttonClass({ variant: "outline" })} flex-1`}>
              {dialog("cancel")}
            </span>
            <span className={`${buttonClass()} flex-1`}>{dialog("view")}</span>
          </div>
        </div>
      </div>
      <p className="mt-2 text-caption text-text-2">{t("previewNote")}</p>
    </section>
  );
}
