import { randomUUID } from "node:crypto";
import bcrypt from "bcrypt";
import { Secret, TOTP } from "otpauth";
import { PUT as cancel } from "@/app/api/withdrawals/[id]/cancel/route";
import { GET as list, POST as request } from "@/app/api/withdrawals/route";
import { GET as terms } from "@/app/api/withdrawals/terms/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { balancesOf } from "@/lib/ledger/data";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { seal } from "@/lib/platform/security/cipher";
import { TOTP_PURPOSE } from "@/lib/security/two-factor";
import { updateSettings } from "@/lib/site/mutations";
import { BURN_ADDRESSES } from "@/lib/wallets/names";
import type { WithdrawalDto, WithdrawalTerms } from "@/lib/withdrawals/schema";
import { creditUser } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { ADDRESSES, createWalletRow } from "@/tests/factories/wallets";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { whileComparing } from "@/tests/support/while-comparing";

const PASSWORD = "withdraw me";
const database = testDatabase();
/** Far from midnight, at which a day's limit begins anew. */
const NOON = new Date("2031-03-04T12:00:00Z");

const valid = {
  currency: "USDT",
  network: "TRC20",
  address: ADDRESSES.TRC20,
  amount: "100",
  withdrawPassword: PASSWORD,
};

type Answer = { withdrawal: WithdrawalDto; heldUntil?: string };
const send = (token: string, change: object = {}, idempotencyKey?: string) =>
  callRoute<Answer>(request, {
    token,
    path: "/api/withdrawals",
    body: { ...valid, ...change },
    idempotencyKey,
  });

async function richUser(micro = 1_000_000_000n) {
  const signedIn = await signedInUser({ withdrawPassword: PASSWORD });
  if (micro > 0n) await creditUser(signedIn.user.id, micro);
  return signedIn;
}

const usdt = async (userId: string) => (await balancesOf(userId)).USDT;

afterEach(() => database.setClock(null));
afterAll(async () => {
  const report = await verifyLedger();
  expect(report.checks.filter((check) => check.differences > 0)).toEqual([]);
});

