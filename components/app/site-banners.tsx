import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import { Banner } from "@/components/ui/display/banner";
import { TextLink } from "@/components/ui/text-link";
import type { PublicConfig } from "@/lib/settings/schema";
import { Announcement } from "./announcement";
import { ANNOUNCEMENT_COOKIE } from "./announcement-cookie";
import { LanguageOffer } from "./language/language-offer";

const ID_LENGTH = 16;

/** What the operator has to say on every page: demo, maintenance, announcement. What comes while one is there is announced politely. */
export async function SiteBanners({
  config,
}: {
  config: Pick<PublicConfig, "demo" | "maintenance" | "announcement">;
}) {
  const [t, jar] = await Promise.all([getTranslations("app"), cookies()]);
  const { announcement } = config;
  const id = createHash("sha256").update(announcement).digest("hex").slice(0, ID_LENGTH);
  const isDismissed = jar.get(ANNOUNCEMENT_COOKIE)?.value === id;
  return (
    <>
      <LanguageOffer />
      {config.demo ? (
        <Banner tone="demo" full>
          {t("demo")}
        </Banner>
      ) : null}
      <div role="status">
        {config.maintenance ? (
          <Banner tone="warn" full>
            {t("maintenance")} <TextLink href="/support">{t("support.contact")}</TextLink>
          </Banner>
        ) : null}
        {announcement && !isDismissed ? (
          <Announcement
            key={id}
            id={id}
            text={announcement}
            dismissLabel={t("announcement.dismiss")}
          />
        ) : null}
      </div>
    </>
  );
}
