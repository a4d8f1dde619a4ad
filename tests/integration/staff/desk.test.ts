import { randomBytes, randomUUID } from "node:crypto";
import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { PUT as processWithdrawal } from "@/app/api/admin/withdrawals/[id]/process/route";
import { GET as oneWithdrawal } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as withdrawals } from "@/app/api/admin/withdrawals/route";
import { changePassword } from "@/lib/accounts/credentials";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { prisma } from "@/lib/platform/db";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import type { AdminWithdrawalDto, ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { creditUser, newHash, reportDeposit, setRate } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { availableUsdt } from "./support";

// Password hashes and pictures, beside other suites.
jest.setTimeout(60_000);

const PASSWORD = "withdraw me";
const BTC_RATE_E8 = 9_500_000_000_000n;

const decideDeposit = (token: string, id: string, body: object, key?: string) =>
  callRoute<{ deposit: AdminDepositDto; rate?: string; usedBy?: string }>(processDeposit, {
    method: "PUT",
    path: `/api/admin/deposits/${id}/process`,
    token,
    params: { id },
    body,
    idempotencyKey: key,
  });

const decideWithdrawal = (token: string, id: string, body: object) =>
  callRoute<{ withdrawal: ReviewedWithdrawalDto }>(processWithdrawal, {
    method: "PUT",
    token,
    params: { id },
    body,
  });

const checksOf = async (token: string, id: string) =>
  (await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(oneWithdrawal, { token, params: { id } }))
    .body.withdrawal.checks;

async function reported(
  coin: "BTC" | "USDT" = "BTC",
  report: Parameters<typeof reportDeposit>[2] = {},
) {
  const wallet = await createWalletRow(coin, coin === "BTC" ? "BTC" : "ERC20");
  const { user, token } = await signedInUser();
  const { body } = await reportDeposit(token, wallet, { amount: "1", ...report });
  return { user, token, deposit: body.deposit };
}

async function asked(owner?: Awaited<ReturnType<typeof signedInUser>>, address = ADDRESSES.TRC20) {
  const signedIn = owner ?? (await signedInUser({ withdrawPassword: PASSWORD }));
  await creditUser(signedIn.user.id, 100_000_000n);
  const { id } = await requestWithdrawal(signedIn.user.id, randomUUID(), {
    currency: "USDT",
    network: "TRC20",
    address,
    amount: "20",
    withdrawPassword: PASSWORD,
  });
  return { ...signedIn, id };
}

describe("the rate behind a credit", () => {
  it("is the market's while it stays near the one that was shown", async () => {
    await setRate("BTC", BTC_RATE_E8);
    const { deposit } = await reported();
    const { token } = await signedInAdmin();
    await setRate("BTC", (BTC_RATE_E8 * 1004n) / 1000n);
    const answer = await decideDeposit(token, deposit.id, { action: "confirm", rate: "95000.00" });
    expect(answer.body.deposit).toMatchObject({ status: "completed", rate: "95380.00" });
  });

  it.each([
    ["rose", 1006n],
    ["fell", 994n],
  ])("is asked for again when it %s by more than half a percent", async (_how, perMille) => {
    await setRate("BTC", BTC_RATE_E8);
    const { user, deposit } = await reported();
    const { token } = await signedInAdmin();
    await setRate("BTC", (BTC_RATE_E8 * perMille) / 1000n);
    const moved = await decideDeposit(token, deposit.id, { action: "confirm", rate: "95000.00" });
    expect([moved.status, moved.body.code]).toEqual([409, "PRICE_MOVED"]);
    expect(moved.body.message).toMatch(/^The rate has moved from 95000\.00 to /);
    expect(await prisma.deposit.findUnique({ where: { id: deposit.id } })).toMatchObject({
      status: "pending",
      processedById: null,
    });
    expect(await availableUsdt(user.id)).toBe(0n);
    const rate = moved.body.rate;
    const again = await decideDeposit(token, deposit.id, { action: "confirm", rate });
    expect(again.body.deposit).toMatchObject({ status: "completed", rate });
  });

  it("changes nothing when it is gone", async () => {
    await setRate("BTC", BTC_RATE_E8);
    const { user, deposit } = await reported();
    const { token } = await signedInAdmin();
    await prisma.marketRate.update({ where: { currency: "BTC" }, data: { at: new Date(0) } });
    const answer = await decideDeposit(token, deposit.id, { action: "confirm", rate: "95000.00" });
    expect([answer.status, answer.body.code]).toEqual([503, "RATE_UNAVAILABLE"]);
    expect(await availableUsdt(user.id)).toBe(0n);
    expect(await prisma.auditEntry.count({ where: { targetId: deposit.id } })).toBe(0);
    expect((await decideDeposit(token, deposit.id, { action: "confirm", rate: "-1" })).status).toBe(
      422,
    );
  });
});

describe("transaction hashes", () => {
  it("can be added to a deposit without one, and then stand for no other", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await reported("USDT"), await reported("USDT")];
    const transactionHash = newHash();
    const wrong = await decideDeposit(token, first.deposit.id, {
      action: "confirm",
      transactionHash: transactionHash.slice(1),
    });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { transactionHash: ["This is not a ERC20 transaction hash"] },
    ]);
    const done = await decideDeposit(token, first.deposit.id, {
      action: "confirm",
      transactionHash: transactionHash.slice(2).toUpperCase(),
    });
    expect(done.body.deposit).toMatchObject({ status: "completed", transactionHash });
    const used = await decideDeposit(token, second.deposit.id, {
      action: "confirm",
      transactionHash: transactionHash.toUpperCase().replace("0X", "0x"),
    });
    expect(used).toMatchObject({
      status: 409,
      body: {
        code: "TRANSACTION_HASH_USED",
        message: `This transaction hash is already used by deposit ${first.deposit.number}`,
      },
    });
    expect(await availableUsdt(second.user.id)).toBe(0n);
  });

  it("are not replaced by staff", async () => {
    const { token } = await signedInAdmin();
    const { deposit } = await reported("USDT", { transactionHash: newHash() });
    const answer = await decideDeposit(token, deposit.id, {
      action: "confirm",
      transactionHash: newHash(),
    });
    expect(answer).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
  });

  it("count once over all networks, and tell a user of their own requests only", async () => {
    const transactionHash = newHash();
    const { token, deposit } = await reported("USDT", { transactionHash });
    const stranger = await signedInUser();
    const wallet = await createWalletRow("BNB", "BEP20");
    const report = (bearer: string) => reportDeposit(bearer, wallet, { transactionHash });
    expect((await report(token)).body.message).toBe(
      `This transaction hash is already used by deposit ${deposit.number}`,
    );
    expect((await report(stranger.token)).body).toMatchObject({
      code: "TRANSACTION_HASH_USED",
      message: "This transaction hash is already used by another request",
    });
  });

  it("name the other withdrawal", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await asked(), await asked()];
    const transactionHash = randomBytes(32).toString("hex");
    for (const { id } of [first, second]) await decideWithdrawal(token, id, { action: "approve" });
    const done = await decideWithdrawal(token, first.id, { action: "complete", transactionHash });
    const used = await decideWithdrawal(token, second.id, { action: "complete", transactionHash });
    const text = `This transaction hash is already used by withdrawal ${done.body.withdrawal.number}`;
    expect(used).toMatchObject({
      status: 409,
      body: { message: text, errors: { transactionHash: [text] } },
    });
  });
});

