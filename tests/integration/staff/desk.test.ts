import { randomBytes, randomUUID } from "node:crypto";
import { PUT as processDeposit } from "@/app/api/admin/deposits/[id]/process/route";
import { GET as oneDeposit } from "@/app/api/admin/deposits/[id]/route";
import { GET as deposits } from "@/app/api/admin/deposits/route";
import { PUT as processWithdrawal } from "@/app/api/admin/withdrawals/[id]/process/route";
import { GET as oneWithdrawal } from "@/app/api/admin/withdrawals/[id]/route";
import { GET as withdrawals } from "@/app/api/admin/withdrawals/route";
import { changePassword } from "@/lib/accounts/credentials";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { prisma } from "@/lib/platform/db";
import type { SameHash } from "@/lib/wallets/payment-schema";
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
  callRoute<{ deposit: AdminDepositDto; rate?: string; sameHash?: SameHash }>(processDeposit, {
    method: "PUT",
    path: `/api/admin/deposits/${id}/process`,
    token,
    params: { id },
    body,
    idempotencyKey: key,
  });

const decideWithdrawal = (token: string, id: string, body: object) =>
  callRoute<{ withdrawal: ReviewedWithdrawalDto; sameHash?: SameHash }>(processWithdrawal, {
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
  it("can be added to a deposit without one, as they are written, also one that stands elsewhere", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await reported("USDT"), await reported("USDT")];
    const transactionHash = "Bank-Slip_17";
    for (const { user, deposit } of [first, second]) {
      const done = await decideDeposit(token, deposit.id, { action: "confirm", transactionHash });
      expect(done.body.deposit).toMatchObject({ status: "completed", transactionHash });
      expect(await availableUsdt(user.id)).toBe(1_000_000n);
    }
  });

  it.each([[null], [""], [undefined]])("and notes may be left out as %j", async (nothing) => {
    const { token } = await signedInAdmin();
    const none = { transactionHash: nothing, adminNotes: nothing };
    const { deposit } = await reported("USDT");
    const done = await decideDeposit(token, deposit.id, { action: "confirm", ...none });
    expect(done.body.deposit).toMatchObject({ transactionHash: null, adminNotes: null });
    const { id } = await asked();
    const approved = await decideWithdrawal(token, id, { action: "approve", ...none });
    expect(approved.body.withdrawal).toMatchObject({ status: "processing", adminNotes: null });
    const bare = await decideWithdrawal(token, id, { action: "complete", ...none });
    expect([bare.status, bare.body.errors]).toEqual([
      422,
      { transactionHash: ["Please enter the transaction hash"] },
    ]);
  });

  it("are not replaced by staff", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const { deposit } = await reported("USDT", { transactionHash });
    const confirm = (hash: string) =>
      decideDeposit(token, deposit.id, { action: "confirm", transactionHash: hash });
    expect(await confirm(newHash())).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
    const same = await confirm(transactionHash.slice(2).toUpperCase());
    expect(same.body.deposit).toMatchObject({ status: "completed", transactionHash });
  });

  it("that stand in several deposits are shown to staff with each, in any spelling", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const first = await reported("USDT", { transactionHash });
    const second = await reported("BTC", {
      transactionHash: transactionHash.slice(2).toUpperCase(),
    });
    await reported("USDT", { transactionHash: `${transactionHash}0` });
    await reported("USDT");
    await decideDeposit(token, first.deposit.id, { action: "confirm" });
    const one = await callRoute<{ deposit: AdminDepositDto }>(oneDeposit, {
      token,
      params: { id: second.deposit.id },
    });
    const { id, number } = first.deposit;
    expect(one.body.deposit.sameHash).toEqual([{ id, number, status: "completed" }]);
    const path = `/api/admin/deposits?search=${transactionHash.toUpperCase()}`;
    const { body } = await callRoute<{ deposits: AdminDepositDto[] }>(deposits, { token, path });
    expect(body.deposits.map(({ sameHash }) => sameHash.map((other) => other.id))).toEqual([
      [first.deposit.id],
      [second.deposit.id],
    ]);
  });

  it("name at most five others, those that moved money first", async () => {
    const { token } = await signedInAdmin();
    const { token: owner } = await signedInUser();
    const wallet = await createWalletRow("USDT", "TRC20");
    const report = async () =>
      (await reportDeposit(owner, wallet, { transactionHash: "Receipt-9" })).body.deposit;
    const credited = await report();
    await decideDeposit(token, credited.id, { action: "confirm" });
    const others = [];
    for (let count = 0; count < 6; count += 1) others.push(await report());
    const path = "/api/admin/deposits?search=rEceipt-9&limit=1";
    const { body } = await callRoute<{ deposits: AdminDepositDto[] }>(deposits, { token, path });
    expect(body.deposits.map(({ id }) => id)).toEqual([others[5]?.id]);
    expect(body.deposits[0]?.sameHash.map(({ number }) => number)).toEqual(
      [credited, others[4], others[3], others[2], others[1]].map((other) => other?.number),
    );
  });

  it("may be given to several withdrawals, and are shown with each", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await asked(), await asked()];
    const transactionHash = randomBytes(32).toString("hex");
    const complete = async (id: string, hash: string) => {
      await decideWithdrawal(token, id, { action: "approve" });
      const body = { action: "complete", transactionHash: hash };
      return (await decideWithdrawal(token, id, body)).body.withdrawal;
    };
    const done = await complete(first.id, transactionHash);
    expect(done).toMatchObject({ transactionHash, sameHash: [] });
    const spelled = `0x${transactionHash.toUpperCase()}`;
    expect(await complete(second.id, ` ${spelled} `)).toMatchObject({
      status: "completed",
      transactionHash: spelled,
      sameHash: [{ id: first.id, number: done.number, status: "completed" }],
    });
  });

  it("credit nothing while they stand in deposits that the caller was not warned of", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const [first, waiting] = [
      await reported("USDT", { transactionHash }),
      await reported("USDT", { transactionHash }),
    ];
    await decideDeposit(token, first.deposit.id, { action: "confirm" });
    const { user, deposit } = await reported("USDT");
    const confirm = (...seenSameHash: string[]) =>
      decideDeposit(token, deposit.id, {
        action: "confirm",
        transactionHash: transactionHash.toUpperCase().slice(2),
        seenSameHash,
      });
    const others = [
      { id: first.deposit.id, number: first.deposit.number, status: "completed" },
      { id: waiting.deposit.id, number: waiting.deposit.number, status: "pending" },
    ];
    for (const seen of [[], [first.deposit.id]]) {
      expect(await confirm(...seen)).toMatchObject({
        status: 409,
        body: {
          code: "TRANSACTION_HASH_REPEATED",
          message: "The same transaction hash stands in another request",
          sameHash: others,
        },
      });
    }
    expect(await prisma.deposit.findUnique({ where: { id: deposit.id } })).toMatchObject({
      status: "pending",
      transactionHash: null,
      processedById: null,
    });
    expect(await availableUsdt(user.id)).toBe(0n);
    expect(await prisma.auditEntry.count({ where: { targetId: deposit.id } })).toBe(0);
    expect(await confirm(...Array.from({ length: 21 }, () => randomUUID()))).toMatchObject({
      status: 422,
      body: { errors: { seenSameHash: expect.anything() } },
    });
    const done = await confirm(...others.map(({ id }) => id));
    expect(done.body.deposit).toMatchObject({ status: "completed", sameHash: others });
    expect(await availableUsdt(user.id)).toBe(1_000_000n);
  });

  it("that were reported are asked for as those that staff enter", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const first = await reported("USDT", { transactionHash });
    const { deposit } = await reported("USDT", { transactionHash });
    const confirm = (seenSameHash: string[]) =>
      decideDeposit(token, deposit.id, { action: "confirm", seenSameHash });
    expect(await confirm([])).toMatchObject({
      status: 409,
      body: { sameHash: [{ id: first.deposit.id, status: "pending" }] },
    });
    expect((await confirm([first.deposit.id])).status).toBe(200);
    const rejected = await decideDeposit(token, first.deposit.id, {
      action: "reject",
      seenSameHash: [],
    });
    expect(rejected.status).toBe(200);
  });

  it("send nothing while they stand in a withdrawal that the caller was not warned of", async () => {
    const { token } = await signedInAdmin();
    const [first, second] = [await asked(), await asked()];
    const transactionHash = newHash();
    for (const { id } of [first, second]) await decideWithdrawal(token, id, { action: "approve" });
    const complete = (id: string, ...seenSameHash: string[]) =>
      decideWithdrawal(token, id, { action: "complete", transactionHash, seenSameHash });
    expect((await complete(first.id)).status).toBe(200);
    const refused = await complete(second.id);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "TRANSACTION_HASH_REPEATED",
        sameHash: [{ id: first.id, status: "completed" }],
      },
    });
    const one = { token, params: { id: second.id } };
    const now = await callRoute<{ withdrawal: ReviewedWithdrawalDto }>(oneWithdrawal, one);
    expect(now.body.withdrawal).toMatchObject({
      status: "processing",
      transactionHash: null,
      balance: { held: "20.000000" },
    });
    expect((await complete(second.id, first.id)).body.withdrawal.status).toBe("completed");
  });

  it("given to several at once move money once, and the others hear of it", async () => {
    const { token } = await signedInAdmin();
    const transactionHash = newHash();
    const decide = (id: string, action: "confirm" | "complete") =>
      (action === "confirm" ? decideDeposit : decideWithdrawal)(token, id, {
        action,
        transactionHash,
        seenSameHash: [],
      });
    const deposits = [await reported("USDT"), await reported("USDT"), await reported("USDT")];
    const withdrawals = [await asked(), await asked(), await asked()];
    for (const { id } of withdrawals) await decideWithdrawal(token, id, { action: "approve" });
    for (const [action, ids] of [
      ["confirm", deposits.map(({ deposit }) => deposit.id)],
      ["complete", withdrawals.map(({ id }) => id)],
    ] as const) {
      const answers = await Promise.all(ids.map((id) => decide(id, action)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const id = ids[answers.findIndex(({ status }) => status === 200)];
      const heard = answers.flatMap(({ body }) => (body.sameHash ? [body.sameHash] : []));
      const sameHash = [{ id, number: expect.any(String), status: "completed" }];
      expect(heard).toEqual([sameHash, sameHash]);
    }
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
    const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
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
