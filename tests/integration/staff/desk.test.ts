import { randomBytes, randomUUID } from "node:crypto";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { GET as oneWithdrawal } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as withdrawals } from "@/app/api/admin/withdrawals/route";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { prisma } from "@/lib/platform/db";
import { changePassword } from "@/lib/security/credentials";
import type { AdminWithdrawalDto, ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import { reportDeposit, setRate } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser, TEST_PASSWORD } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRaw, callRoute } from "@/tests/support/api";
import { asOwner } from "@/tests/support/owner";
import { asked, decideDeposit, decideWithdrawal, reported } from "./desk-support";
import { availableUsdt, toggleStatus } from "./support";

const BTC_RATE_E8 = 9_500_000_000_000n;

const checksOf = async (token: string, id: string) =>
  (await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(oneWithdrawal, { token, params: { id } }))
    .body.withdrawal.checks;

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
    await asOwner().marketRate.update({ where: { currency: "BTC" }, data: { at: new Date(0) } });
    const answer = await decideDeposit(token, deposit.id, { action: "confirm", rate: "95000.00" });
    expect([answer.status, answer.body.code]).toEqual([503, "RATE_UNAVAILABLE"]);
    expect(await availableUsdt(user.id)).toBe(0n);
    expect(await prisma.auditEntry.count({ where: { targetId: deposit.id } })).toBe(0);
    expect((await decideDeposit(token, deposit.id, { action: "confirm", rate: "-1" })).status).toBe(
      422,
    );
  });
});

describe("what staff are warned of before money leaves", () => {
  it("a first withdrawal, a new address, changed passwords and a hold", async () => {
    const { token } = await signedInAdmin();
    const first = await asked();
    expect(await checksOf(token, first.id)).toEqual({
      accountInactive: false,
      accountFrozen: false,
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

  it("knows a deactivated account", async () => {
    const { token } = await signedInAdmin();
    const { user, id } = await asked();
    expect((await toggleStatus(token, user.id, false)).status).toBe(200);
    expect(await checksOf(token, id)).toMatchObject({ accountInactive: true });
  });

  it("knows an address of the user's book, and a false checksum", async () => {
    const { token } = await signedInAdmin();
    const { user, id } = await asked();
    await asOwner().withdrawalAddress.create({
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
    await asOwner().withdrawal.update({
      where: { id },
      data: { address: ADDRESSES.TRC20.replace("roA", "roB") },
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
    const [dayBefore, day] = ["2026-03-14", "2026-03-15"];
    await asOwner().deposit.updateMany({
      where: { userId: user.id },
      data: { createdAt: new Date(`${day}T12:00:00Z`) },
    });
    expect(await find(`from=${day}`)).toEqual([0, 1, 2]);
    expect(await find(`from=${day}&to=${day}`)).toEqual([0, 1, 2]);
    expect(await find(`to=${dayBefore}`)).toEqual([]);
    expect(await find(`to=${day}T00:00:00Z`)).toEqual([]);
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

  it("find any part of a name or address, page by page", async () => {
    const { token } = await signedInAdmin();
    const wallet = await createWalletRow();
    const name = `crowd${randomBytes(4).toString("hex")}`;
    const made: string[] = [];
    for (const username of [`one_${name}`, `two_${name}`, `three_${name}`]) {
      const person = await signedInUser({ username });
      made.unshift((await reportDeposit(person.token, wallet)).body.deposit.id);
    }
    const pages = async (search: string) => {
      const seen: string[][] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const path: string = `/api/admin/deposits?order=newest&limit=2&search=${encodeURIComponent(search)}${cursor && `&cursor=${cursor}`}`;
        const { body } = await callRoute<{
          deposits: AdminDepositDto[];
          nextCursor: string | null;
        }>(deposits, { token, path });
        seen.push(body.deposits.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      return seen;
    };
    const expected = [made.slice(0, 2), made.slice(2)];
    expect(await pages(name.slice(1).toUpperCase())).toEqual(expected);
    expect(await pages(`${name.slice(1)}_`)).toEqual([[]]);
    expect(await pages(`wo_${name}`)).toEqual([[made[1]]]);
  });
});
