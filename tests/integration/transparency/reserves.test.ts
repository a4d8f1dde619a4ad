import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { DELETE as removeRoute } from "@/app/api/admin/reserves/[id]/route";
import { GET as historyRoute } from "@/app/api/admin/reserves/history/route";
import { POST as listRoute, GET as staffRoute } from "@/app/api/admin/reserves/route";
import { GET as publicRoute } from "@/app/api/transparency/reserves/route";
import { prisma } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { publishLiabilities } from "@/lib/transparency/liabilities/snapshot";
import { reservesJob } from "@/lib/transparency/reserves/jobs";
import type {
  AdminReservesDto,
  ReserveDto,
  ReserveHistory,
  ReservesDto,
} from "@/lib/transparency/reserves/schema";
import { sequenceOnce } from "@/lib/transparency/sequencer";
import { verifyLog } from "@/lib/transparency/verify";
import { checksumAddress } from "@/lib/wallets/rules";
import { fund } from "@/tests/factories/funds";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { units } from "@/tests/support/ledger/ledger-model-fixture";
import { until } from "@/tests/support/poll";

const database = testDatabase();
const ORIGIN = "site.example/log";
const DAY = "2026-03-01";
let [staff, support]: string[] = [];

/** EIP-191 by its own text, not by the library that the site checks with. */
const KEY = new Uint8Array(32).fill(7);
const own = checksumAddress(
  `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(KEY, false).slice(1)).slice(12))}`,
);
function sign(message: string, key = KEY): string {
  const text = utf8ToBytes(message);
  const hash = keccak_256(
    new Uint8Array([...utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`), ...text]),
  );
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, {
    prehash: false,
    format: "recovered",
  });
  return `0x${bytesToHex(new Uint8Array([...rest, 27 + recovery]))}`;
}

const valid = () => ({
  kind: "address",
  currency: "USDT",
  network: "ERC20",
  address: own,
  date: DAY,
  signature: sign(`${ORIGIN} reserves ${DAY}`),
  balance: "150.5",
  blockNumber: "21000000",
  source: "Etherscan",
});
type Body = Partial<ReturnType<typeof valid>> & { custodian?: string };
const list = (body: Body, token = staff) =>
  callRoute<{ reserve: ReserveDto; errors?: Record<string, string[]> }>(listRoute, {
    token,
    body,
  });
const shown = async () => (await callRoute<ReservesDto>(publicRoute)).body;
const logAll = () =>
  until("all is logged", async () => {
    await sequenceOnce();
    return (await prisma.logQueue.count()) === 0;
  });
const entries = async () =>
  (
    await prisma.logEntry.findMany({
      where: { kind: { in: ["reserve", "reserve_end"] } },
      orderBy: { index: "asc" },
    })
  ).map(({ entry }) => JSON.parse(entry) as Record<string, unknown>);

beforeAll(async () => {
  Object.assign(env, {
    LOG_SIGNING_KEY: Buffer.alloc(32, 1).toString("base64url"),
    LOG_ORIGIN: ORIGIN,
  });
  await database.setClock(new Date(`${DAY}T12:00:00Z`));
  staff = (await signedInAdmin()).token;
  support = (await signedInAdmin({ permissions: ["support"] })).token;
});

it("tells staff what a key has to sign, and nobody else", async () => {
  const { body } = await callRoute<AdminReservesDto>(staffRoute, { token: staff });
  expect(body).toMatchObject({ origin: ORIGIN, day: DAY, readsBalances: false });
  expect(body.toSign).toBe(`${ORIGIN} reserves ${DAY}`);
  expect((await callRoute(staffRoute, { token: support })).status).toBe(403);
  expect((await list(valid(), support)).status).toBe(403);
  expect(await shown()).toMatchObject({ reserves: [], isDemo: true, liabilitiesAt: null });
});

it("refuses what proves nothing, and says at which field", async () => {
  const other = new Uint8Array(32).fill(8);
  const cases: [string, Body][] = [
    ["signature", { signature: undefined }],
    ["signature", { signature: "0x12" }],
    ["signature", { signature: `0x${"0".repeat(130)}` }],
    ["signature", { signature: sign(`${ORIGIN} reserves ${DAY}`, other) }],
    ["signature", { signature: sign(`${ORIGIN} reserves 2026-02-28`) }],
    ["signature", { signature: sign(`other.example/log reserves ${DAY}`) }],
    ["signature", { network: "TRC20", address: ADDRESSES.TRC20 }],
    ["date", { date: "2026-03-02", signature: sign(`${ORIGIN} reserves 2026-03-02`) }],
    ["address", { address: own.replace(/.$/, (last) => (last === "a" ? "b" : "a")).toUpperCase() }],
    ["address", { address: ADDRESSES.TRC20 }],
    ["address", { address: "0x000000000000000000000000000000000000dEaD" }],
    ["address", { address: "" }],
    ["network", { currency: "BTC" }],
    ["network", { network: "" }],
    ["balance", { balance: "" }],
    ["balance", { balance: "-1" }],
    ["balance", { balance: "1.1234567" }],
    ["blockNumber", { blockNumber: "" }],
    ["blockNumber", { blockNumber: "latest" }],
    ["source", { source: "" }],
    ["custodian", { kind: "custodian", custodian: "" }],
    ["kind", { kind: "word" }],
  ];
  const found: [number, string[]][] = [];
  // One after the other: all at once wait for connections, for too long where the machine is busy.
  for (const [, change] of cases) {
    const { status, body } = await list({ ...valid(), ...change });
    found.push([status, Object.keys(body.errors ?? {})]);
  }
  expect(found).toEqual(cases.map(([field]) => [422, [field]]));
  expect((await shown()).reserves).toEqual([]);
});

it("lists what is proved, what can't be and what is stated, each by its name, for everybody", async () => {
  const spelled = { ...valid(), address: own.toLowerCase() };
  expect((await list(spelled)).status).toBe(201);
  const tron = { network: "TRC20", address: ADDRESSES.TRC20, signature: undefined };
  expect((await list({ ...valid(), ...tron, balance: "0.75" })).status).toBe(201);
  const vault = { kind: "custodian", currency: "XAUT", custodian: "Vault AG", balance: "3" };
  expect((await list({ ...vault, source: "Statement of 1 March" })).status).toBe(201);
  const { reserves, coverage } = await shown();
  expect(reserves).toMatchObject([
    {
      address: own,
      proof: "signed",
      balance: "150.500000",
      blockNumber: "21000000",
      message: `${ORIGIN} reserves ${DAY}`,
      signature: spelled.signature,
      explorer: { name: "Etherscan", href: `https://etherscan.io/address/${own}` },
    },
    { network: "TRC20", proof: "not_proved", message: null },
    { custodian: "Vault AG", proof: "stated", address: null, explorer: null },
  ]);
  expect(coverage).toEqual([
    {
      currency: "USDT",
      reserves: "151.250000",
      proved: "150.500000",
      liabilities: null,
      ratio: null,
    },
    { currency: "XAUT", reserves: "3.000000", proved: "0.000000", liabilities: null, ratio: null },
  ]);
});

