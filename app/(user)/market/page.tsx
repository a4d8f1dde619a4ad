import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { MarketView } from "@/components/market/market-view";
import { marketKeys } from "@/lib/market/client";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { requireUser } from "@/lib/sessions/gate";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("market");
  return {
    title: t("title"),
    description: t("description"),
    keywords: t("keywords"),
    robots: { index: false },
  };
}

export default async function MarketPage() {
  await requireUser();
  const [t, price] = await Promise.all([getTranslations("market"), getCurrentPrice()]);
  return (
    <Messages namespaces={["market"]}>
      <Seed entries={[[marketKeys.price(), toPriceResponse(price)]]}>
        <Page title={t("title")} width="wide">
          <MarketView />
        </Page>
      </Seed>
    </Messages>
  );
}
