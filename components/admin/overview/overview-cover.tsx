"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { TextLink } from "@/components/ui/text-link";
import type { CoverDto } from "@/lib/overview/schema";
import { formatAmount } from "@/lib/platform/ui/format";

/** What the house has promised, what is set aside for it, and what is free for more. */
export function OverviewCover({ cover, mayHouse }: { cover: CoverDto[]; mayHouse: boolean }) {
  const t = useTranslations("staffOverview.cover");
  const promised = (product: CoverDto["product"]) =>
    formatAmount(
      cover.find((one) => one.product === product && one.currency === "USDT")?.promised,
      "USDT",
    );
  return (
    <Card aria-labelledby="house-cover">
      <SectionTitle id="house-cover">{t("title")}</SectionTitle>
      <p className="text-text-2">
        {t("summary", { options: promised("options"), savings: promised("savings") })}
      </p>
      {/* No drawing: one large amount would hide all the others. */}
      {cover.map(({ product, currency, ...amounts }) => {
        const id = `cover-${product}-${currency}`;
        return (
          <section key={id} aria-labelledby={id} className="mt-3">
            <h3 id={id} className="font-semibold">
              {t("of", { product: t(`products.${product}`), currency })}
            </h3>
            <KeyValueRows
              rows={(["promised", "setAside", "free"] as const).map((part) => ({
                label: t(part),
                value: formatAmount(amounts[part], currency),
              }))}
            />
          </section>
        );
      })}
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
