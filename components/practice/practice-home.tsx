import { useTranslations } from "next-intl";
import { BalanceFrame } from "@/components/home/balance-frame";
import { PriceRow } from "@/components/home/price-row";
import { RecentActivity } from "@/components/home/recent-activity";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { compareDecimal } from "@/lib/platform/ui/decimal";

/** Home on the practice side: what there is to practise with, the price, and what happened last. */
export function PracticeHome() {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-12 lg:items-start">
      <div className="space-y-4 lg:order-2 lg:col-span-5">
        <PracticeBalance />
        <PriceRow />
      </div>
      <div className="min-w-0 lg:col-span-7">
        <RecentActivity />
      </div>
    </div>
  );
}

function PracticeBalance() {
  const t = useTranslations("practice");
  const ofHome = useTranslations("home");
  const amount = (value: string | null, currency: string) => (
    <HideableAmount value={value} currency={currency} />
  );
  return (
    <BalanceFrame title={t("total")}>
      {({ balances: { USDT, XAUT, ai, totalUsdt } }) => (
        <>
          <p className="font-semibold text-page">{amount(totalUsdt, "USDT")}</p>
          <div className="mt-3">
            <KeyValueRows
              rows={[
                { label: ofHome("availableUsdt"), value: amount(USDT.available, "USDT") },
                { label: t("held"), value: amount(USDT.held, "USDT") },
                { label: ofHome("openStakes"), value: amount(USDT.escrow, "USDT") },
                { label: ofHome("availableXaut"), value: amount(XAUT.available, "XAUT") },
                ...(["USDT", "XAUT"] as const)
                  .filter((currency) => compareDecimal(ai[currency], "0") > 0)
                  .map((currency) => ({
                    label: ofHome("inAi", { currency }),
                    value: amount(ai[currency], currency),
                  })),
              ]}
            />
          </div>
          <div className="mt-5 grid gap-3">
            <ButtonLink href="/trade" wide>
              {t("tradeGold")}
            </ButtonLink>
            <ButtonLink href="/option-trading" variant="outline" wide>
              {t("tradeOptions")}
            </ButtonLink>
            <ButtonLink href="/ai-trading" variant="outline" wide>
              {t("runStrategies")}
            </ButtonLink>
          </div>
        </>
      )}
    </BalanceFrame>
  );
}
