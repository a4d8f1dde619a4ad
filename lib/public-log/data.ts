import { getBoard } from "@/lib/board/data";
import { readLogReport } from "@/lib/board/report";
import { readLogPart, serializeAlert } from "@/lib/overview/log-part";
import { logAlerts } from "@/lib/overview/rules";
import { prisma, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { nameByAddress } from "@/lib/transparency/identity";
import { listLiabilities } from "@/lib/transparency/liabilities/data";
import { readLogState } from "@/lib/transparency/state";
import type { PublicLogDto, WitnessDto } from "./schema";

/** More are not counted. */
const COUNTED = 10_001;

async function countWaiting(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM (SELECT FROM log_queue LIMIT ${COUNTED}) AS q`;
  return row?.count ?? 0;
}

/** Those that the site asks, in their order, those too that were not asked yet. */
async function listWitnesses(): Promise<WitnessDto[]> {
  const rows = await prisma.logWitness.findMany({ where: { url: { in: env.LOG_WITNESSES } } });
  return env.LOG_WITNESSES.map((url) => {
    const row = rows.find((one) => one.url === url);
    return {
      url,
      size: row?.size == null ? null : Number(row.size),
      signedAt: row?.signedAt?.toISOString() ?? null,
      askedAt: row?.askedAt.toISOString() ?? null,
      problem: row?.problem ?? null,
    };
  });
}

/** Whether the public log goes on, who signs it, and what was published last. */
export async function getPublicLog(): Promise<PublicLogDto> {
  const state = readLogState();
  const [part, { waitingMs }, report, count, witnesses, { snapshots }, board] = await Promise.all([
    readLogPart(state),
    state,
    readLogReport(),
    countWaiting(),
    listWitnesses(),
    listLiabilities({ limit: 1 }),
    getBoard(),
  ]);
  return {
    alerts: logAlerts(part).map(serializeAlert),
    log: report && {
      origin: report.origin,
      key: report.key,
      size: report.size,
      root: report.root,
      at: report.at,
    },
    nameByAddress: nameByAddress(),
    waiting: { count, seconds: Math.floor(waitingMs / 1000) },
    witnesses,
    liabilities: snapshots[0] ?? null,
    board: board && { day: board.day, at: board.at },
  };
}
