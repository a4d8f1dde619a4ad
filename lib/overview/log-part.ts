/** The public log's part of what needs somebody's hand. */
import { env } from "@/lib/platform/env";
import { formatMicro } from "@/lib/platform/money";
import { now } from "@/lib/platform/time";
import { readLogState } from "@/lib/transparency/state";
import { readTrouble } from "@/lib/transparency/trouble";
import { wasCosignedSince } from "@/lib/transparency/witnesses/cosigning";
import type { Alert, LogPart } from "./rules";
import type { AlertDto } from "./schema";

const DETAIL_MAX = 300;
/** Prices make a checkpoint every few seconds: a witness that has signed none for so long is gone. */
const WITNESSED_MS = 60 * 60 * 1000;

/**
 * How far the log is behind, what stops it and whether somebody outside signs it.
 * @param state for whoever reads it anyway
 */
export async function readLogPart(state = readLogState()): Promise<LogPart> {
  const at = now();
  const [{ lagMs }, logTrouble, isWitnessed] = await Promise.all([
    state,
    readTrouble(),
    wasCosignedSince(new Date(+at - WITNESSED_MS)),
  ]);
  return {
    at,
    logWaitsSince: lagMs > 0 ? new Date(+at - lagMs) : null,
    logTrouble,
    isUnwitnessed: env.REAL_MONEY && !isWitnessed,
  };
}

/** An alert as the API tells it. */
export function serializeAlert({ at, amountMicro, detail, ...rest }: Alert): AlertDto {
  return {
    ...rest,
    detail: detail.slice(0, DETAIL_MAX),
    at: at?.toISOString() ?? null,
    amount: amountMicro === null ? null : formatMicro(amountMicro),
  };
}
