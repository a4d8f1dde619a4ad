import { useTranslations } from "next-intl";
import { PriceRow } from "@/components/home/price-row";
import { RecentActivity } from "@/components/home/recent-activity";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount, HideBalancesButton } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { useBalance } from "@/lib/accounts/client";

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
  const balance = useBalance();
  if (balance.data === undefined) {
    return balance.isError ? (
      <Card padding="wide">
        <QueryError query={balance} text={ofHome("balanceFailed")} />
      </Card>
    ) : (
      <Skeleton className="h-[300px]" />
    );
  }
  const { USDT, XAUT, totalUsdt } = balance.data.balances;
  const amount = (value: string | null, currency: string) => (
    <HideableAmount value={value} currency={currency} />
  );
  return (
    <Card padding="wide" aria-label={t("total")}>
      <div className="flex items-center justify-between">
        <h2 className="text-body text-text-2">{t("total")}</h2>
        <div className="-my-2 -mr-3">
          <HideBalancesButton />
        </div>
      </div>
      <p className="font-semibold text-page">{amount(totalUsdt, "USDT")}</p>
      <div className="mt-3">
        <KeyValueRows
          rows={[
            { label: ofHome("availableUsdt"), value: amount(USDT.available, "USDT") },
            { label: t("held"), value: amount(USDT.held, "USDT") },
            { label: ofHome("openStakes"), value: amount(USDT.escrow, "USDT") },
            { label: ofHome("availableXaut"), value: amount(XAUT.available, "XAUT") },
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
      </div>
    </Card>
  );
}
