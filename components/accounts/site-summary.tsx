import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { changeAmount } from "@/components/market/change";
import { ChangeText } from "@/components/ui/display/change-text";
import { Sparkline } from "@/components/ui/display/sparkline";
import { TextLink } from "@/components/ui/text-link";
import type { PriceResponse } from "@/lib/market/schema";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import type { Settings } from "@/lib/settings/schema";

export interface SiteSummaryProps {
  /** What the site asks for, from its settings. */
  costs: Pick<Settings, "manualFeeRate" | "storageFeeRate" | "withdrawalMin" | "withdrawalFee">;
  price: PriceResponse;
  /** The exchanges that the price is made of. */
  exchanges: string[];
  /** Prices of the last 24 hours in time order, for drawing only. */
  line: number[];
}

/** What a visitor can know before they log in: the price as it was recorded, what the site does and costs, and its risk. */
export function SiteSummary({ costs, price, exchanges, line }: SiteSummaryProps) {
  const t = useTranslations("entry");
  return (
    <aside
      aria-label={t("label")}
      className="min-w-0 border-line border-t bg-surface-2 px-5 py-10 lg:border-t-0 lg:border-l lg:px-8 lg:pt-[calc(10vh+3rem)] lg:pb-12"
    >
      <div className="mx-auto flex max-w-[480px] flex-col gap-6">
        <PriceNow price={price} exchanges={exchanges} line={line} />
        <ul className="border-line border-y">
          <Fact title={t("trade")}>
            {t("tradeText", {
              fee: formatRate(costs.manualFeeRate),
              storageFee: formatRate(costs.storageFeeRate),
            })}
          </Fact>
          <Fact title={t("save")}>{t("saveText")}</Fact>
          <Fact title={t("proof")}>
            {t.rich("proofText", {
              link: (words) => <TextLink href="/transparency/how">{words}</TextLink>,
            })}
          </Fact>
          <Fact title={t("withdraw")}>
            {t("withdrawText", {
              minimum: formatAmount(costs.withdrawalMin, "USDT"),
              fee: formatAmount(costs.withdrawalFee, "USDT"),
            })}
          </Fact>
        </ul>
        <p className="text-caption text-text-2">{t("risk")}</p>
      </div>
    </aside>
  );
}

function PriceNow({ price, exchanges, line }: Omit<SiteSummaryProps, "costs">) {
  const t = useTranslations("entry");
  if (price.price === null || price.stale) return <p className="text-text-2">{t("none")}</p>;
  const time = formatUtc(price.at, { style: "timeSeconds", zone: true });
  const chart = t("chart", { from: formatPrice(price.price24hAgo), to: formatPrice(price.price) });
  return (
    <div>
      <p className="text-caption text-text-2">{t("pair")}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-figure">{formatPrice(price.price)}</span>
        <span className="flex items-baseline gap-x-1">
          <ChangeText value={changeAmount(price)} percent={price.change24h} />
          <span className="text-caption text-text-2">{t("day")}</span>
        </span>
      </p>
      <p className="text-caption text-text-2">
        {price.source === "live"
          ? t("live", { count: exchanges.length, names: exchanges.join(", "), time })
          : t(price.source ?? "simulated", { time })}
      </p>
      <Sparkline values={line} label={chart} className="mt-4" />
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-line border-t py-3 first:border-t-0">
      <p className="font-semibold">{title}</p>
      <p className="text-caption text-text-2">{children}</p>
    </li>
  );
}
