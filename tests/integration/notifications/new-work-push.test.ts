import { PUT as put } from "@/app/api/admin/new-work/route";
import { POST as addPush, DELETE as endPush } from "@/app/api/admin/push/subscriptions/route";
import { PUT as resetPassword } from "@/app/api/admin/users/[id]/reset-password/route";
import { POST as logout } from "@/app/api/auth/logout/route";
import { POST as addOwnPush } from "@/app/api/push/subscriptions/route";
import { POST as freezeOwn } from "@/app/api/user/freeze/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { describeNewWork } from "@/lib/new-work/describe";
import { tellNewWork } from "@/lib/new-work/mutations";
import type { NewWorkDto } from "@/lib/new-work/schema";
import { sendDue } from "@/lib/notifications/channels/dispatch";
import { sendNotification } from "@/lib/notifications/mutations";
import { transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { asWritten } from "@/lib/platform/text";
import { updateSettings } from "@/lib/site/mutations";
import { signedInAdmin, signedInUser, signInAs } from "@/tests/factories/users";
import { say } from "@/tests/integration/chat/support";
import { decideDeposit, reported } from "@/tests/integration/staff/desk-support";
import { toggleStatus } from "@/tests/integration/staff/support";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { type PushDevice, pushDevice, pushServices } from "@/tests/support/push";

const database = testDatabase();

beforeAll(() =>
  Object.assign(env, { PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString("base64url") }),
);
afterAll(() => Object.assign(env, { PUSH_PRIVATE_KEY: undefined }));
afterEach(async () => {
  await database.setClock(null);
  // Nobody of an earlier test is told of what a later one brings.
  await database.query("TRUNCATE new_work_setting, notification_dispatch, push_subscription");
});

const choose = (token: string, changes: Partial<NewWorkDto> = {}) =>
  callRoute(put, {
    method: "PUT",
    path: "/api/admin/new-work",
    token,
    body: {
      mode: "at-once",
      kinds: ["deposits", "withdrawals", "approvals", "chat"],
      channels: ["push"],
      hour: 8,
      zone: "UTC",
      ...changes,
    },
  });

const add = (token: string, device: PushDevice) =>
  callRoute(addPush, {
    path: "/api/admin/push/subscriptions",
    token,
    body: device.subscription,
  });
const addOwn = (token: string, device: PushDevice) =>
  callRoute(addOwnPush, { path: "/api/push/subscriptions", token, body: device.subscription });

/** A member of staff with a device that is told. */
async function reachable(changes: Partial<NewWorkDto> = {}, permissions = ["*"]) {
  const who = await signedInAdmin({ permissions });
  const device = pushDevice();
  expect((await choose(who.token, changes)).status).toBe(200);
  expect((await add(who.token, device)).status).toBe(201);
  return { ...who, device };
}

async function sendAll(services = pushServices()) {
  while (await sendDue(describeNewWork, services.post));
  return services;
}
/** Both jobs, as they follow each other. */
async function tellAndSend() {
  await tellNewWork();
  return sendAll();
}
const waiting = () => asOwner().notificationDispatch.count();
const devicesOf = (userId: string) => asOwner().pushSubscription.count({ where: { userId } });

it("tells of one kind by number, once, and leads to its queue", async () => {
  const before = await asOwner().deposit.count();
  const { device } = await reachable();
  const { deposit, user } = await reported("USDT", { amount: "77.25" });
  const message = (await tellAndSend()).readBy(device);
  expect(message).toEqual([
    expect.objectContaining({
      title: "1 new deposit to review",
      body: `No. ${deposit.number}. ${before + 1} in all.`,
      url: "/admin/deposits",
      tag: "new-work",
    }),
  ]);
  for (const secret of ["77.25", "USDT", user.username, user.email]) {
    expect(JSON.stringify(message)).not.toContain(secret);
  }
  expect((await tellAndSend()).sent).toEqual([]);
  expect(await waiting()).toBe(0);
});

it("tells of several kinds by counts, and leads to the overview", async () => {
  const { device } = await reachable();
  await reported("USDT");
  await reported("USDT");
  await say((await signedInUser()).token, "Where is my deposit?");
  expect((await tellAndSend()).readBy(device)).toEqual([
    expect.objectContaining({
      title: "3 new things wait for staff",
      body: "2 new deposits to review, 1 more conversation needs a reply",
      url: "/admin",
    }),
  ]);
});

it("says what else waits, since it takes the place of the message before", async () => {
  const { device } = await reachable();
  await reported("USDT");
  await tellAndSend();
  await say((await signedInUser()).token, "Where is my deposit?");
  const [message] = (await tellAndSend()).readBy(device);
  expect(message?.title).toBe("1 more conversation needs a reply");
  expect(message?.body).toMatch(/^\d+ in all\. (1 deposit waits|\d+ deposits wait)/);
});

it("names the first five numbers of many", async () => {
  const { device } = await reachable();
  const numbers: string[] = [];
  for (let n = 0; n < 6; n += 1) numbers.push((await reported("USDT")).deposit.number);
  const [message] = (await tellAndSend()).readBy(device);
  expect(message?.body).toContain(`No. ${numbers.slice(0, 5).join(", ")} and 1 more.`);
});

it("goes by both channels at the same time, each once, or by one of them alone", async () => {
  const [both, byMail, byPush] = [
    await reachable({ channels: ["mail", "push"] }),
    await reachable({ channels: ["mail"] }),
    await reachable({ channels: ["push"] }),
  ];
  await reported("USDT");
  const services = await tellAndSend();
  await tellNewWork();
  await sendAll(services);
  for (const { device } of [both, byPush]) expect(services.readBy(device)).toHaveLength(1);
  expect(services.readBy(byMail.device)).toEqual([]);
  for (const { user } of [both, byMail]) expect(await mailsTo(user.email)).toHaveLength(1);
  expect(await mailsTo(byPush.user.email)).toEqual([]);
  const { token } = both;
  expect((await choose(token, { channels: [] })).status).toBe(422);
  expect((await choose(token, { channels: [], mode: "off" })).status).toBe(200);
});

it("waits for its time as a digest, with all that came until then", async () => {
  const { user, device } = await reachable({ mode: "daily", hour: 6, zone: "Asia/Tokyo" });
  const first = await reported("USDT");
  const second = await reported("USDT");
  expect((await tellAndSend()).sent).toEqual([]);
  await asOwner().newWorkSetting.update({
    where: { staffId: user.id },
    data: { nextAt: new Date(0) },
  });
  const [message, ...more] = (await tellAndSend()).readBy(device);
  expect(message?.body).toContain(`No. ${first.deposit.number}, ${second.deposit.number}.`);
  expect(more).toEqual([]);
});

it("is sent once by any number of processes, and to each device", async () => {
  const { token, device } = await reachable();
  const other = pushDevice();
  await add(token, other);
  await reported("USDT");
  await transaction(async (tx) => {
    // As another process does in the middle of it.
    await tx.$queryRaw`SELECT 1 FROM new_work_setting FOR UPDATE`;
    await tellNewWork();
  });
  expect(await waiting()).toBe(0);
  await Promise.all([tellNewWork(), tellNewWork(), tellNewWork()]);
  const services = pushServices();
  await Promise.all([sendAll(services), sendAll(services), sendAll(services)]);
  expect(services.readBy(device)).toHaveLength(1);
  expect(services.readBy(other)).toHaveLength(1);
});

it("is queued by the transaction that keeps what was told", async () => {
  const { device } = await reachable();
  await reported("USDT");
  await database.query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
    CREATE TRIGGER die BEFORE UPDATE ON new_work_setting FOR EACH ROW EXECUTE FUNCTION die()`);
  await expect(tellNewWork()).rejects.toThrow("killed");
  expect(await waiting()).toBe(0);
  await database.query("DROP TRIGGER die ON new_work_setting");
  expect((await tellAndSend()).readBy(device)).toHaveLength(1);
});

it("is tried again where a process died on the way or the service is down, and ends with a device that is gone", async () => {
  const { user, device } = await reachable();
  await reported("USDT");
  await tellNewWork();
  const down = await sendAll(pushServices(() => ({ status: 503 })));
  const [first] = down.readBy(device);
  expect((await sendAll()).sent).toEqual([]);
  await database.setClock(new Date(Date.now() + 40_000));
  const gone = await sendAll(pushServices(() => ({ status: 410 })));
  // The device shows one of two by what they have in common.
  expect(gone.readBy(device)).toEqual([first]);
  expect(await devicesOf(user.id)).toBe(0);
  expect(await waiting()).toBe(0);
});

it("tells only what its reader may see when it is sent, still waits and is still wanted", async () => {
  const { user, token, device } = await reachable();
  const rights = (permissions: string[]) =>
    asOwner().user.update({ where: { id: user.id }, data: { permissions } });
  const chat = () => signedInUser().then(({ token: by }) => say(by, "Hello"));

  await reported("USDT");
  await chat();
  await tellNewWork();
  await rights(["support"]);
  const [onlyChat, ...none] = (await sendAll()).readBy(device);
  expect(none).toEqual([]);
  expect(onlyChat).toMatchObject({
    title: "1 more conversation needs a reply",
    url: "/admin/chat",
  });
  await rights(["*"]);

  const { deposit } = await reported("USDT");
  await tellNewWork();
  const { token: colleague } = await signedInAdmin();
  await decideDeposit(colleague, deposit.id, { action: "reject", adminNotes: "No such transfer" });
  expect((await tellAndSend()).readBy(device)).not.toContainEqual(
    expect.objectContaining({ body: expect.stringContaining(deposit.number) }),
  );

  await reported("USDT");
  await tellNewWork();
  await choose(token, { mode: "off" });
  expect((await sendAll()).sent).toEqual([]);
  expect(await waiting()).toBe(0);
});

describe("reaches no device whose session counts no more", () => {
  type Who = Awaited<ReturnType<typeof reachable>>;
  const byColleague = async () => (await signedInAdmin()).token;
  it.each<[string, (who: Who) => Promise<{ status: number }>]>([
    ["logged out", ({ token }) => callRoute(logout, { method: "POST", token })],
    [
      "deactivated",
      async ({ user }) => toggleStatus(await byColleague(), user.id, false, "Left the company"),
    ],
    ["frozen", ({ token }) => callRoute(freezeOwn, { method: "POST", token })],
    [
      "with a password of support's",
      async ({ user: { id } }) =>
        callRoute(resetPassword, {
          method: "PUT",
          token: await byColleague(),
          params: { id },
          body: { newPassword: "another password" },
        }),
    ],
  ])("%s", async (_how, end) => {
    const who = await reachable();
    await reported("USDT");
    await tellNewWork();
    expect(await waiting()).toBe(1);
    expect((await end(who)).status).toBe(200);
    expect((await sendAll()).sent).toEqual([]);
    expect(await devicesOf(who.user.id)).toBe(0);
    expect(await waiting()).toBe(0);
  });

  it("frozen: nothing more is mailed either", async () => {
    const { user } = await reachable({ channels: ["mail"] });
    await asOwner().user.update({ where: { id: user.id }, data: { frozenAt: new Date() } });
    await reported("USDT");
    await tellNewWork();
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it("staff no more, or lacking the two-factor that the site asks for", async () => {
    const [former, lacking] = [await reachable(), await reachable()];
    await reported("USDT");
    await tellNewWork();
    await asOwner().user.update({
      where: { id: former.user.id },
      data: { isAdmin: false, permissions: [] },
    });
    await updateSettings(SYSTEM_ACTOR, { staffTwoFactorRequired: true });
    const services = await sendAll();
    await updateSettings(SYSTEM_ACTOR, { staffTwoFactorRequired: false });
    expect(services.readBy(former.device)).toEqual([]);
    expect(services.readBy(lacking.device)).toEqual([]);
    expect(await waiting()).toBe(0);
  });
});

const tellOwner = (userId: string) =>
  transaction((tx) =>
    sendNotification(tx, {
      userId,
      type: "deposit",
      title: asWritten("Your deposit"),
      message: asWritten("It has come"),
    }),
  );

it("keeps apart what a browser gets for its owner as a user and as staff", async () => {
  const { user, token, device } = await reachable();
  const own = pushDevice();
  await addOwn(token, own);
  await reported("USDT");
  await tellOwner(user.id);
  const apart = await tellAndSend();
  expect(apart.readBy(device)).toEqual([expect.objectContaining({ url: "/admin/deposits" })]);
  expect(apart.readBy(own)).toEqual([expect.objectContaining({ url: "/notifications" })]);

  // Both on one browser: each is ended by itself.
  await addOwn(token, device);
  await reported("USDT");
  await tellOwner(user.id);
  expect((await tellAndSend()).readBy(device)).toHaveLength(2);
  const { endpoint } = device.subscription;
  const end = { method: "DELETE", path: "/api/admin/push/subscriptions" };
  expect((await callRoute(endPush, { ...end, token, body: { endpoint } })).status).toBe(200);
  await reported("USDT");
  await tellOwner(user.id);
  expect((await tellAndSend()).readBy(device)).toEqual([
    expect.objectContaining({ url: "/notifications" }),
  ]);
});

it("belongs to the session that turned it on, whatever another one of the browser turns on", async () => {
  const { user, token, device } = await reachable();
  await callRoute(logout, { method: "POST", token });
  await addOwn(await signInAs(user), device);
  await reported("USDT");
  await tellOwner(user.id);
  expect((await tellAndSend()).readBy(device)).toEqual([
    expect.objectContaining({ url: "/notifications" }),
  ]);
});

it("is for staff alone, and ends where another person uses the browser", async () => {
  const { user, device } = await reachable();
  const visitor = await signedInUser();
  expect((await add(visitor.token, device)).status).toBe(403);
  await reported("USDT");
  await tellNewWork();
  await addOwn(visitor.token, device);
  expect((await sendAll()).readBy(device)).toEqual([]);
  expect(await devicesOf(user.id)).toBe(0);
  await reported("USDT");
  expect((await tellAndSend()).sent).toEqual([]);
});
