import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { marketKeys } from "@/lib/market/client";
import type { PriceResponse } from "@/lib/market/schema";
import { tradingKeys } from "@/lib/trading/client";
import type { OptionPageData } from "@/lib/trading/loaders";
import { OptionScreen } from "./option-screen";

export interface OptionPageProps {
  title: string;
  /** The parent route, where the page has one. */
  backHref?: string;
  userId: string;
  data: OptionPageData;
  price: PriceResponse;
}

/** The content of every page that trades options. */
export function OptionPage({ title, backHref, userId, data, price }: OptionPageProps) {
  return (
    <Messages namespaces={["trade", "spot", "market", "charts", "alerts", "proof", "workspace"]}>
      <Seed
        entries={[
          [marketKeys.price(), price],
          [tradingKeys.settings(), data.settings],
          [tradingKeys.recent("option"), data.recent],
        ]}
      >
        <Page title={title} backHref={backHref} width="desk">
          <OptionScreen
            userId={userId}
            isCountryBlocked={data.isCountryBlocked}
            hasAcceptedRisk={data.hasAcceptedRisk}
          />
        </Page>
      </Seed>
    </Messages>
  );
}
