import { createHash, createHmac } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { POST as publishRoute } from "@/app/api/admin/liabilities/route";
import { POST as subscribeRoute } from "@/app/api/savings/user/create/route";
import { PUT as settingsRoute } from "@/app/api/settings/config/route";
import { GET as fileRoute } from "@/app/api/transparency/liabilities/[run]/[file]/route";
import { GET as listRoute } from "@/app/api/transparency/liabilities/route";
import { PUT as partRoute } from "@/app/api/user/liability-part/route";
import { GET as proofRoute } from "@/app/api/user/liability-proof/route";
import { settleDue } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/files/storage";
import { formatMicro } from "@/lib/platform/money";
import { BadTree, checkTree } from "@/lib/transparency/liabilities/check";
import { piecesOf } from "@/lib/transparency/liabilities/data";
import { liabilitiesJob } from "@/lib/transparency/liabilities/jobs";
import { type FoundCoin, judgeBalance } from "@/lib/transparency/liabilities/own-balance-rules";
import type {
  LiabilityPartDto,
  LiabilityProofDto,
  LiabilitySnapshotList,
} from "@/lib/transparency/liabilities/schema";
import { publishLiabilities } from "@/lib/transparency/liabilities/snapshot";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { verifyLog } from "@/lib/transparency/verify";
import { fund } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import {
  acceptOptionRisks,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";

const database = testDatabase();
type Person = Awaited<ReturnType<typeof signedInUser>>;
type Currency = "USDT" | "XAUT";
let [ada, ben, nobody]: Person[] = [];

/** A number as leaves and sums are hashed with it. */
function word(value: bigint | number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** BitMEX's rules, written anew from their text: what an auditor's own tool finds. */
function audit(file: string, nonce: string) {
  const [head = "", ...lines] = file.trimEnd().split("\n");
  const height = /^block_height:(\d+)$/.exec(head)?.[1];
  const nodes = lines.map((line) => {
    const [hash = "", micro = ""] = line.split(",");
    expect(line).toMatch(/^[0-9a-f]{64},\d+$/);
    return { hash, micro: BigInt(micro) };
  });
  const leaves = (nodes.length + 1) / 2;
  expect(Number.isInteger(Math.log2(leaves)) && leaves > 1).toBe(true);
  for (let parent = 0; parent < leaves - 1; parent += 1) {
    const [left, right] = [nodes[parent * 2 + 1]!, nodes[parent * 2 + 2]!];
    const sum = createHash("sha256");
    for (const { hash, micro } of [left, right]) {
      sum.update(Buffer.from(hash, "hex")).update(word(micro));
    }
    expect(nodes[parent]).toEqual({ hash: sum.digest("hex"), micro: left.micro + right.micro });
  }
  const own = nodes.slice(leaves - 1).filter(
    ({ hash, micro }, index) =>
      createHmac("sha256", Buffer.from(nonce, "hex"))
        .update(Buffer.concat([word(micro), word(index)]))
        .digest("hex") === hash,
  );
  const micro = own.reduce((sum, one) => sum + one.micro, 0n);
  return { height, leaves: own.length, micro, root: nodes[0]?.hash, total: nodes[0]?.micro };
}

const proofOf = async ({ token }: Person, date?: string) =>
  callRoute<LiabilityProofDto>(proofRoute, {
    token,
    path: `/api/user/liability-proof${date ? `?date=${date}` : ""}`,
  });
const list = async () => (await callRoute<LiabilitySnapshotList>(listRoute)).body.snapshots;
async function download(path: string, encoding = "identity") {
  const [id = "", file = ""] = path.split("/").slice(-2);
  return callRaw(fileRoute, {
    path,
    params: { run: id, file },
    headers: { "accept-encoding": encoding },
  });
}
async function findOwn(person: Person, currency: Currency, date?: string) {
  const { body } = await proofOf(person, date);
  return audit(await (await download(body.files[currency])).text(), body.nonce);
}
const logAll = () =>
  until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });

beforeAll(async () => {
  Object.assign(env, {
    LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url"),
    LOG_ORIGIN: "site.example/log",
  });
  await database.setClock(new Date("2026-03-01T12:00:00Z"));
  await fundOptionPool(units(1000));
  await fundInterest(units(1000));
  await recordTick(4000);
  [ada, ben, nobody] = [await signedInUser(), await signedInUser(), await signedInUser()];
  for (const { user } of [ada, ben] as Person[]) {
    await acceptOptionRisks(user.id);
    await fund({ user: user.id, kind: "available", currency: "USDT" }, units(100));
  }
  await fund({ user: ada!.user.id, kind: "stored", currency: "XAUT" }, units(2));
  await fund({ user: ada!.user.id, kind: "available", currency: "XAUT" }, 1n);
});

