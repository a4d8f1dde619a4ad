/** Tells users that their options have begun, and at which price. */

import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { formatPriceE8 } from "@/lib/platform/money";
import { type Text, text } from "@/lib/platform/text";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatPrice } from "@/lib/platform/ui/format";

/** Later it is no news any more, only a change on the screen: nothing may have told of it for long. */
const TOLD_WITHIN = "10 minutes";

type Opening = {
  id: string;
  isNews: boolean;
  userId: string;
  direction: "up" | "down";
  amountMicro: bigint;
  collateralMicro: bigint;
  durationSeconds: number;
  entryPriceE8: bigint;
  expiresAt: Date;
  simulated: boolean;
};

const usdt = (micro: bigint) => exactAmount(micro, "USDT");

function messageOf(row: Opening): Text {
  const price = formatPrice(formatPriceE8(row.entryPriceE8), { exact: true });
  const end = formatUtc(row.expiresAt, { style: "timeSeconds", zone: true });
  const payout = usdt(row.amountMicro + row.collateralMicro);
  return text(row.simulated ? "notices.trading.openedSimulated" : "notices.trading.opened", {
    direction: text(`notices.trading.${row.direction}`),
    amount: usdt(row.amountMicro),
    seconds: row.durationSeconds,
    price,
    end,
    payout,
  });
}

/**
 * What is told of one opening. `trade` itself is the event of a settled option, and whoever waits for that must not
 * take this for it. The stake left at the opening; other tabs and devices hear of it here, off its hot path.
 */
function toldOf(row: Opening): Told {
  const { id, userId, isNews } = row;
  const notification = {
    userId,
    type: "option-trade",
    title: text("notices.trading.optionOpened"),
    message: messageOf(row),
  };
  return [
    { t: "trade:entered", u: userId, id },
    { t: "balance", u: userId },
    ...(isNews ? [notification] : []),
  ];
}

/** Of options that got their entry price. */
export const openingDelivery = defineDelivery(
  "option_opened",
  async (tx, options: { tradeId: string }[]) => {
    const rows = await tx.$queryRaw<Opening[]>`
    SELECT t.id, t.entry_at > app_now() - ${TOLD_WITHIN}::interval AS "isNews", t.user_id AS "userId", t.direction,
      t.amount_micro AS "amountMicro", t.collateral_micro AS "collateralMicro", t.duration_seconds AS "durationSeconds",
      t.entry_price_e8 AS "entryPriceE8", t.expires_at AS "expiresAt", t.simulated
    FROM trade t WHERE t.id = ANY (${options.map(({ tradeId }) => tradeId)}::uuid[])`;
    const told = new Map(rows.map((row) => [row.id, toldOf(row)]));
    return options.map(({ tradeId }) => told.get(tradeId) ?? []);
  },
);
