/** All that the public page about proof shows. */
import { bytesToHex } from "@noble/hashes/utils.js";
import { prisma } from "@/lib/platform/db";
import { listLiabilities } from "@/lib/transparency/liabilities/data";
import type { LiabilitySnapshotDto } from "@/lib/transparency/liabilities/schema";
import { witnessesOf } from "@/lib/transparency/log/note";
import { getReserves } from "@/lib/transparency/reserves/data";
import type { ReservesDto } from "@/lib/transparency/reserves/schema";
import { readSignedHead } from "@/lib/transparency/tree";
import { getBoard } from "./data";
import type { BoardDto } from "./schema";

export type LogReport = {
  origin: string;
  key: string;
  size: number;
  root: string;
  at: string;
  /** Who else signed the newest checkpoint. */
  witnesses: string[];
};

export type Report = {
  log: LogReport | null;
  liabilities: LiabilitySnapshotDto[];
  reserves: ReservesDto;
  board: BoardDto | null;
};

/** So many published trees are listed; the API has the rest. */
const LISTED = 14;

/** The newest checkpoint; null before the log begins. */
export async function readLogReport(): Promise<LogReport | null> {
  const head = await prisma.logHead.findFirst();
  if (!head) return null;
  const { origin, key, size, root, note, at } = head;
  return {
    origin,
    key,
    size: Number(size),
    root: bytesToHex(root),
    at: at.toISOString(),
    witnesses: witnessesOf((await readSignedHead())?.note ?? note, origin),
  };
}

/** What the page shows now. */
export async function getReport(): Promise<Report> {
  const [log, { snapshots }, reserves, board] = await Promise.all([
    readLogReport(),
    listLiabilities({ limit: LISTED }),
    getReserves(),
    getBoard(),
  ]);
  return { log, liabilities: snapshots, reserves, board };
}