it("publishes nothing before the public log has begun", async () => {
  await liabilitiesJob.handler({}, { signal: new AbortController().signal });
  expect(await list()).toEqual([]);
  expect((await proofOf(ada!)).status).toBe(404);
});

it("publishes once a day what everybody is owed, and each finds exactly their own", async () => {
  await logAll();
  const { tradeId } = await openOption(optionOrder(ada!.user.id, { durationSeconds: 5 }));
  const { signal } = new AbortController();
  await liabilitiesJob.handler({}, { signal });
  await liabilitiesJob.handler({}, { signal });
  const [snapshot, ...others] = await list();
  expect(others).toEqual([]);
  expect(snapshot).toMatchObject({ date: "2026-03-01", accounts: 2, isDemo: true });
  expect(snapshot?.trees).toMatchObject({
    USDT: { total: "200.000000", leaves: 4 },
    XAUT: { total: "2.000001", leaves: 2 },
  });
  const usdt = await findOwn(ada!, "USDT");
  expect(usdt).toEqual({
    height: snapshot?.height,
    leaves: 2,
    micro: units(100),
    root: snapshot?.trees.USDT.root,
    total: units(200),
  });
  expect((await findOwn(ben!, "USDT")).micro).toBe(units(100));
  expect(await findOwn(ada!, "XAUT")).toMatchObject({ leaves: 2, micro: units(2) + 1n });
  expect(await findOwn(nobody!, "USDT")).toMatchObject({ leaves: 0, micro: 0n });

  // What moved since does not change what was owed then.
  await runMarket(7, 4001);
  await prisma.$queryRaw`SELECT * FROM enter_due()`;
  await settleDue(10);
  expect((await prisma.trade.findUniqueOrThrow({ where: { id: tradeId } })).status).not.toBe(
    "open",
  );
  await fund({ user: ben!.user.id, kind: "available", currency: "USDT" }, units(7));
  expect((await proofOf(ada!)).body.owed).toEqual({ USDT: "100.000000", XAUT: "2.000001" });
  expect((await proofOf(ben!)).body.owed).toEqual({ USDT: "100.000000", XAUT: "0.000000" });
});

it("says it in the public log, which the check of the log works out anew", async () => {
  await logAll();
  const [snapshot] = await list();
  const { body } = await proofOf(ada!);
  expect(JSON.parse(body.logged?.entry ?? "")).toEqual({
    v: 1,
    kind: "liabilities",
    at: expect.stringMatching(/^2026-03-01T12:00:00/),
    run: snapshot?.id,
    height: snapshot?.height,
    accounts: 2,
    demo: true,
    trees: {
      USDT: { root: body.roots.USDT, totalMicro: "200000000", leaves: 4 },
      XAUT: { root: body.roots.XAUT, totalMicro: "2000001", leaves: 2 },
    },
  });
  expect(body.logged?.proof).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
  expect(await verifyLog()).toMatchObject({ ok: true });
});

it("counts interest that is earned, and money that is held, saved or in a strategy", async () => {
  await database.setClock(new Date("2026-03-02T00:06:00Z"));
  const plan = await createPlanRow({ currency: "USDT", type: "flexible" });
  const carol = await signedInUser();
  await fund({ user: carol.user.id, kind: "available", currency: "USDT" }, units(90));
  const subscribed = await callRoute(subscribeRoute, {
    path: "/api/savings/user/create",
    token: carol.token,
    body: { savingId: plan.id, amount: "50" },
  });
  expect(subscribed.status).toBe(201);
  await database.setClock(new Date("2026-03-05T00:06:00Z"));
  await prisma.$queryRaw`SELECT run_savings_day()`;
  await publishLiabilities();
  const record = await prisma.savingRecord.findFirstOrThrow({ where: { userId: carol.user.id } });
  expect(record.accruedMicro).toBeGreaterThan(0n);
  const found = await findOwn(carol, "USDT");
  expect(found.micro).toBe(units(90) + record.accruedMicro);
  // The ledger owes interest once it is paid; the tree has it already.
  expect((await proofOf(carol)).body.owed.USDT).toBe("90.000000");
  expect(found.total).toBe(
    await prisma.liabilityTree
      .findFirstOrThrow({ where: { currency: "USDT" }, orderBy: { runId: "desc" } })
      .then(({ totalMicro }) => totalMicro),
  );
});