describe("asking for a withdrawal", () => {
  it("holds the amount at once", async () => {
    const { user, token } = await richUser();
    const answer = await send(token, { amount: "123.456789" });
    expect(answer.status).toBe(201);
    expect(answer.body.withdrawal).toMatchObject({
      currency: "USDT",
      network: "TRC20",
      address: ADDRESSES.TRC20,
      amount: "123.456789",
      fee: "0.000000",
      net: "123.456789",
      status: "pending",
      transactionHash: null,
    });
    expect(await usdt(user.id)).toMatchObject({ available: 876_543_211n, held: 123_456_789n });
    await deliverAll();
    expect(await toldToUsers.count({ where: { userId: user.id } })).toBe(1);
  });

  it("is told live, quietly in the session that asked", async () => {
    const { user, token } = await richUser();
    const session = await prisma.session.findFirstOrThrow({ where: { userId: user.id } });
    const { heard, stop } = await hearEvents();
    expect((await send(token)).status).toBe(201);
    await until("all is heard", () => heard.some(({ t }) => t === "balance"));
    await stop();
    const [told] = heard.filter(({ t }) => t === "notification");
    expect(told).toMatchObject({
      u: user.id,
      by: session.id,
      title: "Withdrawal requested",
      message: expect.stringMatching(
        /^You asked for withdrawal \d+ of 100\.00\sUSDT on TRC20\. If this was not you, contact support now\.$/,
      ),
    });
    expect(told).not.toHaveProperty("quiet");
  });

  it("refuses in the specification's order: everything is wrong, and each remedy shows the next", async () => {
    const { user, token } = await signedInUser();
    const wrong = { amount: "1", withdrawPassword: "wrong", address: "nowhere" };
    const refusal = async (change: object) => {
      const { status, body } = await send(token, { ...wrong, ...change });
      return [status, body.message];
    };
    expect(await refusal({})).toEqual([422, "Please set your withdrawal password first"]);
    expect(await refusal({ withdrawPassword: undefined })).toEqual([
      422,
      "Please set your withdrawal password first",
    ]);
    const other = await richUser(0n);
    const { withdrawPasswordHash } = await prisma.user.findUniqueOrThrow({
      where: { id: other.user.id },
    });
    await asOwner().user.update({ where: { id: user.id }, data: { withdrawPasswordHash } });
    expect(await refusal({})).toEqual([422, "Incorrect withdrawal password"]);
    const right = { withdrawPassword: PASSWORD };
    expect(await refusal(right)).toEqual([422, "Below minimum withdrawal amount"]);
    expect(await refusal({ ...right, amount: "9.999999" })).toEqual([
      422,
      "Below minimum withdrawal amount",
    ]);
    expect(await refusal({ ...right, amount: "10000.000001" })).toEqual([
      422,
      "Exceeds daily limit",
    ]);
    expect(await refusal({ ...right, amount: "10000" })).toEqual([422, "Insufficient balance"]);
    await creditUser(user.id, 10_000_000_000n);
    expect(await refusal({ ...right, amount: "10000" })).toEqual([
      422,
      "This is not a valid TRC20 address: one begins with T",
    ]);
    expect(await refusal({ ...right, amount: "10000", address: valid.address })).toEqual([
      201,
      "Your withdrawal was submitted",
    ]);
    expect(await usdt(user.id)).toMatchObject({ available: 0n, held: 10_000_000_000n });
  });

  it("refuses the site's own addresses, also those of earlier, and takes what people paste", async () => {
    const { token } = await richUser();
    const wallet = await createWalletRow("USDT", "TRC20");
    const refused = await send(token, { address: wallet.address });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { address: ["This is a deposit address of this site"] },
    ]);
    await asOwner().wallet.update({
      where: { id: wallet.id },
      data: { address: ADDRESSES.TRC20.toLowerCase(), formerAddresses: [wallet.address] },
    });
    expect((await send(token, { address: wallet.address })).status).toBe(422);
    const pasted = await send(token, {
      address: ` tron:\u200b${ADDRESSES.TRC20} `,
      amount: "1,000.00 USDT",
    });
    expect(pasted.body.withdrawal).toMatchObject({
      address: ADDRESSES.TRC20,
      amount: "1000.000000",
    });
  });

  it.each([
    ["a coin we don't send", { currency: "DOGE" }, "Please choose a currency"],
    ["a network that does not carry the coin", { currency: "USDC" }, "USDC can't be sent on TRC20"],
    [
      "an address of another network",
      { network: "ERC20" },
      "This is not a valid ERC20 address: it is one of TRC20",
    ],
    ["a burn address", { address: BURN_ADDRESSES.TRC20 }, "Nobody holds the key of this address"],
    [
      "the contract of a token",
      { address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
      "This is the contract of a token. What is sent there is lost.",
    ],
    [
      "a link with parameters",
      { address: `tron:${ADDRESSES.TRC20}?amount=1` },
      "This link says more than an address, such as an amount. Please enter the address alone.",
    ],
    ["a negative amount", { amount: "-100" }, "Please enter a number such as 10 or 0.25"],
    ["more than 6 decimals", { amount: "100.0000001" }, "Please enter a number such as 10 or 0.25"],
    ["an amount that is a number", { amount: 100 }, 'Send the amount as text, such as "10.50"'],
  ])("refuses %s", async (_, change, message) => {
    const { user, token } = await richUser();
    const answer = await send(token, change);
    expect([answer.status, answer.body.message]).toEqual([422, message]);
    expect((await usdt(user.id)).held).toBe(0n);
  });

  it("limits guesses at the password, and then refuses the right one too", async () => {
    const { token } = await richUser();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await send(token, { withdrawPassword: `no ${guess}` })).status).toBe(422);
    }
    const answer = await send(token);
    expect([answer.status, answer.body.message]).toEqual([429, "Rate limit exceeded"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("does not let guesses past the limit by sending them at once", async () => {
    const { user, token } = await richUser();
    const wrong = Array.from({ length: 30 }, (_, guess) => `no ${guess}`);
    const answers = await Promise.all(
      [...wrong, PASSWORD].map((withdrawPassword) => send(token, { withdrawPassword })),
    );
    expect(answers.at(-1)?.status).toBe(429);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await usdt(user.id)).held).toBe(0n);
  });

  it("does not go through with a password that is replaced while it is compared", async () => {
    const { user, token } = await richUser();
    const stop = whileComparing(async () => {
      const withdrawPasswordHash = await bcrypt.hash("another one", 4);
      await asOwner().user.update({ where: { id: user.id }, data: { withdrawPasswordHash } });
    });
    const answer = await send(token);
    stop();
    expect([answer.status, answer.body.code]).toEqual([422, "WITHDRAW_PASSWORD_INCORRECT"]);
    expect((await usdt(user.id)).held).toBe(0n);
  });

  it("does not go through for an account that is switched off while the password is compared", async () => {
    const { user, token } = await richUser();
    const key = randomUUID();
    const setActive = (isActive: boolean) =>
      asOwner().user.update({ where: { id: user.id }, data: { isActive } });
    const stop = whileComparing(() => setActive(false));
    const answer = await send(token, {}, key);
    stop();
    expect([answer.status, answer.body.message]).toEqual([
      401,
      "Unauthorized access. Please login again.",
    ]);
    expect((await usdt(user.id)).held).toBe(0n);
    expect(await prisma.withdrawal.count({ where: { userId: user.id } })).toBe(0);
    await setActive(true);
    expect((await send(token, {}, key)).status).toBe(201);
  });

  it("is on hold after a credential changed, and says until when", async () => {
    const { user, token } = await richUser();
    const until = new Date(Date.now() + 3_600_000);
    await asOwner().user.update({ where: { id: user.id }, data: { withdrawalsHeldUntil: until } });
    const answer = await send(token);
    expect([answer.status, answer.body.code, answer.body.heldUntil]).toEqual([
      403,
      "WITHDRAWALS_ON_HOLD",
      until.toISOString(),
    ]);
    const past = new Date(Date.now() - 1);
    await asOwner().user.update({ where: { id: user.id }, data: { withdrawalsHeldUntil: past } });
    expect((await send(token)).status).toBe(201);
  });

  it("asks for the authenticator code when it is on; a code works once", async () => {
    const { user, token } = await richUser();
    const secret = new Secret();
    await asOwner().user.update({
      where: { id: user.id },
      data: { twoFactorSecret: seal(TOTP_PURPOSE, secret.base32), twoFactorEnabledAt: new Date() },
    });
    const totp = new TOTP({ secret }).generate();
    const none = await send(token);
    expect([none.status, none.body.code]).toEqual([401, "TOTP_REQUIRED"]);
    const bad = await send(token, { totp: totp === "000000" ? "111111" : "000000" });
    expect([bad.status, bad.body.errors]).toEqual([422, { totp: ["Invalid code"] }]);
    // What is refused for another reason does not use the code up.
    expect((await send(token, { totp, amount: "5000" })).body.code).toBe("INSUFFICIENT_BALANCE");
    expect((await send(token, { totp })).status).toBe(201);
    expect((await send(token, { totp })).status).toBe(422);
  });

  it("takes the fee out of the amount and never leaves nothing", async () => {
    const { user, token } = await richUser();
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1.5", withdrawalMin: "1" });
    try {
      expect((await send(token, { amount: "1.5" })).body.code).toBe("BELOW_MINIMUM_WITHDRAWAL");
      const answer = await send(token, { amount: "20" });
      expect(answer.body.withdrawal).toMatchObject({ fee: "1.500000", net: "18.500000" });
      expect((await usdt(user.id)).held).toBe(20_000_000n);
    } finally {
      await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "0", withdrawalMin: "10" });
    }
  });

  it("is not made at another fee than the reviewed one, which uses no code up", async () => {
    const { user, token } = await richUser();
    const secret = new Secret();
    await asOwner().user.update({
      where: { id: user.id },
      data: { twoFactorSecret: seal(TOTP_PURPOSE, secret.base32), twoFactorEnabledAt: new Date() },
    });
    const totp = new TOTP({ secret }).generate();
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1.5" });
    try {
      for (const fee of ["1", "2", "0"]) {
        const answer = await send(token, { totp, fee });
        expect(answer).toMatchObject({
          status: 409,
          body: { code: "WITHDRAWAL_TERMS_CHANGED", fee: "1.500000" },
        });
        expect(answer.body.message).toMatch(/^The withdrawal fee has changed from .* to 1\.50/);
      }
      expect((await usdt(user.id)).held).toBe(0n);
      expect((await send(token, { totp, fee: "-1" })).status).toBe(422);
      expect((await send(token, { totp, fee: "1.50" })).body.withdrawal.fee).toBe("1.500000");
    } finally {
      await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "0" });
    }
  });

  it("says what the specification asks for before it looks at the fee", async () => {
    const { token } = await richUser();
    const refusal = async (change: object) =>
      (await send(token, { fee: "3", ...change })).body.code;
    expect(await refusal({ withdrawPassword: "wrong" })).toBe("WITHDRAW_PASSWORD_INCORRECT");
    expect(await refusal({ amount: "1" })).toBe("BELOW_MINIMUM_WITHDRAWAL");
    expect(await refusal({ amount: "10001" })).toBe("EXCEEDS_DAILY_LIMIT");
    expect(await refusal({ amount: "5000" })).toBe("INSUFFICIENT_BALANCE");
    expect(await refusal({ address: "nowhere" })).toBe("VALIDATION");
    expect(await refusal({})).toBe("WITHDRAWAL_TERMS_CHANGED");
  });

  it("answers a repeated key as before after the fee changed, also without the record of it", async () => {
    const { user, token } = await richUser();
    const key = randomUUID();
    const first = await send(token, { fee: "0" }, key);
    await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "1.5" });
    try {
      expect((await send(token, { fee: "0" }, key)).body).toEqual(first.body);
      await prisma.idempotencyRecord.deleteMany({ where: { userId: user.id } });
      const again = await send(token, { fee: "0" }, key);
      expect(again.body.withdrawal).toEqual(first.body.withdrawal);
      expect((await usdt(user.id)).held).toBe(100_000_000n);
    } finally {
      await updateSettings(SYSTEM_ACTOR, { withdrawalFee: "0" });
    }
  });

  it("makes one withdrawal of one key, however often it is sent", async () => {
    const { user, token } = await richUser();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send(token, {}, key)));
    const again = await send(token, {}, key);
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual(again.body);
    }
    expect(await prisma.withdrawal.count({ where: { userId: user.id } })).toBe(1);
    expect((await usdt(user.id)).held).toBe(100_000_000n);
    // Whoever has another password learns nothing of what was asked for.
    for (const other of [{ amount: "101" }, { withdrawPassword: "another" }]) {
      expect((await send(token, other, key)).body.code).toBe("IDEMPOTENCY_CONFLICT");
    }
    // A code works once, so a repetition can't bring the same.
    expect((await send(token, { totp: "222222" }, key)).body).toEqual(again.body);
  });

  it("makes one withdrawal of one key after the record of the answer was lost", async () => {
    const { user, token } = await richUser();
    const key = randomUUID();
    const first = await send(token, {}, key);
    await prisma.idempotencyRecord.deleteMany({ where: { userId: user.id } });
    const second = await send(token, {}, key);
    expect(second.body.withdrawal.id).toBe(first.body.withdrawal.id);
    const address = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
    const network = { network: "ERC20", address: ADDRESSES.ERC20 };
    for (const other of [{ amount: "50" }, { address }, network, { fee: "1" }]) {
      await prisma.idempotencyRecord.deleteMany({ where: { userId: user.id } });
      expect((await send(token, other, key)).body.code).toBe("IDEMPOTENCY_CONFLICT");
    }
    // What it does stand for is still answered.
    expect((await send(token, {}, key)).body.withdrawal.id).toBe(first.body.withdrawal.id);
    expect((await usdt(user.id)).held).toBe(100_000_000n);
  });
});

