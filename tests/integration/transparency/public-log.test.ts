import { mkdtempSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { readLogReport } from "@/lib/board/report";
import { settleDue } from "@/lib/ledger/options";
import { askBy, prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/files/storage";
import { recordSalt } from "@/lib/transparency/entries";
import { followOnce } from "@/lib/transparency/follow";
import { checkpointText, parseCheckpoint } from "@/lib/transparency/log/checkpoint";
import {
  checkConsistency,
  checkInclusion,
  consistencyProof,
  inclusionProof,
  leafHash,
  rootHash,
} from "@/lib/transparency/log/merkle";
import {
  COSIGNATURE,
  cosignatureLines,
  openNote,
  parseVerifier,
  signNote,
  verifierOf,
  verifierText,
} from "@/lib/transparency/log/note";
import { checkProof } from "@/lib/transparency/log/proof-text";
import { saltedHash } from "@/lib/transparency/log/salted";
import { decodeBundle, tilePath, tileReader } from "@/lib/transparency/log/tiles";
import { proveEntry } from "@/lib/transparency/proofs";
import { factKey, readFacts } from "@/lib/transparency/records";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { publicLog } from "@/lib/transparency/serving";
import { type Head, readHead, storeCheckpoint } from "@/lib/transparency/tree";
import { verifyLog } from "@/lib/transparency/verify";
import { cosignOnce } from "@/lib/transparency/witnesses/cosigning";
import { Witness } from "@/lib/transparency/witnesses/witness";
import { readBackup } from "@/scripts/lib/backup/read";
import { writeBackup } from "@/scripts/lib/backup/write";
import { createTestDatabase, testDatabase } from "@/tests/support/database";
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

jest.mock("@/lib/platform/env", () => {
  const actual = jest.requireActual("@/lib/platform/env");
  return { ...actual, env: { ...actual.env, LOG_ORIGIN: "site.example/log" } };
});

const database = testDatabase();
const secret = (byte: number) => Buffer.alloc(32, byte).toString("base64url");
let site: string;
const own = { name: "witness.example", seed: new Uint8Array(32).fill(9) };
const witness = new Witness(mkdtempSync(join(tmpdir(), "witness-")), own);
const server = createServer((request, response) => {
  if (!publicLog(request, response)) response.writeHead(418).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await database.setClock(new Date("2026-03-01T12:00:00Z"));
  await fundOptionPool(units(10_000));
  await recordTick(4000);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() =>
  Object.assign(env, { LOG_SIGNING_KEY: secret(1), LOG_ORIGIN: "site.example/log" }),
);

/** Sequences until nothing waits: transactions of other databases of the server hold rows back too. */
const logAll = () =>
  until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });
const get = (path: string, init?: RequestInit) => fetch(`${site}/log/${path}`, init);
const bytesOf = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer());

/** The newest checkpoint as a stranger gets it, with the means to read the tree under it. */
async function look() {
  const key = parseVerifier((await (await get("key")).text()).trim());
  const note = await (await get("checkpoint")).text();
  const head = parseCheckpoint(openNote(note, [key]).text);
  const read = tileReader(head.size, (tile) => bytesOf(tilePath(tile)));
  expect(await rootHash(head.size, read)).toEqual(head.root);
  return { ...head, key, read };
}

/** Entries in the order of the log. */
const entries = async () => {
  const rows = await prisma.logEntry.findMany({ orderBy: { index: "asc" } });
  return rows.map(({ kind, ref, entry }) => ({ kind, ref, entry: JSON.parse(entry) }));
};
const placeOf = async (kind: string, ref: string | bigint) => {
  const found = (await entries()).findIndex((one) => one.kind === kind && one.ref === String(ref));
  expect(found).toBeGreaterThan(0);
  return found;
};

