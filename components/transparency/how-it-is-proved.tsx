import { useTranslations } from "next-intl";
import { SiteBanners } from "@/components/app/site-banners";
import { DocumentLayout } from "@/components/layout/document-layout";
import { TextLink } from "@/components/ui/text-link";
import type { PublicConfig } from "@/lib/settings/schema";
import { LogPicture } from "./log-picture";

const STEPS = ["terms", "price", "end", "root", "witness"] as const;

/** What the public log proves, in one screen: a picture, and a sentence for each number in it. */
export function HowItIsProved({
  config,
  isSignedIn,
}: {
  config: PublicConfig;
  isSignedIn: boolean;
}) {
  const t = useTranslations();
  const tHow = useTranslations("howItIsProved");
  return (
    <DocumentLayout
      siteName={config.siteName}
      logoSrc={config.logoUrl}
      title={tHow("title")}
      banner={<SiteBanners config={config} />}
      actions={
        <TextLink look="action" href={isSignedIn ? "/" : "/login"}>
          {isSignedIn ? t("documents.home") : t("documents.login")}
        </TextLink>
      }
    >
      <p>{tHow("lead")}</p>
      <LogPicture label={tHow("picture")} />
      <ol>
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{tHow(`steps.${step}.title`)}</strong> {tHow(`steps.${step}.text`)}
          </li>
        ))}
      </ol>
      <p>{tHow("change")}</p>
      <p>
        <a href="/verify.html">{tHow("verify")}</a>
      </p>
      <p>{tHow("not")}</p>
    </DocumentLayout>
  );
}
