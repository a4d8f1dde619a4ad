import { randomBytes } from "node:crypto";
import { pngImage, signInAdmin } from "../support/api";
import { DocumentClient } from "../support/document";
import { untilFlat, untilRising } from "../support/market";
import { expect, test } from "../support/test";

type Balances = { USDT: { available: string; held: string } };
type Trade = { id: string; status: string; payout: string | null; pnl: string | null };

const key = () => randomBytes(12).toString("hex");
// The shortest that there is.
const DURATION = 5;

test("a stranger registers, deposits, trades and withdraws over the API alone", async () => {
  test.setTimeout(240_000);
  const api = await DocumentClient.load();
  const admin = await signInAdmin();
  const staff = { token: admin.token };
  await api.run("putSettingsConfig", {
    ...staff,
    body: {
      optionEntryDelayMs: 0,
      optionDurations: [
        { seconds: DURATION, payoutRate: "0.80" },
        { seconds: 60, payoutRate: "0.82" },
        // For the other tests of this site.
        { seconds: 300, payoutRate: "0.86" },
      ],
    },
  });

  const username = `u${randomBytes(6).toString("hex")}`;
  const registered = await api.run("postAuthRegister", {
    body: {
      username,
      email: `${username}@example.com`,
      country: "Kenya",
      countryCode: "+254",
      phoneNumber: "712345678",
      gender: "Male",
      password: "secret-1",
    },
  });
  expect(registered.status).toBe(201);
  const login = await api.run("postAuthLogin", {
    body: { usernameOrEmail: username.toUpperCase(), password: "secret-1" },
  });
  const me = { token: String(login.body.token) };

  const balances = async () => {
    const { body } = await api.run("getAuthBalance", me);
    const { USDT } = body.balances as Balances;
    return [USDT.available, USDT.held];
  };
  expect(await balances()).toEqual(["0.000000", "0.000000"]);

  const { body: wallets } = await api.run("getWallets", me);
  const wallet = (wallets.wallets as { id: string; currency: string; network: string }[]).find(
    ({ currency, network }) => currency === "USDT" && network === "TRC20",
  );
  const form = new FormData();
  form.set("walletId", wallet?.id ?? "");
  form.set("amount", "1000");
  form.set("proof", new Blob([new Uint8Array(pngImage())], { type: "image/png" }), "proof.png");
  const deposited = await api.run("postDeposits", { ...me, form, key: key() });
  expect(deposited.status).toBe(201);
  const deposit = deposited.body.deposit as { id: string; status: string };
  expect(deposit.status).toBe("pending");
  const confirmed = await api.run("putAdminDepositsIdProcess", {
    ...staff,
    params: { id: deposit.id },
    body: { action: "confirm", adminNotes: "seen on chain" },
  });
  expect(confirmed.status).toBe(200);
  const again = await api.run("putAdminDepositsIdProcess", {
    ...staff,
    params: { id: deposit.id },
    body: { action: "confirm", adminNotes: "once more" },
  });
  expect(again.status).toBe(409);
  expect(await balances()).toEqual(["1000.000000", "0.000000"]);

  const refused = await api.run("postTrades", {
    ...me,
    body: { type: "option", direction: "up", amount: "10", duration: DURATION },
  });
  expect(refused.body.code).toBe("RISK_NOT_ACCEPTED");
  await api.run("postUserAcceptRisk", { ...me, body: { product: "option" } });

  const open = async (direction: string, amount: string) => {
    const body = { type: "option", direction, amount, duration: DURATION };
    const once = key();
    const opened = await api.run("postTrades", { ...me, body, key: once });
    const repeated = await api.run("postTrades", { ...me, body, key: once });
    expect((repeated.body.trade as Trade).id).toBe((opened.body.trade as Trade).id);
    return (opened.body.trade as Trade).id;
  };
  await untilFlat();
  const tie = await open("up", "10");
  await untilRising();
  const win = await open("up", "20");
  const loss = await open("down", "30");
  expect((await balances())[0]).toBe("950.000000");

  const ended = async () => {
    const { body } = await api.run("getTradesUser", { ...me, query: { type: "option" } });
    return Object.fromEntries((body.trades as Trade[]).map((trade) => [trade.id, trade.status]));
  };
  await expect
    .poll(ended, { timeout: 30_000 })
    .toEqual({ [tie]: "refunded", [win]: "won", [loss]: "lost" });
  expect(await balances()).toEqual(["986.000000", "0.000000"]);
  const receipt = await api.run("getTradesIdReceipt", { ...me, params: { id: win } });
  expect(receipt.status).toBe(200);

  await api.run("putUserSetWithdrawPassword", {
    ...me,
    body: { password: "secret-1", withdrawPassword: "withdraw-1" },
  });
  const withdrawn = await api.run("postWithdrawals", {
    ...me,
    key: key(),
    body: {
      currency: "USDT",
      network: "TRC20",
      address: "TWKUv7shuWE2MpDoYtarfTT6rtNoGtzroA",
      amount: "100",
      withdrawPassword: "withdraw-1",
    },
  });
  expect(withdrawn.status).toBe(201);
  const id = (withdrawn.body.withdrawal as { id: string }).id;
  expect(await balances()).toEqual(["886.000000", "100.000000"]);
  await api.run("putAdminWithdrawalsIdProcess", {
    ...staff,
    params: { id },
    body: { action: "approve" },
  });
  const completed = await api.run("putAdminWithdrawalsIdProcess", {
    ...staff,
    params: { id },
    body: { action: "complete", transactionHash: randomBytes(32).toString("hex") },
  });
  expect((completed.body.withdrawal as { status: string }).status).toBe("completed");
  expect(await balances()).toEqual(["886.000000", "0.000000"]);

  const history = await api.run("getUserTransactions", { ...me, query: { limit: "100" } });
  expect((history.body.transactions as unknown[]).length).toBeGreaterThanOrEqual(6);
  await api.run("postAuthLogout", me);
  expect((await api.run("getAuthProfile", me)).status).toBe(401);
});
