import { randomUUID } from "node:crypto";
import { PUT as process } from "@/app/api/admin/deposits/[id]/process/route";
import { GET as adminList } from "@/app/api/admin/deposits/route";
import { POST as submit } from "@/app/api/deposits/route";
import { GET as mine } from "@/app/api/deposits/user/route";
import type { AdminDepositDto, DepositDto } from "@/lib/deposits/schema";
import { balancesOf } from "@/lib/ledger/data";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { formOf, newHash, pngImage, reportDeposit, setRate } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";

type Processed = { deposit: AdminDepositDto; status?: string };

const decide = (token: string, id: string, body: object) =>
  callRoute<Processed>(process, { method: "PUT", token, params: { id }, body });

const availableUsdt = async (userId: string) => (await balancesOf(userId)).USDT.available;

async function pendingDeposit(currency: "USDT" | "BTC" | "ETH" = "USDT", amount = "100") {
  const wallet = await createWalletRow(
    currency,
    currency === "BTC" ? "BTC" : currency === "ETH" ? "ERC20" : "TRC20",
  );
  const { user, token } = await signedInUser();
  const { body } = await reportDeposit(token, wallet, { amount });
  return { wallet, user, token, deposit: body.deposit };
}

afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("reporting a deposit", () => {
  it("keeps what was sent, where to, and a private proof", async () => {
    const wallet = await createWalletRow("ETH", "ERC20");
    const { token } = await signedInUser();
    const hash = newHash();
    const answer = await reportDeposit(token, wallet, { amount: "1.5", transactionHash: hash });
    expect(answer.status).toBe(201);
    expect(answer.body.deposit).toMatchObject({
      currency: "ETH",
      network: "ERC20",
      address: wallet.address,
      amount: "1.50000000",
      rate: null,
      creditedUsdt: null,
      status: "pending",
      transactionHash: hash,
      adminNotes: null,
      processedAt: null,
    });
    expect(answer.body.deposit.proofUrl).toMatch(/^\/api\/files\/[0-9a-f-]{36}$/);
  });

  it.each([
    ["no proof", { proof: "" }, 422, "Please upload a transaction screenshot"],
    [
      "a proof that is no image",
      { proof: Buffer.from("hello") },
      415,
      "Please upload an image file",
    ],
    [
      "a proof over 10 MB",
      { proof: Buffer.alloc(10 * 1024 * 1024 + 1) },
      413,
      "File size must be less than 10MB",
    ],
    [
      "a proof far over 10 MB",
      { proof: Buffer.alloc(12 * 1024 * 1024) },
      413,
      "File size must be less than 10MB",
    ],
    ["no amount", { amount: "" }, 422, "Please enter a number such as 10 or 0.25"],
    ["nothing sent", { amount: "0" }, 422, "Please enter an amount"],
    ["a negative amount", { amount: "-5" }, 422, "Please enter a number such as 10 or 0.25"],
    ["too many decimals", { amount: "1.1234567" }, 422, "At most 6 decimals"],
    ["an absurd amount", { amount: "999999999999" }, 422, "This amount is too large"],
    ...["zzz", "=HYPERLINK(1)", "a".repeat(63), "a".repeat(65)].map(
      (transactionHash): [string, object, number, string] => [
        `the hash ${JSON.stringify(transactionHash)}`,
        { transactionHash },
        422,
        "There is no transaction hash in this: one has 64 digits and letters from a to f",
      ],
    ),
    [
      "two hashes",
      { transactionHash: `${"a".repeat(64)} ${"b".repeat(64)}` },
      422,
      "There are two transaction hashes in this. Please enter one.",
    ],
    ["an amount in another coin", { amount: "100 BTC" }, 422, "This amount is in USDT, not in BTC"],
    [
      "a wallet that does not exist",
      { walletId: randomUUID() },
      404,
      "This deposit address is no longer in use. Please choose the network again.",
    ],
  ])("refuses %s", async (_, change, status, message) => {
    const wallet = await createWalletRow();
    const { user, token } = await signedInUser();
    const fields = { walletId: wallet.id, amount: "100", proof: await pngImage(), ...change };
    const answer = await callRoute(submit, { token, body: formOf(fields) });
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(await prisma.deposit.count({ where: { userId: user.id } })).toBe(0);
    expect(await prisma.storedFile.count({ where: { ownerId: user.id } })).toBe(0);
  });

  it("refuses less than the wallet's minimum and takes exactly it", async () => {
    const { token } = await signedInUser();
    for (const [minDepositMicro, minimum, below] of [
      [10_000_000n, "10.00", "9.999999"],
      [10_005_000n, "10.005", "10.00"],
    ] as const) {
      const wallet = await createWalletRow("USDT", "TRC20", { minDepositMicro });
      const refused = await reportDeposit(token, wallet, { amount: below });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        `The minimum deposit is ${minimum}\u00a0USDT`,
      ]);
      expect((await reportDeposit(token, wallet, { amount: minimum })).status).toBe(201);
    }
  });

  it("refuses a switched-off wallet", async () => {
    const wallet = await createWalletRow("USDT", "TRC20", { isActive: false });
    const { token } = await signedInUser();
    expect((await reportDeposit(token, wallet)).status).toBe(404);
  });

  it("keeps the one hash in what was pasted, and none as none", async () => {
    const { token } = await signedInUser();
    const tron = await createWalletRow("USDT", "TRC20");
    const ethereum = await createWalletRow("USDT", "ERC20");
    for (const write of [
      (hash: string) => hash,
      (hash: string) => ` 0X${hash.toUpperCase()}.\n`,
      (hash: string) => `https://etherscan.io/tx/0x${hash}?a=b#c`,
      (hash: string) => `\u200bTransaktion: ${hash.slice(0, 9)}\u00ad${hash.slice(9)} (${hash})`,
    ]) {
      const hash = newHash().slice(2);
      const sent = { transactionHash: write(hash) };
      const { body } = await reportDeposit(token, tron, sent);
      expect(body.deposit.transactionHash).toBe(hash);
      expect((await reportDeposit(token, ethereum, sent)).body.deposit.transactionHash).toBe(
        `0x${hash}`,
      );
    }
    const blank = await reportDeposit(token, tron, { transactionHash: "  " });
    expect([blank.status, blank.body.deposit.transactionHash]).toEqual([201, null]);
  });

  it("takes a hash that others gave, and tells nobody but staff", async () => {
    const wallet = await createWalletRow("USDT", "BEP20");
    const { token } = await signedInUser();
    const other = await signedInUser();
    const transactionHash = newHash();
    await reportDeposit(token, wallet, { transactionHash });
    const again = await reportDeposit(other.token, wallet, { transactionHash });
    expect([again.status, again.body.deposit]).toMatchObject([201, { transactionHash }]);
    expect(again.body.deposit).not.toHaveProperty("sameHash");
  });

  it("makes one deposit of one key, also when both arrive at once", async () => {
    const wallet = await createWalletRow();
    const { user, token } = await signedInUser();
    const key = randomUUID();
    const send = () => reportDeposit(token, wallet, { idempotencyKey: key });
    const both = await Promise.all([send(), send()]);
    const again = await send();
    expect(again.status).toBe(201);
    for (const answer of both) expect([201, 409]).toContain(answer.status);
    expect(await prisma.deposit.count({ where: { userId: user.id } })).toBe(1);
    expect(await prisma.storedFile.count({ where: { ownerId: user.id } })).toBe(1);
    const other = await reportDeposit(token, wallet, { idempotencyKey: key, amount: "101" });
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  it("is told from another report with its key, also after the record of the answer was lost", async () => {
    const wallet = await createWalletRow();
    const { user, token } = await signedInUser();
    const idempotencyKey = randomUUID();
    const send = async (change: object = {}, to = wallet) => {
      await prisma.idempotencyRecord.deleteMany({ where: { userId: user.id } });
      return reportDeposit(token, to, { idempotencyKey, ...change });
    };
    const first = await send();
    // An empty address means the wallet's, as it did the first time.
    expect((await send({ address: "" })).body.deposit.id).toBe(first.body.deposit.id);
    const elsewhere = await createWalletRow("USDT", "ERC20");
    const refused = [
      await send({ amount: "50" }),
      await send({ transactionHash: newHash() }),
      await send({ address: "another" }),
      await send({}, elsewhere),
    ];
    for (const { body } of refused) expect(body.code).toBe("IDEMPOTENCY_CONFLICT");
    const admin = await signedInAdmin();
    const decision = { action: "confirm", transactionHash: newHash() };
    await decide(admin.token, first.body.deposit.id, decision);
    expect((await send()).body.deposit.id).toBe(first.body.deposit.id);
    expect((await send({ transactionHash: newHash() })).status).toBe(409);
  });

  it("needs a session", async () => {
    const wallet = await createWalletRow();
    const body = formOf({ walletId: wallet.id, amount: "100", proof: await pngImage() });
    expect((await callRoute(submit, { body })).status).toBe(401);
  });
});

