/** Limits of one user and the reset of their daily count: they decide what may begin, never how it ends. */

import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { TradeConfig } from "@/lib/generated/prisma/client";
import { sendNotification } from "@/lib/notifications/mutations";
import { prisma, type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { formatMicro, parseMicro } from "@/lib/platform/money";
import { type Text, text } from "@/lib/platform/text";
import { now } from "@/lib/platform/time";
import { lockTarget } from "@/lib/staff/target";
import type { TradeConfigDto, TradeConfigInput, TradeConfigResponse } from "./config-schema";
import { getTradingRules } from "./data";
import { toTradeSettings } from "./serializers";

function toConfig(row: TradeConfig): TradeConfigDto {
  const micro = (value: bigint | null) => (value === null ? null : formatMicro(value));
  return {
    optionEnabled: row.optionEnabled,
    manualEnabled: row.manualEnabled,
    aiEnabled: row.aiEnabled,
    minAmount: micro(row.minAmountMicro),
    maxAmount: micro(row.maxAmountMicro),
    dailyTradeLimit: row.dailyTradeLimit,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A user's own limits and what they may trade with them. @throws AppError NOT_FOUND */
export async function getTradeConfig(userId: string): Promise<TradeConfigResponse> {
  const user = await prisma.user.findUnique({ where: { id: userId } });
  if (!user || user.erasedAt) throw new AppError("NOT_FOUND");
  const [row, rules] = await Promise.all([
    prisma.tradeConfig.findUnique({ where: { userId } }),
    getTradingRules(userId, user.countryIso),
  ]);
  return { config: row ? toConfig(row) : null, settings: toTradeSettings(rules) };
}

type Columns = Partial<Omit<TradeConfig, "userId" | "createdAt" | "updatedAt">>;

function columnsOf(input: TradeConfigInput): Columns {
  const { seen: _, updatedAt: __, minAmount, maxAmount, ...rest } = input;
  const micro = (value: string | null | undefined) =>
    value === null || value === undefined ? value : parseMicro(value);
  return {
    ...rest,
    ...(minAmount === undefined ? {} : { minAmountMicro: micro(minAmount) }),
    ...(maxAmount === undefined ? {} : { maxAmountMicro: micro(maxAmount) }),
  };
}

/** @throws AppError VALIDATION when the smallest amount is above the largest */
function checkRange(columns: Columns): void {
  const { minAmountMicro: min, maxAmountMicro: max } = columns;
  if (typeof min === "bigint" && typeof max === "bigint" && max < min) {
    throw invalidField("maxAmount", text("errors.trading.theLargestAmountBelowSmallest"));
  }
}

const auditOf = (row: TradeConfig | null) => {
  if (!row) return null;
  const { updatedAt: _, ...limits } = toConfig(row);
  return limits;
};

/** Writes a user's limits with everything that follows from it, their row locked. */
async function store(
  tx: Tx,
  actor: Actor,
  userId: string,
  before: TradeConfig | null,
  columns: Columns | null,
): Promise<void> {
  let after: TradeConfig | null = null;
  if (columns) {
    const { userId: _, createdAt: __, updatedAt: ___, ...kept } = before ?? ({} as TradeConfig);
    checkRange({ ...kept, ...columns });
    const data = { ...columns, updatedAt: now() };
    after = await tx.tradeConfig.upsert({
      where: { userId },
      create: { userId, ...data },
      update: data,
    });
  } else {
    await tx.tradeConfig.delete({ where: { userId } });
  }
  await appendAudit(tx, actor, {
    action: after ? "trade-config.change" : "trade-config.remove",
    targetType: "trade_config",
    targetId: userId,
    subjectUserId: userId,
    before: auditOf(before),
    after: auditOf(after),
  });
  await sendNotification(tx, {
    userId,
    type: "account",
    title: text("notices.trading.tradingLimitsChanged"),
    message: after
      ? text("notices.trading.supportChangedWhatYouTradeYour")
      : text("notices.trading.supportRemovedYourOwnTradingLimits"),
  });
}

/**
 * Gives a user limits of their own. @throws AppError FORBIDDEN for oneself, NOT_FOUND, CONFLICT when
 * they have some already, VALIDATION
 */
export async function createTradeConfig(
  actor: Actor,
  userId: string,
  input: TradeConfigInput,
): Promise<TradeConfigResponse> {
  await transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    if (await tx.tradeConfig.findUnique({ where: { userId } })) {
      throw new AppError("CONFLICT", {
        message: text("errors.trading.thisUserLimitsAlreadyPleaseReload"),
      });
    }
    await store(tx, actor, userId, null, columnsOf(input));
  });
  return getTradeConfig(userId);
}

/**
 * Changes a user's limits, or gives them some. @throws AppError FORBIDDEN for oneself, NOT_FOUND,
 * CONFLICT when they are newer than what the caller saw, VALIDATION
 */
export async function changeTradeConfig(
  actor: Actor,
  userId: string,
  input: TradeConfigInput,
): Promise<TradeConfigResponse> {
  await transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    const before = await tx.tradeConfig.findUnique({ where: { userId } });
    await checkSeen(tx, userId, before, input.seen);
    await store(tx, actor, userId, before, columnsOf(input));
  });
  return getTradeConfig(userId);
}

