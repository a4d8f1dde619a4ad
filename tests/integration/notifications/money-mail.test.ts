import { randomUUID } from "node:crypto";
import { newHash } from "@/tests/factories/deposits";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import {
  asked,
  decideDeposit,
  decideWithdrawal,
  reported,
} from "@/tests/integration/staff/desk-support";
import { fundTreasury, manageBalance } from "@/tests/integration/staff/support";
import { mailsTo } from "@/tests/support/mail";

let token: string;

beforeAll(async () => {
  token = (await signedInAdmin()).token;
  await fundTreasury();
});

it("mails a credit once, also where the decision is sent again", async () => {
  const { user, deposit } = await reported("USDT", { amount: "25" });
  const key = randomUUID();
  for (const _ of [1, 2]) {
    expect((await decideDeposit(token, deposit.id, { action: "confirm" }, key)).status).toBe(200);
  }
  const [mail, ...more] = await mailsTo(user.email);
  expect(mail).toMatch(/Subject: .*Deposit credited/);
  expect(mail).toMatch(/25\.00\sUSDT/);
  expect(more).toEqual([]);
});

it("mails nothing of a deposit that is rejected", async () => {
  const { user, deposit } = await reported("USDT");
  await decideDeposit(token, deposit.id, { action: "reject", adminNotes: "No such transfer" });
  expect(await mailsTo(user.email)).toEqual([]);
});

it("mails a payout when it was sent, not when it was approved", async () => {
  const { user, id } = await asked();
  await decideWithdrawal(token, id, { action: "approve" });
  expect(await mailsTo(user.email)).toEqual([]);
  const transactionHash = newHash().slice(2);
  await decideWithdrawal(token, id, { action: "complete", transactionHash });
  const mails = await mailsTo(user.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("20.00");
  expect(mails[0]).toContain("/freeze?token=");
});

it("mails a change of the balance with its reason", async () => {
  const { user } = await signedInUser();
  const change = { amount: "5", operation: "add", reason: "Opening gift" };
  expect((await manageBalance(token, user.id, change, randomUUID())).status).toBe(200);
  const mails = await mailsTo(user.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Opening gift");
  expect(mails[0]).not.toContain("/freeze?token=");
  const taken = { amount: "2", operation: "subtract", reason: "Gift given twice" };
  expect((await manageBalance(token, user.id, taken, randomUUID())).status).toBe(200);
  const last = (await mailsTo(user.email)).at(-1);
  expect(last).toContain("Gift given twice");
  expect(last).toContain("/freeze?token=");
});
