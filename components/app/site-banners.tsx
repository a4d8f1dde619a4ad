import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import type { PublicConfig } from "@/lib/settings/schema";

/** What the operator has to say on every page: demo, maintenance, announcement. */
export function SiteBanners({
  config,
}: {
  config: Pick<PublicConfig, "demo" | "maintenance" | "announcement">;
}) {
  const t = useTranslations("app");
  return (
    <>
      {config.demo ? (
        <Banner tone="demo" full>
          {t("demo")}
        </Banner>
      ) : null}
      {config.maintenance ? (
        <Banner tone="warn" full>
          {t("maintenance")}
        </Banner>
      ) : null}
      {config.announcement ? (
        <Banner tone="info" full>
          {config.announcement}
        </Banner>
      ) : null}
    </>
  );
}
