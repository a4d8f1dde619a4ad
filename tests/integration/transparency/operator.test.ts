/** The operator with every right over database and files, who rewrites the log and signs it anew with its own key. */
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { followOnce } from "@/lib/transparency/follow";
import { toBase64, utf8 } from "@/lib/transparency/log/bytes";
import { checkpointText } from "@/lib/transparency/log/checkpoint";
import { leafHash } from "@/lib/transparency/log/merkle";
import { openNote, parseVerifier, signNote } from "@/lib/transparency/log/note";
import { checkProof } from "@/lib/transparency/log/proof-text";
import { Contradiction } from "@/lib/transparency/log/reading";
import { Edge } from "@/lib/transparency/log/tiles";
import { proveEntry } from "@/lib/transparency/proofs";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { publicLog } from "@/lib/transparency/serving";
import { verifyLog } from "@/lib/transparency/verify";
import { Witness } from "@/lib/transparency/witnesses/witness";
import { testDatabase } from "@/tests/support/database";
import {
  createFundedUser,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";

type Row = { kind: string; ref: string; entry: string };

const ORIGIN = "site.example/log";
const seed = new Uint8Array(32).fill(1);
const database = testDatabase();
const server = createServer((request, response) => {
  if (!publicLog(request, response)) response.writeHead(418).end();
});
const newWitness = (byte: number) =>
  new Witness(mkdtempSync(join(tmpdir(), "witness-")), {
    name: `witness-${byte}.example`,
    seed: new Uint8Array(32).fill(byte),
  });
/** Somebody who saw the log before anything was rewritten. */
const witness = newWitness(9);
let site: string;
let honest: Row[];

const rowsOfLog = () =>
  prisma.logEntry.findMany({
    orderBy: { index: "asc" },
    select: { kind: true, ref: true, entry: true },
  });

/** Makes the log consist of these entries, with tree and signature as they have to be. @returns the checkpoint */
async function rewrite(rows: readonly Row[]): Promise<string> {
  const edge = new Edge(0, []);
  const above = rows.flatMap(({ entry }) => edge.add(leafHash(utf8(entry))));
  // So few that the tree has no full tile, of which a copy would be kept elsewhere.
  expect(above).toEqual([]);
  const root = edge.root();
  const text = checkpointText({ origin: ORIGIN, size: rows.length, root });
  const note = signNote(text, [{ name: ORIGIN, seed }]);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query("BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM log_entry");
  await owner.query(
    `INSERT INTO log_entry (index, kind, ref, entry)
     SELECT e.ord - 1, e.kind, e.ref, e.entry
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS e (kind, ref, entry, ord)`,
    [rows.map(({ kind }) => kind), rows.map(({ ref }) => ref), rows.map(({ entry }) => entry)],
  );
  await owner.query("UPDATE log_head SET size = $1, root = $2, note = $3", [
    rows.length,
    Buffer.from(root),
    note,
  ]);
  await owner.query("COMMIT");
  await owner.end();
  return note;
}

/** Looks until the newest checkpoint is served. */
const follow = (who: Witness, size: number) =>
  until("the checkpoint is served", async () => {
    const seen = await followOnce(who, site);
    return seen.size === size ? seen : null;
  });

beforeAll(async () => {
  Object.assign(env, {
    LOG_SIGNING_KEY: Buffer.from(seed).toString("base64url"),
    LOG_ORIGIN: ORIGIN,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await database.setClock(new Date("2026-03-01T12:00:00Z"));
  await fundOptionPool(units(10_000));
  await recordTick(4000);
  await sequenceOnce();
  const user = await createFundedUser(units(100));
  await openOption(optionOrder(user));
  await runMarket(5, 4001);
  await database.query(
    `SELECT audit_append(NULL, 'system', 'user.note', 'user', '${user}', '${user}', NULL, NULL, 'As asked', NULL, NULL)`,
  );
  await until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });
  honest = await rowsOfLog();
  await follow(witness, honest.length);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
afterEach(async () => {
  await rewrite(honest);
});

/** The log with another text of the last entry of this kind. */
const changed = (kind: string, change: (entry: Record<string, unknown>) => object): Row[] => {
  const at = honest.findLastIndex((row) => row.kind === kind);
  expect(at).toBeGreaterThan(0);
  return honest.map((row, n) =>
    n === at ? { ...row, entry: JSON.stringify(change(JSON.parse(row.entry))) } : row,
  );
};
const lateTick = (): Row[] => {
  const at = honest.findLastIndex(({ kind }) => kind === "tick");
  const late = {
    kind: "tick",
    ref: "99",
    entry: (honest[at]?.entry ?? "").replace("4001", "3999"),
  };
  return honest.toSpliced(at, 0, late);
};
const grown = (rows: Row[]): Row[] => [
  ...rows,
  { kind: "terms", ref: `x${rows.length}`, entry: "{}" },
];

const rewritten: [string, () => Row[]][] = [
  ["a price that was another", () => changed("tick", (tick) => ({ ...tick, price: "3999" }))],
  [
    "other terms of a trade",
    () => changed("trade_accepted", (trade) => ({ ...trade, hash: "0".repeat(64) })),
  ],
  ["another act of staff", () => changed("staff", (staff) => ({ ...staff, hash: "0".repeat(64) }))],
  ["a price that was put in later", lateTick],
  ["an entry that was taken out and another put behind", () => grown(honest.toSpliced(3, 1))],
];

it.each(rewritten)("is caught by whoever saw a checkpoint: %s", async (_, make) => {
  const rows = make();
  for (const next of [rows, grown(rows)]) {
    const note = await rewrite(next);
    // A signature alone says nothing: it is as good as the one before.
    expect(openNote(note, [parseVerifier(await keyOf())]).text).toContain(ORIGIN);
    await until("it is served", async () => (await served()) === note);
    await expect(followOnce(witness, site)).rejects.toThrow(Contradiction);
  }
  expect((await verifyLog()).ok).toBe(false);
});

const keyOf = async () => (await (await fetch(`${site}/log/key`)).text()).trim();
const served = async () => (await fetch(`${site}/log/checkpoint`)).text();

it("catches a log that an older database made shorter", async () => {
  const note = await rewrite(honest.slice(0, -2));
  await until("it is served", async () => (await served()) === note);
  await expect(followOnce(witness, site)).rejects.toThrow(
    `the log has ${honest.length - 2} entries and had ${honest.length}`,
  );
});

it("finds two views as soon as two people compare what they saw", async () => {
  const forked = changed("tick", (tick) => ({ ...tick, price: "3999" }));
  const note = await rewrite(forked);
  await until("it is served", async () => (await served()) === note);
  const other = newWitness(8);
  // Who never saw the other one can't know.
  expect(await followOnce(other, site)).toEqual({ origin: ORIGIN, size: forked.length });
  const theirs = (await other.known(ORIGIN))?.note ?? "";
  const { status } = await witness.addCheckpoint(`old ${honest.length}\n\n${theirs}`);
  expect(status).toBe(422);
  const [mine, its] = [(await witness.known(ORIGIN))?.note ?? "", theirs];
  const key = parseVerifier(await keyOf());
  // Both are signed by the one key: that is the evidence.
  expect(openNote(mine, [key]).text).not.toBe(openNote(its, [key]).text);
});

it("a proof from before stands by itself, and none of a rewritten log fits its record", async () => {
  const at = honest.findLastIndex(({ kind }) => kind === "tick");
  const { entry, proof } = await proveEntry(at);
  const key = parseVerifier(await keyOf());
  await rewrite(changed("tick", (tick) => ({ ...tick, price: "3999" })));
  expect(checkProof(proof, utf8(entry), { log: key }).index).toBe(at);
  const now = await proveEntry(at);
  expect(() => checkProof(now.proof, utf8(entry), { log: key })).toThrow();
  expect(toBase64(leafHash(utf8(now.entry)))).not.toBe(toBase64(leafHash(utf8(entry))));
});
