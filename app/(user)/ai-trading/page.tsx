import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { AiScreen } from "@/components/ai/ai-screen";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { TradeSegments } from "@/components/trading/trade-segments";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { TextLink } from "@/components/ui/text-link";
import { getBalance } from "@/lib/accounts/balance";
import { accountKeys } from "@/lib/accounts/client";
import { aiKeys, RUNS_PER_PAGE, SETUPS_SHOWN } from "@/lib/ai/client";
import { loadAiPage } from "@/lib/ai/loaders";
import { strategyPictures } from "@/lib/ai/strategy-pictures";
import { requireUser } from "@/lib/sessions/page-gate";
import { tradingKeys } from "@/lib/trading/client";

export const generateMetadata = () => pageMetadata("ai");

export default async function AiTradingPage() {
  const user = await requireUser();
  const [t, data, balance] = await Promise.all([
    getTranslations("ai"),
    loadAiPage(user, { runs: RUNS_PER_PAGE, setups: SETUPS_SHOWN }),
    getBalance(user.userId),
  ]);
  return (
    <Messages namespaces={["ai", "proof"]}>
      <Seed
        entries={[
          [tradingKeys.settings(), data.settings],
          [aiKeys.runs(), { pages: [data.runs], pageParams: [null] }],
          [aiKeys.setups(), data.setups],
          [accountKeys.balance(), balance],
        ]}
      >
        <Page title={t("title")} backHref="/trade" width="broad">
          <div className="space-y-4 lg:max-w-[720px]">
            <TradeSegments current="ai" />
            <p className="text-text-2">{t("intro")}</p>
          </div>
          <AiScreen hasAcceptedRisk={data.hasAcceptedRisk} pictures={strategyPictures}>
            <Card aria-labelledby="ai-risk">
              <SectionTitle id="ai-risk">{t("riskTitle")}</SectionTitle>
              <p>{t("riskLine")}</p>
            </Card>
          </AiScreen>
          <p className="flex flex-wrap gap-x-6">
            <TextLink href="/record?type=ai" look="action">
              {t("allFills")}
            </TextLink>
            <TextLink href="/advantages-of-ai-trading" look="action">
              {t("article")}
            </TextLink>
          </p>
        </Page>
      </Seed>
    </Messages>
  );
}
