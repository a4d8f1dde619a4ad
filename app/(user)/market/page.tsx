import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { MarketScreen } from "@/components/trading/market/market-screen";
import { marketKeys } from "@/lib/market/client";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { requireUser } from "@/lib/sessions/page-gate";

export const generateMetadata = () => pageMetadata("market");

export default async function MarketPage() {
  const user = await requireUser();
  const [t, price] = await Promise.all([getTranslations("market"), getCurrentPrice()]);
  return (
    <Messages
      namespaces={["market", "charts", "alerts", "trade", "spot", "orders", "proof", "workspace"]}
    >
      <Seed entries={[[marketKeys.price(), toPriceResponse(price)]]}>
        <Page title={t("title")} width="desk">
          <MarketScreen userId={user.userId} />
        </Page>
      </Seed>
    </Messages>
  );
}