it("counts each place once: a later balance takes the place of the one before", async () => {
  // Some wallets end a signature with 0 or 1 instead of 27 or 28.
  const signature = valid().signature.replace(/1[bc]$/, (end) => (end === "1b" ? "00" : "01"));
  expect((await list({ ...valid(), balance: "200", signature })).status).toBe(201);
  const vault = { kind: "custodian", currency: "XAUT", custodian: "VAULT ag", source: "Mail" };
  expect((await list({ ...vault, balance: "2" })).status).toBe(201);
  const { reserves } = await shown();
  expect(reserves.map(({ balance }) => balance).toSorted()).toEqual([
    "0.750000",
    "2.000000",
    "200.000000",
  ]);
});

it("sets reserves beside what is owed, and never rounds the share up", async () => {
  const { user } = await signedInUser();
  await fund({ user: user.id, kind: "available", currency: "USDT" }, units(300));
  await logAll();
  await publishLiabilities();
  const { coverage, liabilitiesAt } = await shown();
  expect(liabilitiesAt).toMatch(/^2026-03-01T12:00:00/);
  // 200.75 of 300 are 0.66916…
  expect(coverage).toMatchObject([
    { currency: "USDT", liabilities: "300.000000", ratio: "0.6691" },
    { currency: "XAUT", liabilities: "0.000000", ratio: null },
  ]);
});

it("takes a reserve off the list once", async () => {
  const [first] = (await shown()).reserves;
  const remove = (token: string | undefined) =>
    callRoute(removeRoute, { method: "DELETE", token, params: { id: first?.id ?? "" } });
  expect((await remove(support)).status).toBe(403);
  expect((await remove(staff)).status).toBe(200);
  expect((await remove(staff)).status).toBe(404);
  expect((await shown()).reserves).toHaveLength(2);
});

it("shows staff what was listed before and until when, page by page", async () => {
  const page = (query: string, token = staff) =>
    callRoute<ReserveHistory>(historyRoute, {
      token,
      path: `/api/admin/reserves/history?${query}`,
    });
  const first = (await page("limit=2")).body;
  const rest = (await page(`limit=2&cursor=${first.nextCursor}`)).body;
  const all = [...first.reserves, ...rest.reserves];
  expect(all.map(({ currency, balance }) => [currency, balance])).toEqual([
    ["XAUT", "3.000000"],
    ["USDT", "0.750000"],
    ["USDT", "150.500000"],
  ]);
  expect(all.every(({ removedAt }) => removedAt.startsWith(DAY))).toBe(true);
  expect(rest.nextCursor).toBeNull();
  expect((await page("", support)).status).toBe(403);
});

