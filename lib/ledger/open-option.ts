import { type Batching, inBatches } from "@/lib/platform/batches";
import { currentAccount, prisma, sql } from "@/lib/platform/db";
import { attempt } from "./attempt";
import { availableAfter } from "./first-response";
import { freeKey, freeRequests, rowOfFreeKey, type TakenKey, takeKey } from "./request-keys";
import { inputHash, tradeKey } from "./rules";
import type { OpenedOption, OpenOptionInput } from "./schema";

/** As many as open_user_options takes. */
const MOST_TOGETHER = 64;
const PATIENCE_MS = 10;

type Asked = { input: OpenOptionInput; hash: Buffer; taken: TakenKey };

/**
 * Opens an option in one round trip: the user's own limits and the risk acceptance are checked, stake and
 * collateral go to escrow, and the first uncontested index tick at least `optionEntryDelayMs` (a setting that the
 * database reads by itself) after acceptance becomes the entry price. What is asked for while others are being opened
 * goes together: docs/decisions/trading/batches.md.
 * Collateral = stake × rate, rounded half to even. The same key and input again returns the first answer,
 * with `simulated` as prices are now.
 * @throws AppError the refusal given, PRODUCT_DISABLED, RISK_NOT_ACCEPTED, INSUFFICIENT_BALANCE,
 *   DAILY_TRADE_LIMIT, TRADE_AMOUNT_OUT_OF_RANGE, MARKET_STALE, MARKET_THIN, HOUSE_LIMIT,
 *   IDEMPOTENCY_CONFLICT
 */
export async function openOption(input: OpenOptionInput): Promise<OpenedOption> {
  const { userId, direction, amountMicro, durationSeconds, reviewedRatePpm: payoutRatePpm } = input;
  // The setting's rate is not part of it: one changed between two tries is no other request.
  const hash = inputHash({ userId, direction, amountMicro, durationSeconds, payoutRatePpm });
  const taken = takeKey(tradeKey(userId, input.key));
  const row = await openInBatches[currentAccount()]({ input, hash, taken });
  if (!row.replayed) return row;
  return { ...row, availableMicro: await availableAfter(prisma, taken.key, userId, "USDT") };
}

const batching: Batching<Asked, OpenedOption> = {
  most: MOST_TOGETHER,
  patienceMs: PATIENCE_MS,
  ownerOf: ({ input }) => input.userId,
  // A batch may take as much of the house as the largest option.
  shareOf: ({ input }) => Number(input.amountMicro) / Number(input.maxAmountMicro),
  alone: openAlone,
  together: openTogether,
};
/** What goes together goes over one connection, which is of one side. */
const openInBatches = { real: inBatches(batching), practice: inBatches(batching) };

async function openAlone({ input, hash, taken }: Asked): Promise<OpenedOption> {
  const rows = await attempt(
    () => sql<OpenedOption[]>`
      SELECT o_trade_id AS "tradeId", o_number AS number, o_opened_at AS "openedAt", o_collateral_micro AS "collateralMicro",
        o_available_micro AS "availableMicro", o_replayed AS replayed, o_simulated AS simulated
      FROM ${freeKey(taken)}
      CROSS JOIN LATERAL open_user_option(${input.refusal}, ${input.riskVersion}, free.key, ${hash}, ${input.userId},
        ${input.direction}, ${input.amountMicro}, ${input.durationSeconds}, ${input.payoutRatePpm}, ${input.minAmountMicro},
        ${input.maxAmountMicro}, ${input.dailyTradeLimit}, ${input.minSources}, ${input.capPerSecondMicro},
        ${input.capPerDirectionMicro})`,
  );
  return rowOfFreeKey(rows);
}

/** Opens those that nothing stands in the way of. */
async function openTogether(asked: Asked[]): Promise<(OpenedOption | undefined)[]> {
  const rows = await sql<(OpenedOption & { place: number })[]>`
    SELECT o_place AS place, o_trade_id AS "tradeId", o_number AS number, o_opened_at AS "openedAt",
      o_collateral_micro AS "collateralMicro", o_available_micro AS "availableMicro", false AS replayed, o_simulated AS simulated
    FROM ${freeRequests(asked.map(toRequest))} CROSS JOIN LATERAL open_user_options(free.requests)`;
  const answers: (OpenedOption | undefined)[] = asked.map(() => undefined);
  for (const { place, ...opened } of rows) answers[place] = opened;
  return answers;
}

/** What the database gets of a request. */
function toRequest({ input, hash, taken }: Asked, place: number) {
  return {
    place,
    refusal: input.refusal,
    key: taken.key,
    hash: `\\x${hash.toString("hex")}`,
    user: input.userId,
    direction: input.direction,
    amount: input.amountMicro,
    duration: input.durationSeconds,
    rate: input.payoutRatePpm,
    min: input.minAmountMicro,
    max: input.maxAmountMicro,
    daily: input.dailyTradeLimit,
    sources: input.minSources,
    cap_second: input.capPerSecondMicro,
    cap_direction: input.capPerDirectionMicro,
    sent: taken.sent,
  };
}
