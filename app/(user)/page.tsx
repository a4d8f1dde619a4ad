import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Messages } from "@/components/app/messages";
import { Checklist } from "@/components/home/checklist";
import { HomeScreen } from "@/components/home/home-screen";
import { ProductTiles } from "@/components/home/product-tiles";
import { goldOf } from "@/components/home/worth";
import { Page } from "@/components/layout/page";
import { TextLink } from "@/components/ui/text-link";
import { getBalance } from "@/lib/accounts/balance";
import { getUser } from "@/lib/accounts/data";
import { serializeUser } from "@/lib/accounts/serializers";
import { getUserStats } from "@/lib/accounts/user-stats";
import { getCurrentPrice } from "@/lib/market/data";
import { toPriceResponse } from "@/lib/market/serializers";
import { requireUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import { RECENT_TRANSACTIONS } from "@/lib/statements/client";
import { listWealth } from "@/lib/statements/wealth";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("home");
  return {
    title: t("title"),
    keywords: t("keywords"),
    robots: { index: false },
  };
}

export default async function HomePage() {
  const { userId, countryIso } = await requireUser();
  const [t, config, balance, stats, price, recent, user] = await Promise.all([
    getTranslations("home"),
    loadPublicConfig(),
    getBalance(userId),
    getUserStats(userId),
    getCurrentPrice().then(toPriceResponse),
    listWealth({ userId, limit: RECENT_TRANSACTIONS }),
    getUser(userId).then(serializeUser),
  ]);
  return (
    <Messages namespaces={["home", "transactions", "practice"]}>
      <Page title={t("title")} titleHidden width="broad">
        <HomeScreen
          data={{ balance, stats, price, recent }}
          checklist={
            <Checklist
              done={{
                email: user.emailVerified,
                secondFactor: user.twoFactorEnabled,
                withdrawPassword: user.hasWithdrawPassword,
                deposit: stats.firstFundedAt !== null,
                gold: goldOf(balance.balances) > 0n,
              }}
            />
          }
        >
          <ProductTiles optionsAvailable={!config.optionBlockedCountries.includes(countryIso)} />
        </HomeScreen>
        <p>
          {t("risk")} <TextLink href="/terms-conditions#risk">{t("readRisks")}</TextLink>
        </p>
      </Page>
    </Messages>
  );
}
