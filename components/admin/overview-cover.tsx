"use client";

import { useTranslations } from "next-intl";
import { BarTrend } from "@/components/charts/trends";
import { Card, SectionTitle } from "@/components/ui/card";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { TextLink } from "@/components/ui/text-link";
import type { CoverDto } from "@/lib/overview/schema";
import { formatAmount } from "@/lib/platform/ui/format";

/** What the house has promised, what is set aside for it, and what is free for more. */
export function OverviewCover({ cover, mayHouse }: { cover: CoverDto[]; mayHouse: boolean }) {
  const t = useTranslations("staffOverview.cover");
  const inUsdt = cover.filter(({ currency }) => currency === "USDT");
  const gold = cover.find(({ currency }) => currency === "XAUT");
  const options = inUsdt.find(({ product }) => product === "options");
  const savings = inUsdt.find(({ product }) => product === "savings");
  const usdt = (value: string | undefined) => formatAmount(value, "USDT");
  return (
    <Card>
      <BarTrend
        title={t("title")}
        summary={t("summary", {
          options: usdt(options?.promised),
          savings: usdt(savings?.promised),
        })}
        series={[
          { key: "promised", label: t("promised") },
          { key: "setAside", label: t("setAside") },
          { key: "free", label: t("free") },
        ]}
        points={inUsdt.map(({ product, promised, setAside, free }) => ({
          label: t(`products.${product}`),
          values: { promised, setAside, free },
        }))}
        labelHeader={t("product")}
        format={(value) => formatAmount(value, "USDT")}
      />
      {gold ? (
        <section aria-labelledby="gold-cover" className="mt-2">
          <SectionTitle id="gold-cover">{t("gold")}</SectionTitle>
          <KeyValueRows
            rows={(["promised", "setAside", "free"] as const).map((part) => ({
              label: t(part),
              value: formatAmount(gold[part], "XAUT"),
            }))}
          />
        </section>
      ) : null}
      {mayHouse ? (
        <p className="mt-2">
          <TextLink look="action" href="/admin/house">
            {t("toHouse")}
          </TextLink>
        </p>
      ) : null}
    </Card>
  );
}