it("takes the part of a browser once, and counts it from the next tree on", async () => {
  const part = (byte: string) => byte.repeat(32);
  const put = (person: Person, value: string) =>
    callRoute<LiabilityPartDto>(partRoute, {
      method: "PUT",
      token: person.token,
      body: { part: value },
    });
  const first = (await put(ben!, part("ab"))).body;
  expect(first).toMatchObject({ part: part("ab"), accountNumber: expect.stringMatching(/^\d+$/) });
  expect((await put(ben!, part("cd"))).body).toEqual(first);
  expect((await put(ben!, "abc")).status).toBe(422);
  expect((await proofOf(ben!)).body.hasBrowserPart).toBe(false);
  expect((await findOwn(ben!, "USDT")).micro).toBe(units(107));
  await publishLiabilities();
  const { body } = await proofOf(ben!);
  const nonce = createHash("sha256").update(Buffer.from(body.serverPart + part("ab"), "hex"));
  expect(body).toMatchObject({ hasBrowserPart: true, accountNonce: nonce.digest("hex") });
  expect((await findOwn(ben!, "USDT")).micro).toBe(units(107));
  expect((await findOwn(ben!, "USDT", "2026-03-01")).micro).toBe(units(100));
});

it("refuses to publish what is not what the other side of the ledger says", async () => {
  const before = (await list()).length;
  await database.query(
    `SET session_replication_role = replica;
     UPDATE ledger_account SET balance_micro = balance_micro - 1 WHERE owner_id = '${ben!.user.id}' AND kind = 'available' AND currency = 'USDT';
     RESET session_replication_role`,
  );
  await expect(publishLiabilities()).rejects.toThrow("nothing was published");
  await database.query(
    `SET session_replication_role = replica;
     UPDATE ledger_account SET balance_micro = balance_micro + 1 WHERE owner_id = '${ben!.user.id}' AND kind = 'available' AND currency = 'USDT';
     RESET session_replication_role`,
  );
  expect((await list()).length).toBe(before);
});

describe("an operator who changes a file after it was published", () => {
  type Tree = { place: string; pieces: number; runId: bigint };
  let tree: Tree;
  let published: Buffer[];

  /** Puts another file in the place of the published one. */
  const replace = async ({ place, pieces }: Tree, lines: string[]) => {
    await storage().put(`${place}.0`, gzipSync(`${lines.join("\n")}\n`), "application/gzip");
    for (let n = 1; n < pieces; n += 1) await storage().put(`${place}.${n}`, gzipSync(""), "");
  };
  /** What a person's browser finds, by its own rules. */
  async function looked(person: Person) {
    const { body: proof } = await proofOf(person);
    const found = {} as Record<Currency, FoundCoin>;
    try {
      for (const coin of ["USDT", "XAUT"] as const) {
        const { body } = await download(proof.files[coin], "identity");
        const bytes = body as unknown as AsyncIterable<Uint8Array>;
        const tree = await checkTree(bytes, Buffer.from(proof.nonce, "hex"));
        const [height, total, ownMicro] = [tree.height, tree.totalMicro, tree.ownMicro].map(String);
        found[coin] = { root: tree.root, height: height!, total: total!, ownMicro: ownMicro! };
      }
    } catch (error) {
      if (!(error instanceof BadTree)) throw error;
      return judgeBalance(proof, null, { own: null, logKey });
    }
    return judgeBalance(proof, found, { own: null, logKey });
  }
  /** A leaf of the person's is worth less by a unit; the hashes above are worked out anew where that is asked for. */
  async function withLess(person: Person, { isWhole }: { isWhole: boolean }) {
    const { body: proof } = await proofOf(person);
    const lines = gunzipSync(Buffer.concat(published)).toString("latin1").trimEnd().split("\n");
    const nodes = lines.slice(1).map((line) => line.split(",") as [string, string]);
    const leaves = (nodes.length + 1) / 2;
    const hashOf = (micro: bigint, index: number) =>
      createHmac("sha256", Buffer.from(proof.nonce, "hex"))
        .update(Buffer.concat([word(micro), word(BigInt(index))]))
        .digest("hex");
    const index = nodes.findIndex(
      ([hash, micro], n) =>
        n >= leaves - 1 && BigInt(micro) > 0n && hash === hashOf(BigInt(micro), n - leaves + 1),
    );
    expect(index).toBeGreaterThan(0);
    const less = BigInt(nodes[index]![1]) - 1n;
    nodes[index] = [hashOf(less, index - leaves + 1), String(less)];
    for (let parent = leaves - 2; isWhole && parent >= 0; parent -= 1) {
      const below = [nodes[parent * 2 + 1]!, nodes[parent * 2 + 2]!];
      const hash = createHash("sha256");
      for (const [own, micro] of below) {
        hash.update(Buffer.from(own, "hex")).update(word(BigInt(micro)));
      }
      const sum = below.reduce((total, [, micro]) => total + BigInt(micro), 0n);
      nodes[parent] = [hash.digest("hex"), String(sum)];
    }
    return { lines: [lines[0]!, ...nodes.map((node) => node.join(","))], root: nodes[0]! };
  }

  let logKey: string;
  beforeAll(async () => {
    await logAll();
    logKey = (await prisma.logHead.findFirstOrThrow()).key;
    tree = await prisma.liabilityTree.findFirstOrThrow({
      where: { currency: "USDT" },
      orderBy: { runId: "desc" },
    });
    published = [];
    for await (const piece of piecesOf(tree)) published.push(Buffer.from(piece));
  });
  afterEach(async () => {
    for (const [n, piece] of published.entries()) {
      await storage().put(`${tree.place}.${n}`, piece, "application/gzip");
    }
    expect(await looked(ben!)).toBeNull();
  });

  it("is seen where the file does not add up", async () => {
    const { lines } = await withLess(ben!, { isWhole: false });
    await replace(tree, lines);
    expect(await looked(ben!)).toBe("tree");
    expect(await looked(ada!)).toBe("tree");
  });

  it("is seen where the file adds up to another root", async () => {
    const { lines } = await withLess(ben!, { isWhole: true });
    await replace(tree, lines);
    expect(await looked(ben!)).toBe("tree");
  });

  it("is seen where the site's own root is changed with it, by the public log", async () => {
    const { lines, root } = await withLess(ben!, { isWhole: true });
    await replace(tree, lines);
    const set = (hash: string, micro: bigint) =>
      database.query(
        `SET session_replication_role = replica;
         UPDATE liability_tree SET root = decode('${hash}', 'hex'), total_micro = ${micro}
         WHERE run_id = ${tree.runId} AND currency = 'USDT';
         RESET session_replication_role`,
      );
    const before = await prisma.liabilityTree.findFirstOrThrow({
      where: { runId: tree.runId, currency: "USDT" },
    });
    await set(root[0], BigInt(root[1]));
    expect(await looked(ben!)).toBe("log");
    expect(await looked(ada!)).toBe("log");
    await set(Buffer.from(before.root).toString("hex"), before.totalMicro);
  });
});