describe("what staff are warned of before money leaves", () => {
  it("a first withdrawal, a new address, changed passwords and a hold", async () => {
    const { token } = await signedInAdmin();
    const first = await asked();
    expect(await checksOf(token, first.id)).toEqual({
      addressValid: true,
      isFirst: true,
      paidBefore: false,
      savedAs: null,
      savedAt: null,
      credentialChangedAt: null,
      heldUntil: null,
      isHeld: false,
    });
    await decideWithdrawal(token, first.id, { action: "approve" });
    const transactionHash = randomBytes(32).toString("hex");
    await decideWithdrawal(token, first.id, { action: "complete", transactionHash });

    const same = await asked(first);
    expect(await checksOf(token, same.id)).toMatchObject({ isFirst: false, paidBefore: true });
    const other = await asked(first, "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8");
    expect(await checksOf(token, other.id)).toMatchObject({ isFirst: false, paidBefore: false });

    await changePassword({
      userId: first.user.id,
      sessionId: randomUUID(),
      currentPassword: TEST_PASSWORD,
      newPassword: "another secret",
    });
    expect(await checksOf(token, other.id)).toMatchObject({
      isHeld: true,
      credentialChangedAt: expect.any(String),
      heldUntil: expect.any(String),
    });
  });

  it("knows an address of the user's book, and a false checksum", async () => {
    const { token } = await signedInAdmin();
    const { user, id } = await asked();
    await prisma.withdrawalAddress.create({
      data: {
        userId: user.id,
        currency: "USDT",
        network: "TRC20",
        address: ADDRESSES.TRC20,
        label: "My wallet",
        usableFrom: new Date(),
      },
    });
    expect(await checksOf(token, id)).toMatchObject({ savedAs: "My wallet", addressValid: true });
    await prisma.withdrawal.update({
      where: { id },
      data: { address: ADDRESSES.TRC20.replace("j6t", "j6u") },
    });
    expect(await checksOf(token, id)).toMatchObject({ savedAs: null, addressValid: false });
  });
});