/**
 * Takes a user's limits away. @throws AppError FORBIDDEN for oneself, NOT_FOUND without any, CONFLICT when
 * they are not what the caller saw, where they say what
 */
export async function removeTradeConfig(
  actor: Actor,
  userId: string,
  seen: string | undefined,
): Promise<TradeConfigResponse> {
  await transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    const before = await tx.tradeConfig.findUnique({ where: { userId } });
    await checkSeen(tx, userId, before, seen);
    if (!before) throw new AppError("NOT_FOUND");
    await store(tx, actor, userId, before, null);
  });
  return getTradeConfig(userId);
}

/** @throws AppError CONFLICT when the limits are not what the caller saw (null: none), where they say what */
async function checkSeen(
  tx: Tx,
  userId: string,
  row: TradeConfig | null,
  seen: string | null | undefined,
): Promise<void> {
  if (seen !== undefined && (row?.updatedAt.toISOString() ?? null) !== seen) {
    throw new AppError("CONFLICT", { message: await whoWasFaster(tx, userId) });
  }
}

async function whoWasFaster(tx: Tx, userId: string): Promise<Text> {
  const entry = await tx.auditEntry.findFirst({
    where: { subjectUserId: userId, targetType: "trade_config" },
    orderBy: { seq: "desc" },
  });
  return text("errors.trading.limitsChanged", {
    who: entry?.actorName ?? text("notices.somebody"),
  });
}

type Count = { used: number; isAgain: boolean };

/**
 * Starts a user's count of today's trades afresh: trades before this moment no longer count against
 * the daily limit. Nothing else about them changes. A second time without a trade in between does nothing.
 * @throws AppError FORBIDDEN for oneself, NOT_FOUND
 */
export async function resetTradeCount(actor: Actor, userId: string): Promise<void> {
  return transaction(async (tx) => {
    await lockTarget(tx, actor, userId);
    const [count] = await tx.$queryRaw<Count[]>`
      SELECT daily_trades_used(id) AS used, coalesce(
        trade_count_reset_at >= date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', false) AS "isAgain"
      FROM app_user WHERE id = ${userId}::uuid`;
    if (!count || (count.used === 0 && count.isAgain)) return;
    // What was opened at this very moment is before it, too.
    await tx.$executeRaw`
      UPDATE app_user SET trade_count_reset_at = app_now() + interval '1 microsecond' WHERE id = ${userId}::uuid`;
    await appendAudit(tx, actor, {
      action: "user.reset-trade-count",
      targetType: "user",
      targetId: userId,
      subjectUserId: userId,
      before: { dailyTradesUsed: count.used },
      after: { dailyTradesUsed: 0 },
    });
    await sendNotification(tx, {
      userId,
      type: "account",
      title: text("notices.trading.dailyTradeCountReset"),
      message: text("notices.trading.supportResetYourCountTodaysTrades"),
    });
  });
}
