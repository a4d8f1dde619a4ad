"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { Mark } from "@/components/charts/lines/chart-lines";
import { showToast } from "@/components/ui/overlays/toast";
import { useAddAlert, useAlerts, useDeleteAlert } from "@/lib/alerts/client";
import { messageOf } from "@/lib/platform/client/api";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatPrice } from "@/lib/platform/ui/format";

/**
 * The alerts that wait as lines of a chart, and what moves one: another is made, then the old one is deleted, so that
 * no failure leaves somebody without it. Above the price of now it waits for that price or more, below it for less.
 */
export function useAlertMarks(now: string | null) {
  const t = useTranslations("charts.lines");
  const { data } = useAlerts();
  const { mutateAsync: add } = useAddAlert();
  const { mutateAsync: remove } = useDeleteAlert();
  const [moving, setMoving] = useState<{ id: string; price: string } | null>(null);
  const marks = useMemo(
    () =>
      (data?.alerts ?? [])
        .filter(({ firedAt }) => firedAt === null)
        .map(({ id, price, direction }): Mark => {
          const shown = moving?.id === id ? moving.price : price;
          return {
            line: { id, price: Number(shown) },
            tone: "alert",
            label: t(`alert.${direction}`),
          };
        }),
    [data, moving, t],
  );
  const move = async (id: string, price: string) => {
    const alert = data?.alerts.find((one) => one.id === id);
    if (!alert || moving) return;
    const side = now === null ? 0 : compareDecimal(price, now);
    const direction = side === 0 ? alert.direction : side > 0 ? "above" : "below";
    setMoving({ id, price });
    try {
      await add({ direction, price });
      await remove(id);
      showToast.success(t("alertMoved", { price: formatPrice(price) }));
    } catch (error) {
      showToast.error(messageOf(error));
    }
    setMoving(null);
  };
  return { marks, move };
}
