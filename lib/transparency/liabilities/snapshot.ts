/** Reads what all customers are owed at one moment and publishes it: docs/decisions/security/liabilities.md. */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import { OWED_ROW_BYTES, type Owed, owedInAll, owedPage } from "@/lib/ledger/owed";
import { ledgerCurrencies } from "@/lib/ledger/schema";
import { type Prisma, snapshotRead, type Tx, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/files/storage";
import { log } from "@/lib/platform/log";
import { hashInto } from "./hashing";
import { buildTree, type LiabilityTree, treeFile } from "./tree";

const PAGE = 5_000;
const NONCE_BYTES = 32;
const PIECE_BYTES = 4 * 1024 * 1024;
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** The public log has not begun, so that there is nothing to publish under. */
export class NoLogYet extends Error {}

type Moment = { at: Date; journal: bigint; height: bigint };
type Accounts = { count: number; nonces: Uint8Array } & Record<"USDT" | "XAUT", BigUint64Array>;

/**
 * Reads in one snapshot that has all journals of the ledger up to a known one and none after: what moves money waits
 * until the snapshot is taken, for a few milliseconds.
 * @throws NoLogYet
 */
async function atOneMoment<T>(work: (tx: Tx, moment: Moment) => Promise<T>): Promise<T> {
  let reading: Promise<T> | undefined;
  await transaction(async (tx) => {
    const [limit] = await tx.$queryRaw<{ journal: bigint }[]>`SELECT log_import_limit() AS journal`;
    if (!limit) throw new Error("A query answered no row");
    await new Promise<void>((resolve, reject) => {
      reading = snapshotRead(async (snapshot) => {
        const [head] = await snapshot.$queryRaw<{ at: Date; height: bigint }[]>`
          SELECT app_now() AS at, size AS height FROM log_head`;
        resolve();
        if (!head) throw new NoLogYet();
        return work(snapshot, { ...head, journal: limit.journal });
      });
      reading.catch(reject);
    });
  });
  return reading as Promise<T>;
}

const message = Buffer.alloc(NONCE_BYTES + 16);
const wholeMessage = { bytes: message, from: 0, to: message.length };

/** Writes the nonce of an account at this height, as nonceAt makes it. */
function writeNonce(row: Buffer, height: bigint, out: Uint8Array, at: number): void {
  row.copy(message, 0, OWED_ROW_BYTES - NONCE_BYTES);
  message.writeBigUInt64LE(height, NONCE_BYTES);
  message.writeBigUInt64LE(row.readBigUInt64BE(0), NONCE_BYTES + 8);
  hashInto(wholeMessage, out, at);
}

async function readAccounts(tx: Tx, run: bigint, height: bigint): Promise<Accounts> {
  const [all] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM liability_account`;
  const capacity = all?.count ?? 0;
  const accounts: Accounts = {
    count: 0,
    nonces: new Uint8Array(capacity * NONCE_BYTES),
    USDT: new BigUint64Array(capacity),
    XAUT: new BigUint64Array(capacity),
  };
  for (let after: string | null = NOBODY; after !== null; ) {
    const page = await owedPage(tx, { run, after, limit: PAGE });
    const rows = Buffer.from(page.rows.buffer, page.rows.byteOffset, page.rows.byteLength);
    for (let n = 0; n < page.count; n += 1) {
      const row = rows.subarray(n * OWED_ROW_BYTES, (n + 1) * OWED_ROW_BYTES);
      // Below zero it would not fit: the ledger does not let that be, and it must not become a huge sum.
      const [usdt, xaut] = [row.readBigInt64BE(8), row.readBigInt64BE(16)];
      if (usdt < 0n || xaut < 0n) throw new RangeError("an account is below zero");
      if (usdt === 0n && xaut === 0n) continue;
      writeNonce(row, height, accounts.nonces, accounts.count * NONCE_BYTES);
      accounts.USDT[accounts.count] = usdt;
      accounts.XAUT[accounts.count] = xaut;
      accounts.count += 1;
    }
    after = page.last;
  }
  return accounts;
}

/** Keeps a tree's file, compressed, where uploads live. @returns how many pieces it has */
async function storeFile(place: string, tree: LiabilityTree, height: bigint): Promise<number> {
  let pieces = 0;
  let waiting: Buffer[] = [];
  const put = async () => {
    await storage().put(`${place}.${pieces}`, Buffer.concat(waiting), "application/gzip");
    pieces += 1;
    waiting = [];
  };
  // Nothing in hashes repeats itself: looking for it takes twice the time and saves nothing.
  const gzip = createGzip({ strategy: constants.Z_HUFFMAN_ONLY });
  for await (const chunk of Readable.from(treeFile(tree, height)).pipe(gzip)) {
    waiting.push(chunk as Buffer);
    if (waiting.reduce((size, { length }) => size + length, 0) >= PIECE_BYTES) await put();
  }
  await put();
  return pieces;
}

/** @throws Error where the leaves do not add up to what the ledger says by its other side */
function requireSame(tree: LiabilityTree, currency: keyof Owed, owed: Owed): void {
  if (tree.totalMicro === owed[currency]) return;
  throw new Error(
    `The balances of all customers are ${tree.totalMicro} units of ${currency} and the rest of the ledger says ${owed[currency]}: nothing was published`,
  );
}

/**
 * Publishes what all customers are owed now, USDT and XAUT each: the files first, then what the public log says of
 * them.
 * @returns the run's number
 * @throws NoLogYet; Error where the ledger does not add up
 */
export async function publishLiabilities(): Promise<bigint> {
  const started = performance.now();
  const [begun] = await transaction(
    (tx) => tx.$queryRaw<{ run: bigint }[]>`SELECT liability_begin() AS run`,
  );
  if (!begun) throw new Error("A query answered no row");
  const { run } = begun;
  const { moment, accounts, owed } = await atOneMoment(async (tx, moment) => ({
    moment,
    accounts: await readAccounts(tx, run, moment.height),
    owed: await owedInAll(tx),
  }));
  const folder = `liabilities/${run}-${randomBytes(8).toString("hex")}`;
  const trees: Prisma.LiabilityTreeCreateManyInput[] = [];
  for (const currency of ledgerCurrencies) {
    const { count, nonces } = accounts;
    const tree = await buildTree({ count, nonces, micro: accounts[currency] });
    requireSame(tree, currency, owed);
    const place = `${folder}/${currency}`;
    const pieces = await storeFile(place, tree, moment.height);
    const { leaves, totalMicro } = tree;
    trees.push({
      runId: run,
      currency,
      place,
      pieces,
      leaves,
      totalMicro,
      root: new Uint8Array(tree.root),
    });
  }
  await transaction(async (tx) => {
    await tx.liabilityTree.createMany({ data: trees });
    await tx.liabilitySnapshot.create({
      data: {
        runId: run,
        at: moment.at,
        journalId: moment.journal,
        height: moment.height,
        accounts: accounts.count,
        isDemo: !env.REAL_MONEY,
      },
    });
  });
  log.info({
    event: "liabilities.published",
    run: String(run),
    accounts: accounts.count,
    ms: Math.round(performance.now() - started),
  });
  return run;
}
