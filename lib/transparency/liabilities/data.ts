import { bytesToHex } from "@noble/hashes/utils.js";
import { owedAfter } from "@/lib/ledger/owed";
import { ledgerCurrencies } from "@/lib/ledger/schema";
import { DAY_MS } from "@/lib/platform/calendar";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/files/storage";
import { pageOf } from "@/lib/platform/http/lists";
import { formatMicro } from "@/lib/platform/money";
import { proveEntry } from "../proofs";
import { accountNonce, nonceAt } from "./nonces";
import type {
  LiabilityPartDto,
  LiabilityProofDto,
  LiabilitySnapshotDto,
  LiabilitySnapshotList,
} from "./schema";

const withTrees = { run: { select: { trees: true } } } as const;
type Row = NonNullable<Awaited<ReturnType<typeof newest>>>;
type Period = { from: Date; before: Date };

const newest = (period?: Period) =>
  prisma.liabilitySnapshot.findFirst({
    where: period && { at: { gte: period.from, lt: period.before } },
    orderBy: [{ at: "desc" }, { runId: "desc" }],
    include: withTrees,
  });

const filePath = (runId: bigint, currency: string) =>
  `/api/transparency/liabilities/${runId}/${currency}.csv`;

function treesOf<T>({ run }: Row, read: (tree: Row["run"]["trees"][number]) => T) {
  const of = (currency: string) => {
    const tree = run.trees.find((one) => one.currency === currency);
    if (!tree) throw new Error(`A snapshot has no tree of ${currency}`);
    return read(tree);
  };
  return { USDT: of("USDT"), XAUT: of("XAUT") };
}

function serialize(row: Row): LiabilitySnapshotDto {
  return {
    id: String(row.runId),
    date: row.at.toISOString().slice(0, 10),
    at: row.at.toISOString(),
    height: String(row.height),
    accounts: row.accounts,
    isDemo: row.isDemo,
    trees: treesOf(row, ({ root, totalMicro, leaves, currency }) => ({
      root: bytesToHex(root),
      total: formatMicro(totalMicro),
      leaves,
      file: filePath(row.runId, currency),
    })),
  };
}

/** Whether trees of today (UTC) were published. */
export async function hasLiabilitiesOfToday(): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM liability_snapshot WHERE at >= date_trunc('day', app_now(), 'UTC')) AS has`;
  return row?.has === true;
}

/** A page of what was published, newest first. */
export async function listLiabilities({
  limit,
  cursor,
}: {
  limit: number;
  cursor?: string;
}): Promise<LiabilitySnapshotList> {
  const rows = await prisma.liabilitySnapshot.findMany({
    where: cursor === undefined ? undefined : { runId: { lt: BigInt(cursor) } },
    orderBy: { runId: "desc" },
    take: limit + 1,
    include: withTrees,
  });
  const { items, nextCursor } = pageOf(rows, limit, ({ runId }) => String(runId));
  return { snapshots: items.map(serialize), nextCursor };
}

/**
 * Where a tree's file is.
 * @throws AppError NOT_FOUND
 */
export async function findTreeFile(
  run: bigint,
  name: string,
): Promise<{ place: string; pieces: number }> {
  const currency = ledgerCurrencies.find((one) => name === `${one}.csv`);
  const tree =
    currency &&
    (await prisma.liabilityTree.findUnique({
      where: { runId_currency: { runId: run, currency } },
    }));
  if (!tree) throw new AppError("NOT_FOUND");
  return tree;
}

/** The compressed bytes of a file, piece by piece. @throws Error where one is missing */
export async function* piecesOf({
  place,
  pieces,
}: {
  place: string;
  pieces: number;
}): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let n = 0; n < pieces; n += 1) {
    const piece = await storage().get(`${place}.${n}`);
    if (!piece) throw new Error(`${place}.${n} is missing`);
    yield piece;
  }
}

async function entryAbout(runId: bigint): Promise<LiabilityProofDto["logged"]> {
  const row = await prisma.logEntry.findUnique({
    where: { kind_ref: { kind: "liabilities", ref: String(runId) } },
  });
  return row && proveEntry(Number(row.index));
}

/**
 * What somebody needs to find what they are owed in the trees of a day.
 * @param date a day of UTC; without it the newest
 * @throws AppError NOT_FOUND where nothing was published then, or they had no account
 */
export async function getLiabilityProof(userId: string, date?: string): Promise<LiabilityProofDto> {
  const from = date === undefined ? undefined : new Date(date);
  const [row, account] = await Promise.all([
    newest(from && { from, before: new Date(+from + DAY_MS) }),
    prisma.liabilityAccount.findUnique({ where: { userId } }),
  ]);
  if (!row || !account) throw new AppError("NOT_FOUND");
  const { number, serverPart, browserPart, partFrom } = account;
  const isCounted = browserPart !== null && partFrom !== null && partFrom <= row.runId;
  const nonce = accountNonce(serverPart, isCounted ? browserPart : new Uint8Array());
  const [owed, logged] = await Promise.all([
    owedAfter(prisma, { userId, journal: row.journalId, at: row.at }),
    entryAbout(row.runId),
  ]);
  return {
    date: row.at.toISOString().slice(0, 10),
    at: row.at.toISOString(),
    height: String(row.height),
    accountNumber: String(number),
    nonce: bytesToHex(nonceAt(nonce, { height: row.height, number })),
    accountNonce: bytesToHex(nonce),
    serverPart: bytesToHex(serverPart),
    hasBrowserPart: isCounted,
    files: treesOf(row, ({ currency }) => filePath(row.runId, currency)),
    owed: { USDT: formatMicro(owed.USDT), XAUT: formatMicro(owed.XAUT) },
    roots: treesOf(row, ({ root }) => bytesToHex(root)),
    logged,
  };
}

/** Keeps the part that somebody's browser made up, unless there is one. @returns what counts */
export async function keepBrowserPart(userId: string, part: string): Promise<LiabilityPartDto> {
  const [row] = await prisma.$queryRaw<
    { number: bigint; serverPart: Uint8Array; browserPart: Uint8Array }[]
  >`SELECT o_number AS number, o_server_part AS "serverPart", o_browser_part AS "browserPart"
    FROM liability_part(${userId}::uuid, decode(${part}, 'hex'))`;
  if (!row) throw new AppError("NOT_FOUND");
  return {
    part: bytesToHex(row.browserPart),
    serverPart: bytesToHex(row.serverPart),
    accountNumber: String(row.number),
  };
}
