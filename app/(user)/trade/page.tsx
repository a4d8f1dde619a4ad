import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { SpotScreen } from "@/components/trading/spot/spot-screen";
import { marketKeys } from "@/lib/market/client";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { requireUser } from "@/lib/sessions/page-gate";
import { RECENT_TRADES, tradingKeys } from "@/lib/trading/client";
import { loadSpotPage } from "@/lib/trading/loaders";

export const generateMetadata = () => pageMetadata("spot");

export default async function TradePage() {
  const user = await requireUser();
  const [t, data, price] = await Promise.all([
    getTranslations("spot"),
    loadSpotPage(user, RECENT_TRADES),
    getCurrentPrice().then(toPriceResponse),
  ]);
  return (
    <Messages
      namespaces={["trade", "spot", "orders", "market", "charts", "alerts", "proof", "workspace"]}
    >
      <Seed
        entries={[
          [marketKeys.price(), price],
          [tradingKeys.settings(), data.settings],
          [tradingKeys.recent("manual"), data.recent],
          [tradingKeys.position(), data.position],
        ]}
      >
        <Page title={t("title")} width="desk">
          <SpotScreen userId={user.userId} />
        </Page>
      </Seed>
    </Messages>
  );
}
