import { openOption as openLedgerOption } from "@/lib/ledger/open-option";
import type { OpenedOption } from "@/lib/ledger/schema";
import { getTickAt } from "@/lib/market/data";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode, invalidField } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { uuidFrom } from "@/lib/platform/security/hash";
import { type Text, text } from "@/lib/platform/text";
import type { UserId } from "@/lib/sessions/user-id";
import { getSettings } from "@/lib/settings/data";
import type { Settings } from "@/lib/settings/schema";
import { isLogBehind, logForAnswer } from "@/lib/transparency/state";
import { withRangeDetails } from "./range";
import {
  isOptionBlocked,
  mergeLimits,
  offeredDurations,
  ratePpm,
  settingMicro,
  termsRefusal,
} from "./rules";
import type { OpenOptionInput, OpenSpotInput, OpenTradeResponse } from "./schema";
import { toAcceptedOption } from "./serializers";
import { openSpotTrade } from "./spot";

export type Trader = { userId: UserId; countryIso: string };

/**
 * Opens an option, whose first answer is repeated for the same key and input, or a spot trade, which is answered as it
 * is now.
 * @throws AppError NOT_AVAILABLE_IN_COUNTRY, PRODUCT_DISABLED, LOG_BEHIND, RISK_NOT_ACCEPTED, VALIDATION and
 *   everything that openOption() of the ledger and openSpotTrade() throw
 */
export async function openTrade(
  trader: Trader,
  input: OpenOptionInput | OpenSpotInput,
  idempotencyKey: string,
): Promise<OpenTradeResponse & { message?: Text }> {
  const opened =
    input.type === "option"
      ? openOption(trader, input, idempotencyKey)
      : openSpotTrade(trader.userId, input, idempotencyKey);
  const answer = await withRangeDetails(input.type, trader.userId, opened);
  // Not a copy: that of a trade that waits would no longer be marked as 202.
  return Object.assign(answer, { log: logForAnswer(trader.userId, idempotencyKey) });
}

const NO_SUCH_DURATION = text("errors.trading.chooseOneOfferedDurations");

/** What stands in an option's way, as far as the site's settings and its public log say. Null when nothing does. */
function siteRefusal(settings: Settings, countryIso: string): ErrorCode | null {
  if (isOptionBlocked(settings, countryIso)) return "NOT_AVAILABLE_IN_COUNTRY";
  if (!settings.optionEnabled) return "PRODUCT_DISABLED";
  return isLogBehind() ? "LOG_BEHIND" : null;
}

/** What the site's settings allow everybody; the user's own trade-config narrows it in the ledger. */
function siteLimits(settings: Settings) {
  const { minMicro, maxMicro } = mergeLimits(settings, null, "").option;
  return {
    riskVersion: settings.riskVersion,
    minAmountMicro: minMicro,
    maxAmountMicro: maxMicro,
    dailyTradeLimit: settings.dailyTradeLimit,
    minSources: env.MARKET_MIN_SOURCES ?? (env.REAL_MONEY ? 2 : 1),
    capPerSecondMicro: settingMicro(settings.optionCapPerExpirySecond),
    capPerDirectionMicro: settingMicro(settings.optionCapPerDirection),
  };
}

async function openOption(
  trader: Trader,
  input: OpenOptionInput,
  idempotencyKey: string,
): Promise<Omit<OpenTradeResponse, "log">> {
  const settings = await getSettings();
  const amountMicro = parseMicro(input.amount);
  if (amountMicro === null || amountMicro <= 0n) {
    throw invalidField("amount", text("errors.common.enterAmountAboveZero"));
  }
  const offer = offeredDurations(settings).find(({ seconds }) => seconds === input.duration);
  const payoutRatePpm = offer ? Number(ratePpm(offer.payoutRate)) : 0;
  const refusal =
    siteRefusal(settings, trader.countryIso) ??
    (offer ? termsRefusal(input.payoutRate, payoutRatePpm) : "VALIDATION");
  const opened = await openLedgerOption({
    userId: trader.userId,
    key: uuidFrom(idempotencyKey),
    refusal,
    direction: input.direction,
    amountMicro,
    durationSeconds: input.duration,
    payoutRatePpm,
    reviewedRatePpm: input.payoutRate === undefined ? undefined : Number(ratePpm(input.payoutRate)),
    ...siteLimits(settings),
  }).catch((error: unknown) => {
    const isDuration = error instanceof AppError && error.code === "VALIDATION";
    throw isDuration ? invalidField("duration", NO_SUCH_DURATION) : error;
  });
  return {
    trade: toAcceptedOption({
      id: opened.tradeId,
      number: opened.number,
      direction: input.direction,
      amountMicro,
      payoutRatePpm,
      durationSeconds: input.duration,
      openedAt: opened.openedAt,
      simulated: opened.simulated ?? false,
      ...(opened.replayed ? await firstTerms(opened) : {}),
    }),
    available: formatMicro(opened.availableMicro),
  };
}

/** The rate and the kind of prices of the first answer, whatever settings and market say by now. */
async function firstTerms({ tradeId, openedAt }: OpenedOption) {
  const [trade, tick] = await Promise.all([
    prisma.trade.findUniqueOrThrow({ where: { id: tradeId } }),
    getTickAt(openedAt),
  ]);
  return { payoutRatePpm: trade.payoutRatePpm ?? 0, simulated: tick?.simulated ?? false };
}
