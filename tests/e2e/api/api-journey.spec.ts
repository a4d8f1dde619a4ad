import { randomBytes } from "node:crypto";
import type { OpenTrade, PostTradesResponseOfTrade, Trade } from "@/lib/generated/api";
import { pngImage, signInAdmin } from "../support/api";
import { type DocumentedApi as Api, dataOf, documentedApi } from "../support/client";
import { untilFlat, untilRising } from "../support/market";
import { expect, test } from "../support/test";
import { TRON_ADDRESS, WITHDRAW_PASSWORD } from "../support/withdrawals";

const once = () => ({ header: { "Idempotency-Key": randomBytes(12).toString("hex") } });
// The shortest that there is.
const DURATION = 5;

async function register(stranger: Api): Promise<string> {
  const username = `u${randomBytes(6).toString("hex")}`;
  const registered = await stranger.POST("/api/auth/register", {
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
  expect(registered.response.status).toBe(201);
  const login = await stranger.POST("/api/auth/login", {
    body: { usernameOrEmail: username.toUpperCase(), password: "secret-1" },
  });
  return dataOf(login).token;
}

async function balances(me: Api): Promise<[available: string, held: string]> {
  const { USDT } = dataOf(await me.GET("/api/auth/balance")).balances;
  return [USDT.available, USDT.held];
}

async function deposit(me: Api, staff: Api, amount: string): Promise<void> {
  const { wallets } = dataOf(await me.GET("/api/wallets"));
  const wallet = wallets.find((each) => each.currency === "USDT" && each.network === "TRC20");
  const proof = new Blob([new Uint8Array(pngImage())], { type: "image/png" });
  const made = dataOf(
    await me.POST("/api/deposits", {
      params: once(),
      body: { walletId: wallet?.id ?? "", amount, proof: "" },
      bodySerializer(body) {
        const form = new FormData();
        form.set("walletId", body.walletId);
        form.set("amount", body.amount);
        form.set("proof", proof, "proof.png");
        return form;
      },
    }),
  );
  expect(made.deposit.status).toBe("pending");
  const params = { path: { id: made.deposit.id } };
  const confirm = (adminNotes: string) =>
    staff.PUT("/api/admin/deposits/{id}/process", {
      params,
      body: { action: "confirm", adminNotes },
    });
  expect((await confirm("seen on chain")).response.status).toBe(200);
  expect((await confirm("once more")).response.status).toBe(409);
}

async function openOption(me: Api, direction: "up" | "down", amount: string): Promise<string> {
  const body: OpenTrade = { type: "option", direction, amount, duration: DURATION };
  const params = once();
  const open = async () => {
    const { data } = await me.POST("/api/trades", { params, body });
    return (data as PostTradesResponseOfTrade).trade.id;
  };
  const id = await open();
  expect(await open()).toBe(id);
  return id;
}

/** One option that ends where it began, one that wins and one that loses. */
async function tradeOptions(me: Api): Promise<void> {
  const body: OpenTrade = { type: "option", direction: "up", amount: "10", duration: DURATION };
  const refused = await me.POST("/api/trades", { params: once(), body });
  expect(refused.error?.code).toBe("RISK_NOT_ACCEPTED");
  dataOf(await me.POST("/api/user/accept-risk", { body: { product: "option" } }));

  await untilFlat();
  const tie = await openOption(me, "up", "10");
  await untilRising();
  const win = await openOption(me, "up", "20");
  const loss = await openOption(me, "down", "30");
  expect((await balances(me))[0]).toBe("950.000000");

  const ended = async (): Promise<Record<string, Trade["status"]>> => {
    const params = { query: { type: "option" as const } };
    const { trades } = dataOf(await me.GET("/api/trades/user", { params }));
    return Object.fromEntries(trades.map(({ id, status }) => [id, status]));
  };
  await expect
    .poll(ended, { timeout: 30_000 })
    .toEqual({ [tie]: "refunded", [win]: "won", [loss]: "lost" });
  expect(await balances(me)).toEqual(["986.000000", "0.000000"]);
  const receipt = await me.GET("/api/trades/{id}/receipt", { params: { path: { id: win } } });
  expect(receipt.response.status).toBe(200);
}

async function withdraw(me: Api, staff: Api): Promise<void> {
  dataOf(
    await me.PUT("/api/user/set-withdraw-password", {
      body: { password: "secret-1", withdrawPassword: WITHDRAW_PASSWORD },
    }),
  );
  const { withdrawal } = dataOf(
    await me.POST("/api/withdrawals", {
      params: once(),
      body: {
        currency: "USDT",
        network: "TRC20",
        address: TRON_ADDRESS,
        amount: "100",
        withdrawPassword: WITHDRAW_PASSWORD,
      },
    }),
  );
  expect(await balances(me)).toEqual(["886.000000", "100.000000"]);
  const params = { path: { id: withdrawal.id } };
  const path = "/api/admin/withdrawals/{id}/process";
  dataOf(await staff.PUT(path, { params, body: { action: "approve" } }));
  const transactionHash = randomBytes(32).toString("hex");
  const paid = dataOf(
    await staff.PUT(path, { params, body: { action: "complete", transactionHash } }),
  );
  expect("withdrawal" in paid && paid.withdrawal.status).toBe("completed");
  expect(await balances(me)).toEqual(["886.000000", "0.000000"]);
}

test("a stranger's program does the whole journey by the API document alone", async () => {
  test.setTimeout(240_000);
  const api = await documentedApi();
  const staff = api((await signInAdmin()).token);
  dataOf(
    await staff.PUT("/api/settings/config", {
      body: {
        optionEntryDelayMs: 0,
        optionDurations: [
          { seconds: DURATION, payoutRate: "0.80" },
          { seconds: 60, payoutRate: "0.82" },
          // For the other tests of this site.
          { seconds: 300, payoutRate: "0.86" },
        ],
      },
    }),
  );

  const me = api(await register(api()));
  expect(await balances(me)).toEqual(["0.000000", "0.000000"]);
  await deposit(me, staff, "1000");
  expect(await balances(me)).toEqual(["1000.000000", "0.000000"]);
  await tradeOptions(me);
  await withdraw(me, staff);

  const params = { query: { limit: 100 } };
  const { transactions } = dataOf(await me.GET("/api/user/transactions", { params }));
  const types = transactions.map(({ type }) => type);
  expect(types).toEqual(["withdrawal", "option", "option", "deposit"]);
  dataOf(await me.POST("/api/auth/logout"));
  expect((await me.GET("/api/auth/profile")).response.status).toBe(401);
});
