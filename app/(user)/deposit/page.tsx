import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { CoinLinks } from "@/components/deposits/coin-links";
import { DepositSteps } from "@/components/deposits/deposit-steps";
import { RecentDeposits } from "@/components/deposits/recent-deposits";
import { Page } from "@/components/layout/page";
import { depositKeys, RECENT_DEPOSITS } from "@/lib/deposits/client";
import { listDeposits, recentDepositCurrencies } from "@/lib/deposits/data";
import { serializeDeposit } from "@/lib/deposits/serializers";
import { requireUser } from "@/lib/sessions/page-gate";
import { listWallets } from "@/lib/wallets/data";
import { CURRENCIES, networksOf } from "@/lib/wallets/rules";

export const generateMetadata = () => pageMetadata("deposit");

export default async function DepositPage() {
  const { userId } = await requireUser();
  const [t, recent, used, wallets] = await Promise.all([
    getTranslations("deposit"),
    listDeposits(userId, { limit: RECENT_DEPOSITS }),
    recentDepositCurrencies(userId),
    listWallets({ activeOnly: true }),
  ]);
  const last = used[0];
  const ordered = [...CURRENCIES].sort((a, b) => Number(b === last) - Number(a === last));
  const coins = ordered.map((currency) => ({
    currency,
    name: t(`coins.${currency}`),
    href: `/deposit/networks/${currency}`,
    note: wallets.some((wallet) => wallet.currency === currency)
      ? networksOf(currency).join(", ")
      : t("network.suspended"),
  }));
  return (
    <Messages namespaces={["deposit"]}>
      <Seed entries={[[depositKeys.recent(), recent.items.map(serializeDeposit)]]}>
        <Page title={t("title")} backHref="/">
          <DepositSteps current="coin" />
          <p className="text-text-2">{t("choose")}</p>
          <CoinLinks label={t("coinsLabel")} coins={coins} />
          <p className="text-caption text-text-2">{t("times")}</p>
          <RecentDeposits />
        </Page>
      </Seed>
    </Messages>
  );
}
