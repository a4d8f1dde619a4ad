import { fillSpotTrade } from "@/lib/ledger/spot";
import { invalidField } from "@/lib/platform/errors";
import { formatMicro, parseDecimal, parseMicro } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import { uuidFrom } from "@/lib/platform/security/hash";
import { type Text, text } from "@/lib/platform/text";
import { getSettings } from "@/lib/settings/data";
import { getTrade } from "./data";
import { mergeLimits, ratePpm, termsRefusal } from "./rules";
import type { OpenSpotInput, OpenTradeResponse } from "./schema";
import { toTrade } from "./serializers";

/**
 * Fills a spot trade at the newest recorded tick. Minimum and maximum are in USDT: a sale counts with its
 * value, and the whole rest may be sold however small it is.
 * @throws AppError VALIDATION and everything that fillSpotTrade() of the ledger throws
 */
export async function openSpotTrade(
  userId: string,
  input: OpenSpotInput,
  idempotencyKey: string,
): Promise<OpenTradeResponse & { message: Text }> {
  const settings = await getSettings();
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const site = mergeLimits(settings, null, "");
  const feeRatePpm = Number(ratePpm(settings.manualFeeRate));
  const filled = await fillSpotTrade({
    userId,
    key: uuidFrom(idempotencyKey),
    side: input.side,
    amountMicro,
    limitPriceE8: input.limitPrice === undefined ? null : parseDecimal(input.limitPrice, 8),
    refusal: settings.manualEnabled ? termsRefusal(input.feeRate, feeRatePpm) : "PRODUCT_DISABLED",
    reviewedFeePpm: input.feeRate === undefined ? undefined : Number(ratePpm(input.feeRate)),
    feeRatePpm,
    spreadPpm: Number(ratePpm(settings.manualSpread)),
    minAmountMicro: site.manual.minMicro,
    maxAmountMicro: site.manual.maxMicro,
    dailyTradeLimit: site.dailyTradeLimit,
  });
  if (!filled.replayed) wakeRelay();
  return {
    message: text("notices.trading.tradeFilled"),
    trade: toTrade(await getTrade(filled.tradeId, userId)),
    available: formatMicro(filled.usdtMicro),
    availableXaut: formatMicro(filled.xautMicro),
  };
}
