"use client";

import { BellRing } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import type { PriceResponse } from "@/lib/market/schema";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { PriceChart } from "./price-chart";
import { PriceHeader } from "./price-header";
import { useLivePrice } from "./use-live-price";

const AlertSheet = lazyDialog(() => import("./alert-sheet").then((module) => module.AlertSheet));

/** The gold market: price, day's range, candles and the way to a trade. */
export function MarketView({ userId }: { userId: string }) {
  const t = useTranslations("market");
  const { price, poll } = useLivePrice();
  const [isAlerting, setAlerting] = useState(false);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-12">
      <Card className="lg:col-span-8" aria-label={t("chart")}>
        <PriceHeader />
        <div className="mt-3">
          <PriceChart userId={userId} poll={poll} />
        </div>
      </Card>
      <div className="space-y-4 lg:sticky lg:top-20 lg:col-span-4">
        <Card aria-labelledby="market-day">
          <SectionTitle id="market-day">{t("dayTitle")}</SectionTitle>
          <KeyValueRows
            rows={[
              { label: t("high"), value: formatPrice(price?.high24h) },
              { label: t("low"), value: formatPrice(price?.low24h) },
              {
                label: t("volume"),
                value: formatAmount(price?.volume24h, "XAUT", { unmarked: true }),
              },
              { label: t("source"), value: <Sources price={price} /> },
            ]}
          />
          <ButtonLink href="/trade" wide className="mt-3">
            {t("trade")}
          </ButtonLink>
          <Button
            variant="outline"
            wide
            className="mt-3"
            icon={<BellRing aria-hidden="true" />}
            onClick={() => setAlerting(true)}
          >
            {t("alertMe")}
          </Button>
          <p className="mt-3">{t("risk")}</p>
        </Card>
        <Card aria-labelledby="about-xaut">
          <SectionTitle id="about-xaut">{t("aboutTitle")}</SectionTitle>
          <p className="text-text-2">{t("about")}</p>
        </Card>
      </div>
      <AlertSheet
        open={isAlerting}
        onClose={() => setAlerting(false)}
        price={price?.price ?? null}
      />
    </div>
  );
}

function Sources({ price }: { price: PriceResponse | null }) {
  const t = useTranslations("market");
  if (!price?.source) return formatPrice(null);
  return price.source === "live" ? price.sources.join(", ") : t(`sources.${price.source}`);
}