it("begins with the sum of what was before, and nothing is served until then", async () => {
  const user = await createFundedUser(units(100));
  expect((await get("checkpoint")).status).toBe(404);
  await openOption(optionOrder(user));
  await logAll();
  const [first, ...rest] = await entries();
  expect(first).toMatchObject({
    kind: "import",
    entry: {
      v: 1,
      origin: "site.example/log",
      ticks: { count: "1", last: "1", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      audit: { chainHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  });
  expect(Number(first?.entry.transfers.count)).toBeGreaterThan(2);
  expect(rest.filter(({ kind }) => kind === "tick")).toHaveLength(1);
  expect(await (await get("key")).text()).toMatch(/^site\.example\/log\+[0-9a-f]{8}\+A\S{43}\n$/);
});

it("has an acceptance before its entry tick and a settlement behind its exit tick", async () => {
  const user = await createFundedUser(units(100));
  const { tradeId } = await openOption(optionOrder(user, { durationSeconds: 5 }));
  await runMarket(7, 4001);
  await prisma.$queryRaw`SELECT * FROM enter_due()`;
  await settleDue(10);
  await logAll();
  const trade = await prisma.trade.findUniqueOrThrow({ where: { id: tradeId } });
  const places = [
    await placeOf("trade_accepted", tradeId),
    await placeOf("tick", trade.entryTickSeq ?? ""),
    await placeOf("tick", trade.exitTickSeq ?? ""),
    await placeOf("trade_settled", tradeId),
  ];
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const row = (await entries())[places[3] ?? 0];
  expect(row?.entry).toEqual({
    v: 1,
    kind: "trade",
    event: "settled",
    at: expect.stringMatching(/^2026-03-01T12:00:07\.\d{6}Z$/),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const key = factKey({ kind: "trade_settled", ref: tradeId });
  const fact = (await readFacts(askBy(prisma), [row as never])).get(key);
  const { salt } = await prisma.logSalt.findUniqueOrThrow({ where: { userId: user } });
  const record = fact?.personal?.record ?? {};
  expect(record).toMatchObject({ user, status: "refunded", exitTick: String(trade.exitTickSeq) });
  expect(saltedHash(recordSalt(salt, key), record)).toBe(row?.entry.hash);
});

it("holds everything back that comes after a transaction which is not over", async () => {
  const user = await createFundedUser(units(100));
  await openOption(optionOrder(user));
  await logAll();
  const before = await prisma.logEntry.count();
  const slow = new Client({ connectionString: database.ownerUrl });
  await slow.connect();
  await slow.query("BEGIN");
  await slow.query(
    "INSERT INTO terms_history (subject, subject_id, since, terms) VALUES ('saving_plan', $1, app_now(), '{}')",
    [user],
  );
  await database.advanceClock(1000);
  const tick = await recordTick(4002);
  await sequenceOnce();
  expect(await prisma.logEntry.count()).toBe(before);
  await slow.query("COMMIT");
  await slow.end();
  await logAll();
  const added = (await entries()).slice(before).map(({ kind }) => kind);
  expect(added).toEqual(["plan", "tick"]);
  expect(await placeOf("tick", tick)).toBe(before + 1);
});

it("salts no record by what a pass made up that was not committed", async () => {
  const user = await createFundedUser(units(100));
  await logAll();
  const { tradeId } = await openOption(optionOrder(user));
  await database.query("ALTER TABLE log_entry ADD CONSTRAINT is_full CHECK (false) NOT VALID");
  await until("a pass fails", async () => {
    const failed = await sequenceOnce().catch((error: unknown) => error);
    return failed instanceof Error && failed.message.includes("is_full");
  });
  expect(await prisma.logSalt.count({ where: { userId: user } })).toBe(0);
  await database.query("ALTER TABLE log_entry DROP CONSTRAINT is_full");
  await logAll();
  expect(await placeOf("trade_accepted", tradeId)).toBeGreaterThan(0);
  expect(await verifyLog()).toMatchObject({ ok: true, differences: 0 });
});

it("serves what proves each entry, and that it only grows", async () => {
  const older = await look();
  await runMarket(300, 4003);
  await logAll();
  await until("the new checkpoint is served", async () => (await look()).size > older.size + 299);
  const newer = await look();
  expect(newer.size).toBeGreaterThan(256);
  const proof = await consistencyProof(older.size, newer.size, newer.read);
  expect(checkConsistency(proof, older, newer)).toBe(true);
  const bundle = decodeBundle(await bytesOf("tile/entries/000"));
  expect(bundle).toHaveLength(256);
  const index = 200;
  const leaf = leafHash(bundle?.[index] ?? new Uint8Array());
  const hashes = await inclusionProof(index, newer.size, newer.read);
  expect(checkInclusion(hashes, { leaf, index, ...newer })).toBe(true);

  const full = await get("tile/0/000");
  expect(full.headers.get("cache-control")).toContain("immutable");
  expect(full.headers.get("access-control-allow-origin")).toBe("*");
  const etag = full.headers.get("etag") ?? "";
  expect((await get("tile/0/000", { headers: { "if-none-match": etag } })).status).toBe(304);
  const head = await get("tile/0/000", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "8192"]);
  expect((await get("tile/entries/000")).headers.get("content-encoding")).toBe("gzip");
  expect((await get("tile/0/000.p/7")).status).toBe(200);
  const beyond = newer.size - 256 + 1;
  for (const path of [`tile/0/001.p/${beyond}`, "tile/0/001", "tile/2/000.p/1", "tile/0/1", ""]) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get("cache-control")]).toEqual([path, 404, "no-store"]);
  }
  const posted = await get("checkpoint", { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect((await fetch(`${site}/login`)).status).toBe(418);
});

it("is followed by a witness, which signs nothing that does not continue what it signed", async () => {
  const { origin, size } = await followOnce(witness, site);
  await database.advanceClock(1000);
  await recordTick(4003);
  await logAll();
  const { size: after } = await until("the witness sees more", async () => {
    const seen = await followOnce(witness, site);
    return seen.size > size ? seen : null;
  });
  const { key } = await look();
  const { note } = (await witness.known(origin)) ?? {};
  expect(openNote(note ?? "", [key, verifierOf(own, COSIGNATURE)]).signedBy).toHaveLength(2);

  const log = { name: origin, seed: new Uint8Array(32).fill(1) };
  const forged = (at: number, signer = log) =>
    signNote(checkpointText({ origin: signer.name, size: at, root: new Uint8Array(32) }), [signer]);
  const answers = [
    [422, `old ${after}\n\n${forged(after)}`],
    [422, `old ${after}\n${"A".repeat(43)}=\n\n${forged(after + 1)}`],
    [409, `old ${size}\n\n${forged(after + 1)}`],
    [400, `old ${after}\n\n${forged(after - 1)}`],
    [400, `old 07\n\n${forged(after)}`],
    [403, `old ${after}\n\n${forged(after, { ...log, seed: own.seed })}`],
    [404, `old 0\n\n${forged(1, { ...log, name: "other.example/log" })}`],
  ] as const;
  for (const [status, body] of answers) {
    expect([(await witness.addCheckpoint(body)).status, body]).toEqual([status, body]);
  }
  expect((await witness.addCheckpoint(answers[2][1])).text).toBe(`${after}\n`);
  expect((await witness.lastSeen(origin)).size).toBe(after);
});

it("asks witnesses to sign each checkpoint, and shows their signatures with it", async () => {
  let answers = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    answers += 1;
    const { status, text } = await witness.addCheckpoint(body);
    response.writeHead(request.url === "/w/add-checkpoint" ? status : 404).end(text);
  };
  const asked = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => asked.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(asked.address() as AddressInfo).port}/w`;
  Object.assign(env, { LOG_WITNESSES: [url, "http://127.0.0.1:9"] });
  const head = async () => (await readHead()) as Head;
  const row = () => prisma.logWitness.findUnique({ where: { url } });
  const signers = async () => {
    const [{ key }, note] = [await look(), await (await get("checkpoint")).text()];
    return openNote(note, [key, verifierOf(own, COSIGNATURE)]).signedBy.map(({ name }) => name);
  };
  try {
    // It has seen the log before, which the site does not know: it says how much.
    await cosignOnce(url, await head());
    expect(answers).toBe(2);
    expect(await row()).toMatchObject({ size: BigInt((await head()).size), problem: null });
    await until("it is served", async () => (await signers()).length === 2);
    expect((await proveEntry(3)).proof).toContain(`\n— ${own.name} `);
    expect((await readLogReport())?.witnesses).toEqual([own.name]);

    // A later checkpoint has the signature once the pass that made it has asked.
    await database.advanceClock(1000);
    await recordTick(4004);
    const before = (await head()).size;
    await logAll();
    // One that is still being asked is asked again at a later pass.
    await until("it has signed the newest", async () => {
      await sequenceOnce();
      const { size } = await head();
      return size > before && Number((await row())?.size) === size;
    });
    expect(await signers()).toContain(own.name);

    await expect(cosignOnce("http://127.0.0.1:9", await head())).rejects.toThrow();
    const silent = await prisma.logWitness.findUnique({ where: { url: "http://127.0.0.1:9" } });
    expect([silent?.lines, silent?.problem]).toEqual([null, expect.stringMatching(/\S/)]);
    // What is no signature is not taken for one.
    await expect(cosignOnce(`${url}/x`, await head())).rejects.toThrow("404");
    expect((await get("checkpoint")).status).toBe(200);
  } finally {
    Object.assign(env, { LOG_WITNESSES: [] });
    await new Promise((resolve) => asked.close(resolve));
  }
});

it.each([
  ["nothing", ""],
  ["a page", "<html></html>\n"],
  ["the log's own signature", "— site.example/log AAAAAAAAAAAAAAAAAAAAAAAA\n"],
  ["more than one asks for", "— w.example AAAAAAAAAAAAAAAAAAAAAAAA\n".repeat(5)],
  ["a signature without a time", "— w.example AAAAAAAA\n"],
])("takes no %s for a cosignature", (_, text) => {
  expect(cosignatureLines(text, "site.example/log")).toBeNull();
});

it("takes what waits in parts, so that a crowd holds the process up for a moment only", async () => {
  await runMarket(1_100, 4000);
  const before = await prisma.logEntry.count();
  let [passes, hasMore] = [0, true];
  await until("all is logged", async () => {
    hasMore = await sequenceOnce();
    passes += 1;
    expect((await prisma.logEntry.count()) - before).toBeLessThanOrEqual(1_000 * passes);
    return !hasMore && (await prisma.logQueue.count()) === 0;
  });
  expect((await prisma.logEntry.count()) - before).toBeGreaterThanOrEqual(1_100);
  expect(passes).toBeGreaterThan(1);
});

it("gives a proof of an entry that stands by itself", async () => {
  const { key } = await look();
  const { entry, proof } = await proveEntry(3);
  expect(checkProof(proof, new TextEncoder().encode(entry), { log: key }).index).toBe(3);
  await expect(proveEntry(1_000_000)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("is worked out anew from the rows, and a row that was changed or left out is found", async () => {
  expect((await verifyLog()).examples).toEqual([]);
  const { tradeId } = await openOption(optionOrder(await createFundedUser(units(100))));
  await logAll();
  const asNobodyCan = (statement: string) =>
    database.query(`SET session_replication_role = replica; ${statement}`);
  await asNobodyCan(`UPDATE trade SET amount_micro = amount_micro + 1 WHERE id = '${tradeId}'`);
  await asNobodyCan("UPDATE market_tick SET simulated = NOT simulated WHERE seq IN (1, 5)");
  await asNobodyCan("UPDATE log_entry SET index = -index WHERE kind = 'tick' AND ref = '7'");
  const place = await prisma.logEntry.findFirstOrThrow({ where: { kind: "tick", ref: "7" } });
  expect((await verifyLog()).examples).toEqual([
    expect.stringMatching(/^entry 2, tick: the database says .*"simulated":true/),
    expect.stringMatching(/^entry \d+, tick: the database says /),
    "ticks from before the log were changed",
    `entry ${-place.index} is missing`,
  ]);
  await asNobodyCan(`UPDATE log_entry SET index = -index WHERE index < 0;
    UPDATE market_tick SET simulated = NOT simulated WHERE seq IN (1, 5)`);
  expect((await verifyLog()).examples).toEqual([
    expect.stringMatching(/^entry \d+, trade_accepted: the database says /),
  ]);
  await asNobodyCan(`UPDATE trade SET amount_micro = amount_micro - 1 WHERE id = '${tradeId}'`);
  await database.advanceClock(1000);
  const tick = await recordTick(4004);
  await asNobodyCan("DELETE FROM log_queue");
  expect((await verifyLog()).examples).toEqual([`1 rows of tick were left out, such as ${tick}`]);
  await asNobodyCan(`INSERT INTO log_queue (kind, ref) VALUES ('tick', '${tick}')`);
  await logAll();
  expect(await verifyLog()).toMatchObject({ ok: true });
});

it("can't be rewritten or shortened, by the owner either, nor added to but by what comes next", async () => {
  for (const statement of [
    "UPDATE log_entry SET entry = '{}' WHERE index = 1",
    "DELETE FROM log_entry WHERE index = 1",
    "UPDATE log_node SET hash = hash",
    "DELETE FROM log_head",
    "UPDATE log_head SET size = size - 1",
    "TRUNCATE log_entry",
  ]) {
    await expect(database.query(statement)).rejects.toThrow("append-only");
  }
  await database.advanceClock(1000);
  await recordTick(4004);
  const head = await prisma.logHead.findFirstOrThrow();
  const append = (ids: bigint[] | null, entry: string) =>
    prisma.$executeRaw`SELECT log_append(${head.size}, ${ids}::bigint[], ${[entry]}::text[], '{}', '{}', '{}',
      ${head.origin}, ${head.key}, ${"00".repeat(32)}, '')`;
  await expect(append([0n], "{}")).rejects.toThrow("other rows come next");
  await expect(append(null, '{"kind":"tick"}')).rejects.toThrow("not an entry of the log's own");
  await logAll();
});

it("goes on under a new key that the old one announces, and under no other", async () => {
  const { key: old } = await look();
  Object.assign(env, { LOG_SIGNING_KEY: secret(2) });
  await expect(sequenceOnce()).rejects.toThrow("LOG_SIGNING_KEY is another");
  Object.assign(env, { LOG_PREVIOUS_SIGNING_KEY: secret(1) });
  const { size } = await prisma.logHead.findFirstOrThrow();
  await followOnce(witness, site);
  await sequenceOnce();
  const { note, key, size: after } = await prisma.logHead.findFirstOrThrow();
  expect(after).toBe(size + 1n);
  expect(openNote(note, [old, parseVerifier(key)]).signedBy).toHaveLength(2);
  expect((await entries()).at(-1)).toMatchObject({
    kind: "key",
    entry: { key, before: { size: String(size), origin: "site.example/log" } },
  });
  Object.assign(env, { LOG_PREVIOUS_SIGNING_KEY: undefined });
  await database.advanceClock(1000);
  await recordTick(4005);
  Object.assign(env, { LOG_SIGNING_KEY: secret(2) });
  await logAll();
  const { note: later } = await prisma.logHead.findFirstOrThrow();
  expect(() => openNote(later, [old])).toThrow("no known key signed");
  await until("the witness trusts the new key", async () => {
    await followOnce(witness, site);
    return (await witness.known("site.example/log"))?.key === key;
  });
  // As if nobody had announced it.
  await witness.trust(verifierText(old));
  await expect(followOnce(witness, site)).rejects.toThrow("which did not say so");
});

it("stops where an older database would make it shorter, unless it gets another name", async () => {
  const root = `${"A".repeat(43)}=`;
  await storeCheckpoint({
    origin: "site.example/log",
    note: `site.example/log\n99999\n${root}\n\n`,
  });
  const file = join(mkdtempSync(join(tmpdir(), "older-")), "site.tar.gz");
  await writeBackup(database.ownerUrl, null, file);
  const target = await createTestDatabase();
  const restoring = readBackup(target.ownerUrl, storage(), file);
  await expect(restoring).rejects.toThrow(/log has \d+ entries and 99999 were published/);
  await target.drop();
  await jest.isolateModulesAsync(async () => {
    const { env: own } = await import("@/lib/platform/env");
    const restarted = await import("@/lib/transparency/sequencer");
    Object.assign(own, { LOG_SIGNING_KEY: secret(2) });
    await expect(restarted.sequenceOnce()).rejects.toThrow("had 99999 entries");
    Object.assign(own, { LOG_ORIGIN: "site.example/log2" });
    await restarted.sequenceOnce();
  });
  const head = await prisma.logHead.findFirstOrThrow();
  expect(head.origin).toBe("site.example/log2");
  expect((await entries()).at(-1)?.entry).toMatchObject({
    kind: "key",
    origin: "site.example/log2",
  });
});
