import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Page } from "@/components/layout/page";
import { spreadName } from "@/components/trading/spot/spread";
import { Card } from "@/components/ui/display/card";
import { TextLink } from "@/components/ui/text-link";
import { formatRate } from "@/lib/platform/ui/format";
import { requireUser } from "@/lib/sessions/page-gate";
import { getSettings } from "@/lib/settings/data";

/** Sections of the article, each with its paragraphs' keys. */
const SECTIONS = [
  { id: "does", paragraphs: ["rules", "discipline", "record"] },
  { id: "doesNot", paragraphs: ["promise", "learn", "know"] },
  { id: "losses", paragraphs: ["fall", "tested", "fast"] },
  { id: "fees", paragraphs: ["each", "many"] },
  { id: "control", paragraphs: ["stop", "money"] },
] as const;

export const generateMetadata = () => pageMetadata("aiArticle");

export default async function AiArticlePage() {
  await requireUser();
  const [t, settings] = await Promise.all([getTranslations("aiArticle"), getSettings()]);
  const values = {
    fee: formatRate(settings.manualFeeRate),
    spread: spreadName(settings.manualSpread),
  };
  return (
    <Page title={t("title")} backHref="/ai-trading">
      <article>
        <Card padding="wide" className="space-y-6">
          <p className="text-section">{t("intro")}</p>
          {SECTIONS.map(({ id, paragraphs }) => (
            <section key={id} className="space-y-2">
              <h2 className="font-semibold text-section">{t(`${id}.title`)}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="max-w-[68ch]">
                  {t(`${id}.${paragraph}`, values)}
                </p>
              ))}
            </section>
          ))}
          <TextLink href="/ai-trading" look="action">
            {t("open")}
          </TextLink>
        </Card>
      </article>
    </Page>
  );
}