describe("the daily limit", () => {
  it("holds however many requests come at once", async () => {
    const { user, token } = await richUser(50_000_000_000n);
    await database.setClock(NOON);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(token, { amount: "3000" })),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body.code === "EXCEEDS_DAILY_LIMIT");
    expect([accepted.length, refused.length]).toEqual([3, 5]);
    expect((await usdt(user.id)).held).toBe(9_000_000_000n);
  });

  it("starts anew at 00:00 UTC and does not count what was given back", async () => {
    const { token } = await richUser(50_000_000_000n);
    await database.setClock(new Date("2031-03-04T23:59:59Z"));
    const first = await send(token, { amount: "10000" });
    expect(first.status).toBe(201);
    expect((await send(token)).body.code).toBe("EXCEEDS_DAILY_LIMIT");
    await callRoute(cancel, {
      method: "PUT",
      token,
      params: { id: first.body.withdrawal.id },
    });
    expect((await send(token, { amount: "10000" })).status).toBe(201);
    await database.advanceClock(1_000);
    expect((await send(token, { amount: "10000" })).status).toBe(201);
  });

  it("can't be dodged by an overdraft: concurrent requests never spend the same money", async () => {
    const { user, token } = await richUser(250_000_000n);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await usdt(user.id)).toMatchObject({ available: 50_000_000n, held: 200_000_000n });
  });
});