it("says each of it in the public log and in the audit log, and nothing goes away", async () => {
  await logAll();
  const all = await entries();
  expect(all.map(({ kind, event, custodian }) => [kind, event, custodian ?? null])).toEqual([
    ["reserves", "listed", null],
    ["reserves", "listed", null],
    ["reserves", "listed", "Vault AG"],
    ["reserves", "removed", null],
    ["reserves", "listed", null],
    ["reserves", "removed", null],
    ["reserves", "listed", "VAULT ag"],
    ["reserves", "removed", null],
  ]);
  expect(all[0]).toMatchObject({ address: own, balanceE8: "15050000000", demo: true });
  expect(await verifyLog()).toMatchObject({ ok: true });
  const audited = await prisma.auditEntry.groupBy({
    by: ["action"],
    where: { targetType: "reserve" },
    _count: true,
    orderBy: { action: "asc" },
  });
  expect(audited.map(({ action, _count }) => [action, _count])).toEqual([
    ["reserve.list", 5],
    ["reserve.remove", 1],
    ["reserve.replace", 2],
  ]);
  const change = (data: object) => prisma.reserve.updateMany({ data });
  await expect(change({ balanceE8: 1n })).rejects.toThrow("permission denied");
  await expect(change({ removedAt: null })).rejects.toThrow("append-only");
  await expect(prisma.reserve.deleteMany()).rejects.toThrow("permission denied");
});

it("the database takes none without its audit entry, whoever asks", async () => {
  const data = { kind: "custodian", currency: "USDT", custodian: "Nobody", source: "Nowhere" };
  const made = prisma.reserve.create({
    data: {
      ...data,
      kind: "custodian",
      currency: "USDT",
      balanceE8: 1n,
      balanceAt: new Date(),
      isDemo: true,
    },
  });
  await expect(made).rejects.toThrow("with an audit entry only");
  const end = prisma.reserve.updateMany({
    where: { removedAt: null },
    data: { removedAt: new Date() },
  });
  await expect(end).rejects.toThrow("with an audit entry only");
});

describe("with a node to ask", () => {
  let node: Server;
  let chain = "0x1";
  const asked: string[] = [];
  beforeAll(async () => {
    node = createServer((request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
        asked.push(`${method} ${JSON.stringify(params ?? [])}`);
        const results: Record<string, string> = {
          eth_chainId: chain,
          eth_blockNumber: "0x1406f41",
          eth_getBalance: `0x${(123_456_789_999_999_999n).toString(16)}`,
          eth_call: `0x${77_000_001n.toString(16).padStart(64, "0")}`,
        };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] }));
      })();
    });
    await new Promise<void>((done) => node.listen(0, "127.0.0.1", done));
    const { port } = node.address() as AddressInfo;
    Object.assign(env, { RESERVES_RPC_URL: `http://127.0.0.1:${port}/key` });
  });
  afterAll(() => new Promise((done) => node.close(done)));

  it("reads what an address holds at one block, and says no more of the node than its name", async () => {
    const read = { balance: "", blockNumber: "", source: "" };
    const token = await list({ ...valid(), ...read });
    expect(token.body.reserve).toMatchObject({
      balance: "77.000001",
      blockNumber: String(0x1406f41),
      source: "127.0.0.1",
    });
    // Below 10^-8 of ETH is left out.
    const ether = await list({ ...valid(), ...read, currency: "ETH" });
    expect(ether.body.reserve.balance).toBe("0.12345678");
    expect(asked.filter((call) => /eth_(call|getBalance)/.test(call))).toEqual([
      expect.stringContaining("0x1406f41"),
      expect.stringContaining("0x1406f41"),
    ]);
    expect((await list({ ...valid(), ...read, network: "BEP20" })).status).toBe(422);
  });

  it("reads them anew once a day, with the signature that there is", async () => {
    const before = await shown();
    await database.setClock(new Date("2026-03-02T00:20:00Z"));
    await reservesJob.handler({}, { signal: new AbortController().signal });
    const after = await shown();
    const ofChain = ({ reserves }: ReservesDto) =>
      reserves.filter(({ network }) => network === "ERC20");
    expect(ofChain(after).map(({ signature }) => signature)).toEqual(
      ofChain(before).map(({ signature }) => signature),
    );
    expect(ofChain(after).every(({ balanceAt }) => balanceAt.startsWith("2026-03-02"))).toBe(true);
    expect(after.reserves).toHaveLength(before.reserves.length);
  });

  it("believes no node of another chain", async () => {
    chain = "0x38";
    const { status, body } = await list({ ...valid(), balance: "" });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["balance"]]);
  });
});