describe("filters of the queues", () => {
  it("take currency, network, period and amount of deposits, as a list and as CSV", async () => {
    const { token } = await signedInAdmin();
    const { user, token: owner } = await signedInUser();
    const numbers: string[] = [];
    for (const [coin, network, amount] of [
      ["BTC", "BTC", "0.5"],
      ["USDT", "ERC20", "10"],
      ["USDT", "ERC20", "20"],
    ] as const) {
      const wallet = await createWalletRow(coin, network);
      numbers.push((await reportDeposit(owner, wallet, { amount })).body.deposit.number);
    }
    const find = async (filter: string) => {
      const path = `/api/admin/deposits?order=queue&userId=${user.id}&${filter}`;
      const { status, body } = await callRoute<{ deposits: AdminDepositDto[] }>(deposits, {
        token,
        path,
      });
      return status === 200
        ? body.deposits.map(({ number }) => numbers.indexOf(number))
        : Object.keys(body.errors ?? {});
    };
    expect(await find("currency=USDT")).toEqual([1, 2]);
    expect(await find("network=BTC")).toEqual([0]);
    expect(await find("minAmount=10")).toEqual([1, 2]);
    expect(await find("minAmount=10.00000001&maxAmount=20")).toEqual([2]);
    expect(await find("maxAmount=0.5")).toEqual([0]);
    expect(await find("maxAmount=0")).toEqual([]);
    const day = new Date().toISOString().slice(0, 10);
    expect(await find(`from=${day}`)).toEqual([0, 1, 2]);
    expect(await find(`to=${day}`)).toEqual([]);
    expect(await find("minAmount=ten")).toEqual(["minAmount"]);
    expect(await find("from=yesterday")).toEqual(["from"]);
    const csv = await callRaw(deposits, {
      token,
      path: `/api/admin/deposits?format=csv&userId=${user.id}&currency=USDT&minAmount=15`,
    });
    expect((await csv.text()).trim().split("\r\n").slice(1)).toEqual([
      expect.stringMatching(`^${numbers[2]},`),
    ]);
  });

  it("take the amount of withdrawals in USDT, and find by address and hash", async () => {
    const { token } = await signedInAdmin();
    const { user, id } = await asked();
    const find = async (filter: string) => {
      const path = `/api/admin/withdrawals?userId=${user.id}&${filter}`;
      const { body } = await callRoute<{ withdrawals: AdminWithdrawalDto[] }>(withdrawals, {
        token,
        path,
      });
      return body.withdrawals.length;
    };
    expect(await find("minAmount=20&maxAmount=20")).toBe(1);
    expect(await find("minAmount=20.0000001")).toBe(0);
    expect(await find("maxAmount=19.9999999")).toBe(0);
    expect(await find(`search=${ADDRESSES.TRC20}`)).toBe(1);
    expect(await find(`search=${user.email.slice(0, 12)}`)).toBe(1);
    expect(await find(`search=${user.id}`)).toBe(1);
    await decideWithdrawal(token, id, { action: "approve" });
    const transactionHash = randomBytes(32).toString("hex");
    await decideWithdrawal(token, id, { action: "complete", transactionHash });
    expect(await find(`search=0x${transactionHash.toUpperCase()}`)).toBe(1);
  });

  it("refuse the beginning of too many names", async () => {
    const { token } = await signedInAdmin();
    const name = `crowd_${randomBytes(4).toString("hex")}`;
    const rows = Array.from({ length: 101 }, (_, n) => ({
      username: `${name}_${n}`,
      usernameKey: `${name}_${n}`,
      email: `${name}_${n}@example.com`,
      passwordHash: "none",
      country: "Argentina",
      countryIso: "AR",
      countryCode: "+54",
      phoneNumber: "1",
      gender: "Female",
      referralCode: `${name}${n}`,
    }));
    await prisma.user.createMany({ data: rows });
    const answer = await callRoute(deposits, {
      token,
      path: `/api/admin/deposits?search=${name}`,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { search: [expect.stringContaining("100 users")] } },
    });
  });
});
