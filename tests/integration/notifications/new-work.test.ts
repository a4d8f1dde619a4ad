import { randomUUID } from "node:crypto";
import { GET as get, PUT as put } from "@/app/api/admin/new-work/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { tellNewWork } from "@/lib/new-work/mutations";
import type { NewWorkDto } from "@/lib/new-work/schema";
import { updateSettings } from "@/lib/site/mutations";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { read, say } from "@/tests/integration/chat/support";
import { decideDeposit, reported } from "@/tests/integration/staff/desk-support";
import { fundTreasury, manageBalance } from "@/tests/integration/staff/support";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";

type Answer = { newWork: NewWorkDto };

const choose = (token: string, changes: Partial<NewWorkDto> = {}) =>
  callRoute<Answer>(put, {
    method: "PUT",
    path: "/api/admin/new-work",
    token,
    body: {
      mode: "at-once",
      kinds: ["deposits", "withdrawals", "approvals", "chat"],
      channels: ["mail"],
      hour: 8,
      zone: "UTC",
      ...changes,
    },
  });

/** A member of staff who is mailed. */
async function mailed(changes: Partial<NewWorkDto> = {}, permissions = ["*"]) {
  const { user, token } = await signedInAdmin({ permissions });
  expect((await choose(token, changes)).status).toBe(200);
  return { user, token };
}

const due = (staffId: string) =>
  asOwner().newWorkSetting.update({ where: { staffId }, data: { nextAt: new Date(0) } });

const numbersIn = (mail: string | undefined) => /no\. ([\d, ]+)\./.exec(mail ?? "")?.[1];

it("is off until somebody chooses it, and refuses what is none", async () => {
  const { user, token } = await signedInAdmin();
  const { body } = await callRoute<Answer>(get, { path: "/api/admin/new-work", token });
  expect(body.newWork.mode).toBe("off");
  await reported("USDT");
  await tellNewWork();
  expect(await mailsTo(user.email)).toEqual([]);
  expect((await choose(token, { zone: "Mars/Olympus" })).status).toBe(422);
  expect((await choose(token, { kinds: [] })).status).toBe(422);
  const daily: NewWorkDto = {
    mode: "daily",
    hour: 6,
    zone: "Asia/Tokyo",
    kinds: ["chat"],
    channels: ["mail"],
  };
  expect((await choose(token, daily)).body.newWork).toEqual(daily);
});

it("names what is new by number and kind, once, without amounts and names", async () => {
  await reported("USDT");
  const { user } = await mailed();
  const first = await reported("USDT", { amount: "77.25" });
  const second = await reported("USDT");
  await tellNewWork();
  await tellNewWork();
  const [mail = "", ...more] = await mailsTo(user.email);
  expect(more).toEqual([]);
  expect(mail).toContain(": 2 new things wait for staff\n");
  expect(numbersIn(mail)).toBe(`${first.deposit.number}, ${second.deposit.number}`);
  expect(mail).toContain("/admin/deposits");
  for (const secret of ["77.25", "USDT", first.user.username, first.user.email]) {
    expect(mail).not.toContain(secret);
  }
});

it("tells of nothing that somebody dealt with before", async () => {
  const { user, token } = await mailed();
  const { deposit } = await reported("USDT");
  await decideDeposit(token, deposit.id, { action: "reject", adminNotes: "No such transfer" });
  await tellNewWork();
  expect(await mailsTo(user.email)).toEqual([]);
});

it("is sent once by any number of processes", async () => {
  const { user } = await mailed();
  await reported("USDT");
  await Promise.all([tellNewWork(), tellNewWork(), tellNewWork()]);
  expect(await mailsTo(user.email)).toHaveLength(1);
});

it("is sent once after a process that died over it", async () => {
  const { user } = await mailed();
  await reported("USDT");
  await testDatabase().query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
    CREATE TRIGGER die BEFORE UPDATE ON new_work_setting FOR EACH ROW EXECUTE FUNCTION die()`);
  await expect(tellNewWork()).rejects.toThrow("killed");
  expect(await mailsTo(user.email)).toEqual([]);
  await testDatabase().query("DROP TRIGGER die ON new_work_setting");
  await tellNewWork();
  expect(await mailsTo(user.email)).toHaveLength(1);
});

it("is about what each may see, and goes to nobody who is staff no more", async () => {
  const [support, finance, gone] = [
    await mailed({}, ["support"]),
    await mailed({}, ["finance"]),
    await mailed(),
  ];
  await asOwner().user.update({ where: { id: gone.user.id }, data: { isActive: false } });
  const { deposit } = await reported("USDT");
  await say((await signedInUser()).token, "Where is my deposit?");
  await tellNewWork();
  const [forSupport = ""] = await mailsTo(support.user.email);
  expect(forSupport).toContain("1 more conversation needs a reply.");
  expect(forSupport).not.toMatch(/deposit|Where is/);
  const [forFinance = ""] = await mailsTo(finance.user.email);
  expect(numbersIn(forFinance)).toBe(deposit.number);
  expect(forFinance).not.toContain("conversation");
  expect(await mailsTo(gone.user.email)).toEqual([]);
});

it("leaves out the kinds that were not chosen", async () => {
  const { user } = await mailed({ kinds: ["chat"] });
  await reported("USDT");
  await tellNewWork();
  expect(await mailsTo(user.email)).toEqual([]);
});

it("tells of a request for a second person, but not to who asked", async () => {
  await fundTreasury();
  await updateSettings(SYSTEM_ACTOR, { fourEyesThreshold: "100" });
  const [proposer, colleague] = [await mailed(), await mailed()];
  const { user } = await signedInUser();
  const change = { amount: "250", operation: "add", reason: "Opening gift" };
  expect((await manageBalance(proposer.token, user.id, change, randomUUID())).status).toBe(202);
  await tellNewWork();
  expect((await mailsTo(colleague.user.email))[0]).toContain(
    "1 new request waits for a second person. 1 in all.",
  );
  expect(await mailsTo(proposer.user.email)).toEqual([]);
});

it("tells of a conversation again when it needs a reply once more", async () => {
  const { user, token } = await mailed({ kinds: ["chat"] });
  const customer = await signedInUser();
  await say(customer.token, "Hello");
  await tellNewWork();
  const { chat } = (await read(customer.token)).body;
  await say(token, "Hello to you", { chatId: chat.id });
  await say(customer.token, "One thing more");
  await tellNewWork();
  expect(await mailsTo(user.email)).toHaveLength(2);
});

it("waits for its time as a digest", async () => {
  const { user } = await mailed({ mode: "daily", hour: 6, zone: "Asia/Tokyo" });
  const first = await reported("USDT");
  const second = await reported("USDT");
  await tellNewWork();
  expect(await mailsTo(user.email)).toEqual([]);
  await due(user.id);
  await tellNewWork();
  await tellNewWork();
  const [mail, ...more] = await mailsTo(user.email);
  expect(numbersIn(mail)).toBe(`${first.deposit.number}, ${second.deposit.number}`);
  expect(more).toEqual([]);
  const { nextAt } = await asOwner().newWorkSetting.findUniqueOrThrow({
    where: { staffId: user.id },
  });
  expect(nextAt.toISOString()).toMatch(/T21:00:00/);
});
