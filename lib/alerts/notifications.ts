/** Tells users that a price is there that they asked to be told of. */

import { defineDelivery } from "@/lib/notifications/delivery";
import { formatPriceE8 } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import { formatPrice } from "@/lib/platform/ui/format";
import type { AlertDirection } from "./rules";

type Fired = {
  id: string;
  userId: string;
  direction: AlertDirection;
  priceE8: string;
  reachedE8: string;
  simulated: boolean;
};

const shown = (e8: string) => formatPrice(formatPriceE8(BigInt(e8)), { exact: true });

/** Of alerts that fired. */
export const alertDelivery = defineDelivery("price_alert", async (_tx, fired: Fired[]) =>
  fired.map(({ id, userId, direction, priceE8, reachedE8, simulated }) => [
    { t: "alert", u: userId, id },
    {
      userId,
      type: "price-alert",
      title: text("notices.alerts.title"),
      message: text(`notices.alerts.${simulated ? "simulated" : "recorded"}.${direction}`, {
        price: shown(priceE8),
        reached: shown(reachedE8),
      }),
    },
  ]),
);