it("is published on demand by who may, with an entry in the audit log", async () => {
  const staff = await signedInAdmin();
  const { status, body } = await callRoute(publishRoute, { method: "POST", token: staff.token });
  expect([status, body.success]).toEqual([200, true]);
  expect(
    await prisma.auditEntry.findFirst({ where: { action: "liabilities.publish" } }),
  ).toMatchObject({
    actorId: staff.user.id,
  });
  expect((await callRoute(publishRoute, { method: "POST", token: ada!.token })).status).toBe(403);
});

it("lists trees newest first and sends each as it is kept, or as it is", async () => {
  const all = await list();
  expect(all.length).toBeGreaterThan(2);
  const one = (path: string) => callRoute<LiabilitySnapshotList>(listRoute, { path });
  const first = (await one("/api/transparency/liabilities?limit=1")).body;
  const second = (await one(`/api/transparency/liabilities?limit=1&cursor=${first.nextCursor}`))
    .body;
  expect([first.snapshots[0]?.id, second.snapshots[0]?.id]).toEqual([all[0]?.id, all[1]?.id]);
  const path = all[0]?.trees.USDT.file ?? "";
  const zipped = await download(path, "br, gzip");
  expect(zipped.headers.get("content-encoding")).toBe("gzip");
  expect(zipped.headers.get("cache-control")).toContain("immutable");
  const bytes = await new Response(
    (zipped.body as ReadableStream).pipeThrough(new DecompressionStream("gzip")),
  ).text();
  const plain = await download(path);
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(bytes);
  expect((await download(path.replace("USDT", "BTC"))).status).toBe(404);
  expect(formatMicro(BigInt(bytes.split("\n")[1]?.split(",")[1] ?? 0))).toBe(
    all[0]?.trees.USDT.total,
  );
});

it("logs each change of what decides prices without being a rule of the database", async () => {
  const { token } = await signedInAdmin();
  const { status } = await callRoute(settingsRoute, {
    method: "PUT",
    path: "/api/settings/config",
    token,
    body: { optionEntryDelayMs: 2500, siteName: "Another", password: TEST_PASSWORD },
  });
  expect(status).toBe(200);
  await logAll();
  const row = await prisma.logEntry.findFirstOrThrow({ where: { kind: "setting" } });
  expect(JSON.parse(row.entry)).toMatchObject({
    kind: "terms",
    subject: "settings",
    // Tests begin without a delay.
    old: { optionEntryDelayMs: "0" },
    new: { optionEntryDelayMs: "2500" },
  });
  expect(row.entry).not.toContain("Another");
  expect(await verifyLog()).toMatchObject({ ok: true });
});
