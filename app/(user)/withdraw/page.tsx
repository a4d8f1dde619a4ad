import { getTranslations } from "next-intl/server";
import { pageMetadata } from "@/app/page-metadata";
import { Messages } from "@/components/app/messages";
import { Seed } from "@/components/app/seed/seed";
import { Page } from "@/components/layout/page";
import { RecentWithdrawals } from "@/components/withdrawals/recent-withdrawals";
import { WithdrawStart } from "@/components/withdrawals/withdraw-start";
import { requireUser } from "@/lib/sessions/page-gate";
import { CURRENCIES, networksOf } from "@/lib/wallets/rules";
import { RECENT_WITHDRAWALS, withdrawalKeys } from "@/lib/withdrawals/client";
import { getWithdrawalTerms, listWithdrawals } from "@/lib/withdrawals/data";
import { serializeWithdrawal } from "@/lib/withdrawals/serializers";

export const generateMetadata = () => pageMetadata("withdraw");

export default async function WithdrawPage() {
  const { userId } = await requireUser();
  const [t, terms, gold, recent] = await Promise.all([
    getTranslations("withdraw"),
    getWithdrawalTerms(userId),
    getWithdrawalTerms(userId, "XAUT"),
    listWithdrawals(userId, { limit: RECENT_WITHDRAWALS }),
  ]);
  const coins = CURRENCIES.map((currency) => ({
    currency,
    name: t(`coins.${currency}`),
    href: `/withdraw/form/${currency}`,
    note: networksOf(currency).join(", "),
  }));
  return (
    <Messages namespaces={["withdraw", "errors.input", "errors.registration"]}>
      <Seed
        entries={[
          [withdrawalKeys.terms("USDT"), terms],
          [withdrawalKeys.terms("XAUT"), gold],
          [withdrawalKeys.recent(), recent.items.map(serializeWithdrawal)],
        ]}
      >
        <Page title={t("title")} backHref="/">
          <WithdrawStart coins={coins} />
          <RecentWithdrawals />
        </Page>
      </Seed>
    </Messages>
  );
}
