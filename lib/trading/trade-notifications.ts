/** Tells users what became of their options and spot trades. Same words for win and loss. */

import { defineDelivery, type Told } from "@/lib/notifications/delivery";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { numbered, type Text, text } from "@/lib/platform/text";
import { exactAmount } from "@/lib/platform/ui/exact-amount";
import { formatPrice } from "@/lib/platform/ui/format";
import type { TradeDto } from "./schema";

type OptionRow = {
  type: "option";
  status: "won" | "lost" | "refunded" | "void";
  direction: "up" | "down";
  payoutMicro: bigint;
  exitPriceE8: bigint | null;
  durationSeconds: number;
  simulated: boolean;
};
type VoidRow = {
  type: "manual";
  status: "void";
  side: "buy" | "sell";
  voidReason: NonNullable<TradeDto["voidReason"]>;
};
type SpotRow = {
  type: "manual" | "ai";
  status: "filled";
  side: "buy" | "sell";
  entryPriceE8: bigint;
  feeMicro: bigint;
  receivedMicro: bigint;
  pnlMicro: bigint | null;
  simulated: boolean;
};
type Trade = { id: string; number: bigint; userId: string; amountMicro: bigint } & (
  | OptionRow
  | SpotRow
  | VoidRow
);

const usdt = (micro: bigint, sign = false) => exactAmount(micro, "USDT", sign);

function settlementText(row: OptionRow): Text {
  if (row.exitPriceE8 === null || row.status === "void") {
    return text("notices.trading.priceMissing");
  }
  const price = formatPrice(formatPriceE8(row.exitPriceE8), { exact: true });
  return row.simulated
    ? text("notices.trading.simulatedSettlementPrice", { price })
    : text("notices.trading.settlementPrice", { price });
}

function optionMessage(row: OptionRow & Pick<Trade, "amountMicro">): Text {
  return text("notices.trading.settlement", {
    direction: text(`notices.trading.${row.direction}`),
    amount: usdt(row.amountMicro),
    seconds: row.durationSeconds,
    outcome: text(`notices.trading.outcomes.${row.status}`),
    settlement: settlementText(row),
    payout: usdt(row.payoutMicro),
  });
}

function spotMessage(row: SpotRow & Pick<Trade, "amountMicro">): Text {
  const [given, got] = [row.amountMicro, row.receivedMicro];
  const exact = formatPrice(formatPriceE8(row.entryPriceE8), { exact: true });
  const price = row.simulated ? text("notices.trading.simulatedPrice", { price: exact }) : exact;
  const terms = { price, fee: usdt(row.feeMicro) };
  const message =
    row.side === "buy"
      ? text("notices.trading.bought", {
          ...terms,
          got: exactAmount(got, "XAUT"),
          given: usdt(given),
        })
      : text("notices.trading.sold", {
          ...terms,
          given: exactAmount(given, "XAUT"),
          got: usdt(got),
        });
  return row.pnlMicro === null
    ? message
    : text("notices.trading.result", { message, result: usdt(row.pnlMicro, true) });
}

const voidMessage = ({
  side,
  amountMicro,
  voidReason,
}: VoidRow & Pick<Trade, "amountMicro">): Text =>
  text(`notices.trading.notFilled.${voidReason}`, {
    order: text(`notices.trading.orders.${side}`, {
      amount: exactAmount(amountMicro, side === "buy" ? "USDT" : "XAUT"),
    }),
  });

function messageOf(row: Trade): Text {
  if (row.type === "option") return optionMessage(row);
  return row.status === "void" ? voidMessage(row) : spotMessage(row);
}

/**
 * What is told of one trade. The notification's type tells the kind of trade (`option-trade`, `manual-trade`,
 * `ai-trade`): clients go by it when they decide what floats.
 */
function toldOf(row: Trade): Told {
  const { id, userId, type, status } = row;
  const payout = type === "option" ? { payout: formatMicro(row.payoutMicro) } : {};
  return [
    { t: "trade", u: userId, id, type, status, ...payout },
    {
      userId,
      type: `${type}-trade`,
      title:
        type === "manual" && status === "void"
          ? text("notices.trading.titles.notFilled")
          : text(`notices.trading.titles.${type}`),
      message: numbered(messageOf(row), row.number),
    },
    { t: "balance", u: userId },
  ];
}

/** Of trades that are over: settled or void options, filled or void spot trades. */
export const tradeDelivery = defineDelivery(
  "trade_closed",
  async (tx, trades: { tradeId: string }[]) => {
    const rows = await tx.$queryRaw<Trade[]>`
    SELECT t.id, t.number, t.user_id AS "userId", t.type, t.status, t.direction, t.side, t.amount_micro AS "amountMicro",
      t.payout_micro AS "payoutMicro", t.exit_price_e8 AS "exitPriceE8", t.duration_seconds AS "durationSeconds",
      t.entry_price_e8 AS "entryPriceE8", t.fee_micro AS "feeMicro", t.received_micro AS "receivedMicro",
      t.pnl_micro AS "pnlMicro", t.simulated, t.void_reason AS "voidReason"
    FROM trade t WHERE t.id = ANY (${trades.map(({ tradeId }) => tradeId)}::uuid[])`;
    const told = new Map(rows.map((row) => [row.id, toldOf(row)]));
    return trades.map(({ tradeId }) => told.get(tradeId) ?? []);
  },
);
