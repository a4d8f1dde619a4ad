import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { PriceLine } from "@/components/charts/chart-drawing";
import type { LiveState } from "@/components/market/use-live-price";
import { useOpenOrders } from "@/lib/orders/client";
import { formatPrice } from "@/lib/platform/ui/format";
import { usePosition } from "@/lib/trading/client";

/** The average cost and the orders that wait as lines of the chart; the same array while they stay the same. */
export function useFixedLines(live: Pick<LiveState, "poll">): readonly PriceLine[] {
  const t = useTranslations("spot.position");
  const order = useTranslations("orders");
  const lines = useTranslations("charts.lines");
  const averageCost = usePosition().data?.averageCost ?? null;
  const orders = useOpenOrders(live).data?.orders;
  return useMemo(
    () => [
      ...(averageCost === null
        ? []
        : [
            {
              id: "average-cost",
              price: averageCost,
              name: `${t("averageCost")} ${formatPrice(averageCost)}`,
              label: t("averageCost"),
            },
          ]),
      ...(orders ?? []).map(({ id, type, side, price }) => ({
        id,
        price,
        name: order(`names.${type}.${side}`, { price: formatPrice(price, { exact: true }) }),
        label: order(`lineNames.${type}.${side}`),
        note: lines("orderNote"),
      })),
    ],
    [averageCost, orders, t, order, lines],
  );
}