describe("lists", () => {
  it("shows a user their own, newest first, page by page and by status", async () => {
    const wallet = await createWalletRow();
    const { token } = await signedInUser();
    const admin = await signedInAdmin();
    const ids: string[] = [];
    for (const amount of ["11", "12", "13"]) {
      ids.unshift((await reportDeposit(token, wallet, { amount })).body.deposit.id);
    }
    await decide(admin.token, ids[1] ?? "", { action: "confirm" });
    type List = { deposits: DepositDto[]; nextCursor: string | null };
    const get = (query: string) =>
      callRoute<List>(mine, { token, path: `/api/deposits/user?${query}` });
    const first = (await get("limit=2")).body;
    const second = (await get(`limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.deposits, ...second.deposits].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    expect((await get("status=pending")).body.deposits).toHaveLength(2);
    expect((await get("status=pending,completed")).body.deposits).toHaveLength(3);
    expect((await get("status=lost")).status).toBe(422);
    expect((await get("cursor=abc")).status).toBe(422);
    const stranger = await signedInUser();
    const theirs = await callRoute<List>(mine, { token: stranger.token });
    expect(theirs.body.deposits).toEqual([]);
  });

  it("shows staff what confirming would credit now, and finds by name, hash and number", async () => {
    await setRate("BTC", 9_512_345_678_901n);
    const { user, deposit } = await pendingDeposit("BTC", "0.12345678");
    const admin = await signedInAdmin();
    const search = async (text: string) =>
      (
        await callRoute<{ deposits: AdminDepositDto[] }>(adminList, {
          token: admin.token,
          path: `/api/admin/deposits?status=pending&search=${text}`,
        })
      ).body.deposits;
    const [found, ...more] = await search(user.username.toUpperCase());
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      id: deposit.id,
      user: { id: user.id, username: user.username },
      quote: { rate: "95123.45678901", usdt: "11743.635678", source: "test", simulated: false },
    });
    expect((await search(deposit.number)).map(({ id }) => id)).toEqual([deposit.id]);
    expect(await search("nobody-has-this-name")).toEqual([]);
  });

  it("is for staff of the area only", async () => {
    const { token } = await signedInUser();
    const support = await signedInAdmin({ permissions: ["support"] });
    const finance = await signedInAdmin({ permissions: ["finance"] });
    const status = async (bearer: string) =>
      (await callRoute(adminList, { token: bearer, path: "/api/admin/deposits" })).status;
    expect([await status(token), await status(support.token), await status(finance.token)]).toEqual(
      [403, 403, 200],
    );
  });
});

describe("confirming", () => {
  it("credits to the last unit at the rate of the moment, with notice and audit", async () => {
    const { user, deposit } = await pendingDeposit("BTC", "0.12345678");
    await setRate("BTC", 9_512_345_678_901n);
    const admin = await signedInAdmin();
    const answer = await decide(admin.token, deposit.id, { action: "confirm", adminNotes: "ok" });
    expect(answer.status).toBe(200);
    expect(answer.body.deposit).toMatchObject({
      status: "completed",
      rate: "95123.45678901",
      rateSimulated: false,
      creditedUsdt: "11743.635678",
      adminNotes: "ok",
      processedBy: { id: admin.user.id },
      quote: null,
    });
    expect(await availableUsdt(user.id)).toBe(11_743_635_678n);
    const notice = await toldToUsers.findFirstOrThrow({ where: { userId: user.id } });
    expect([notice.type, notice.title]).toEqual(["deposit", "Deposit credited"]);
    const audit = await prisma.auditEntry.findFirstOrThrow({ where: { targetId: deposit.id } });
    expect([audit.action, audit.actorId, audit.subjectUserId]).toEqual([
      "deposit.confirm",
      admin.user.id,
      user.id,
    ]);
    expect(audit.after).toEqual({
      status: "completed",
      rate: "95123.45678901",
      rateSource: "test",
      credited: "11743.635678",
    });
  });

  it("marks a rate that was no market's, for good", async () => {
    const { token, deposit } = await pendingDeposit("BTC", "0.1");
    await setRate("BTC", 9_500_000_000_000n, { simulated: true });
    const admin = await signedInAdmin();
    await decide(admin.token, deposit.id, { action: "confirm" });
    const { body } = await callRoute<{ deposits: DepositDto[] }>(mine, { token });
    expect(body.deposits).toMatchObject([{ rate: "95000.00", rateSimulated: true }]);
  });

  it("changes nothing without a rate", async () => {
    const { user, deposit } = await pendingDeposit("ETH", "2");
    await asOwner().marketRate.deleteMany({ where: { currency: "ETH" } });
    const admin = await signedInAdmin();
    const answer = await decide(admin.token, deposit.id, { action: "confirm" });
    expect([answer.status, answer.body.code]).toEqual([503, "RATE_UNAVAILABLE"]);
    const row = await prisma.deposit.findUniqueOrThrow({ where: { id: deposit.id } });
    expect([row.status, row.processedById]).toEqual(["pending", null]);
    expect(await availableUsdt(user.id)).toBe(0n);
    expect(await prisma.auditEntry.count({ where: { targetId: deposit.id } })).toBe(0);
  });

  it("happens once when two of staff confirm at once, and tells the other who did it", async () => {
    const { user, deposit } = await pendingDeposit();
    const admins = await Promise.all([signedInAdmin(), signedInAdmin()]);
    const answers = await Promise.all(
      admins.map(({ token }) => decide(token, deposit.id, { action: "confirm" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await availableUsdt(user.id)).toBe(100_000_000n);
    const winner = admins[answers.findIndex(({ status }) => status === 200)];
    const late = await decide(admins[0].token, deposit.id, {
      action: "reject",
      adminNotes: "Not there",
    });
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      "ALREADY_PROCESSED",
      expect.stringMatching(
        `^This request has already been processed by ${winner?.user.username} on .+ UTC$`,
      ),
    ]);
    expect(await toldToUsers.count({ where: { userId: user.id } })).toBe(1);
  });

  it("is not for one's own deposit", async () => {
    const wallet = await createWalletRow();
    const admin = await signedInAdmin();
    const { body } = await reportDeposit(admin.token, wallet);
    const answer = await decide(admin.token, body.deposit.id, { action: "confirm" });
    expect(answer.status).toBe(403);
    expect(await availableUsdt(admin.user.id)).toBe(0n);
  });
});

describe("rejecting", () => {
  it("tells the user the note, and credits nothing", async () => {
    const { user, token, deposit } = await pendingDeposit("USDT", "100.129999");
    const admin = await signedInAdmin();
    const answer = await decide(admin.token, deposit.id, {
      action: "reject",
      adminNotes: "No such transaction",
    });
    expect(answer.body.deposit).toMatchObject({ status: "failed", creditedUsdt: null });
    expect(await availableUsdt(user.id)).toBe(0n);
    const list = await callRoute<{ deposits: DepositDto[] }>(mine, { token });
    expect(list.body.deposits[0]?.adminNotes).toBe("No such transaction");
    const notice = await toldToUsers.findFirstOrThrow({ where: { userId: user.id } });
    expect(notice.message).toBe(
      `Your deposit ${deposit.number} of 100.129999\u00a0USDT was not accepted: No such transaction`,
    );
  });

  it.each([[{}], [{ adminNotes: "" }], [{ adminNotes: "  no  " }]])(
    "needs a reason of five characters, not %j",
    async (note) => {
      const { deposit } = await pendingDeposit();
      const admin = await signedInAdmin();
      const { status, body } = await decide(admin.token, deposit.id, { action: "reject", ...note });
      expect([status, body.errors]).toEqual([
        422,
        { adminNotes: ["The reason needs at least 5 characters"] },
      ]);
    },
  );

  it.each([
    [{ action: "approve" }, 422],
    [{}, 422],
  ])("refuses %j", async (body, status) => {
    const { deposit } = await pendingDeposit();
    const admin = await signedInAdmin();
    expect((await decide(admin.token, deposit.id, body)).status).toBe(status);
  });

  it("answers 404 for what does not exist", async () => {
    const admin = await signedInAdmin();
    expect((await decide(admin.token, randomUUID(), { action: "confirm" })).status).toBe(404);
    expect((await decide(admin.token, "10001", { action: "confirm" })).status).toBe(404);
  });
});