describe("what a user sees", () => {
  it("lists their own only, by status, newest first", async () => {
    const { token } = await richUser();
    const a = (await send(token, { amount: "10" })).body.withdrawal.id;
    const b = (await send(token, { amount: "11" })).body.withdrawal.id;
    const get = async (bearer: string, query: string) =>
      (
        await callRoute<{ withdrawals: WithdrawalDto[] }>(list, {
          token: bearer,
          path: `/api/withdrawals?${query}`,
        })
      ).body.withdrawals.map(({ id }) => id);
    expect(await get(token, "")).toEqual([b, a]);
    expect(await get(token, "status=pending,processing")).toEqual([b, a]);
    expect(await get(token, "status=completed")).toEqual([]);
    expect(await get((await signedInUser()).token, "")).toEqual([]);
  });

  it("states what binds the next withdrawal", async () => {
    const { token } = await richUser(500_000_000n);
    await database.setClock(NOON);
    await send(token, { amount: "120.5" });
    const answer = await callRoute<{ terms: WithdrawalTerms }>(terms, { token });
    expect(answer.body.terms).toEqual({
      currency: "USDT",
      price: null,
      priceAt: null,
      stored: "0.000000",
      available: "379.500000",
      minimum: "10.000000",
      dailyLimit: "10000.000000",
      remainingToday: "9879.500000",
      fee: "0.000000",
      hasWithdrawPassword: true,
      oneTimeWithdrawPasswordUntil: null,
      twoFactorEnabled: false,
      addressBookOnly: false,
      heldUntil: null,
      delayHours: 0,
      passkeyConfirms: false,
      phrase: null,
    });
  });

  it("lets nobody cancel a withdrawal of somebody else", async () => {
    const { user, token } = await richUser();
    const { id } = (await send(token)).body.withdrawal;
    for (const bearer of [(await signedInUser()).token, (await signedInAdmin()).token]) {
      const answer = await callRoute(cancel, { method: "PUT", token: bearer, params: { id } });
      expect(answer.status).toBe(404);
    }
    expect((await usdt(user.id)).held).toBe(100_000_000n);
  });
});
