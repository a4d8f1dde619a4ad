import { balancesOf } from "@/lib/ledger/data";
import { readEnded } from "@/lib/ledger/fills/fill-waits";
import { fillOrders } from "@/lib/ledger/fills/fills";
import { acceptSpotTrade } from "@/lib/ledger/spot";
import { AppError, invalidField } from "@/lib/platform/errors";
import { type Accepted, accepted } from "@/lib/platform/http/accepted";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { uuidFrom } from "@/lib/platform/security/hash";
import { type Text, text } from "@/lib/platform/text";
import type { UserId } from "@/lib/sessions/user-id";
import { getTrade } from "./data";
import { ratePpm } from "./rules";
import type { OpenSpotInput, OpenTradeResponse } from "./schema";
import { toTrade } from "./serializers";

type Response = Omit<OpenTradeResponse, "log"> & { message: Text };

/**
 * Accepts a spot trade and waits up to 3 s for its fill at the first usable tick after acceptance. Minimum and maximum
 * are in USDT: a sale counts with its value at the newest price, and the whole rest may be sold however small it is.
 * The same key and input again returns the trade as it is now.
 * @returns the filled trade; marked as 202 while it is pending
 * @throws AppError VALIDATION, why the trade is void (PRICE_MOVED, NO_PRICE, HOUSE_LIMIT,
 *   TRADE_AMOUNT_OUT_OF_RANGE), and everything that acceptSpotTrade() throws
 */
export async function openSpotTrade(
  userId: UserId,
  input: OpenSpotInput,
  idempotencyKey: string,
): Promise<Response | Accepted<Response>> {
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const { tradeId, replayed } = await acceptSpotTrade({
    userId,
    key: uuidFrom(idempotencyKey),
    side: input.side,
    amountMicro,
    limitPriceE8: input.limitPrice === undefined ? null : parseDecimal(input.limitPrice, 8),
    reviewedFeePpm: input.feeRate === undefined ? undefined : Number(ratePpm(input.feeRate)),
  });
  const trade = await readEnded(tradeId, () => getTrade(tradeId, userId), fillOrders, {
    isNew: !replayed,
  });
  if (trade.status === "void") throw new AppError(trade.voidReason ?? "NO_PRICE");
  const { USDT, XAUT } = await balancesOf(userId);
  const state = {
    trade: toTrade(trade),
    available: formatMicro(USDT.available),
    availableXaut: formatMicro(XAUT.available),
  };
  return trade.status === "pending"
    ? accepted({ message: text("notices.trading.tradePending"), ...state })
    : { message: text("notices.trading.tradeFilled"), ...state };
}
