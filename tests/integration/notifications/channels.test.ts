import { createPublicKey, verify } from "node:crypto";
import { GET as readKey } from "@/app/api/push/key/route";
import { POST as addPush, DELETE as endPush } from "@/app/api/push/subscriptions/route";
import { GET as openStop, POST as stop } from "@/app/api/unsubscribe/route";
import { PUT as change, GET as read } from "@/app/api/user/notification-settings/route";
import { describeNewWork } from "@/lib/new-work/describe";
import { sendDue } from "@/lib/notifications/channels/dispatch";
import type { NotificationSettings } from "@/lib/notifications/channels/schema";
import { unsubscribeLink } from "@/lib/notifications/channels/unsubscribe";
import { notifyQuietly, sendNotification } from "@/lib/notifications/mutations";
import { transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { seal } from "@/lib/platform/security/cipher";
import { asWritten } from "@/lib/platform/text";
import { signedInUser } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { mailsTo } from "@/tests/support/mail";
import { asOwner } from "@/tests/support/owner";
import { type PushDevice, pushDevice, pushServices } from "@/tests/support/push";

const database = testDatabase();

beforeAll(() =>
  Object.assign(env, { PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString("base64url") }),
);
afterAll(() => Object.assign(env, { PUSH_PRIVATE_KEY: undefined }));
afterEach(() => database.setClock(null));

type Answer = { settings: NotificationSettings };
const PATH = "/api/user/notification-settings";
const choose = (token: string, body: object) =>
  callRoute<Answer>(change, { method: "PUT", path: PATH, token, body });
const add = (token: string, device: PushDevice, changes: object = {}) =>
  callRoute(addPush, {
    method: "POST",
    path: "/api/push/subscriptions",
    token,
    body: { ...device.subscription, ...changes },
  });
const waiting = () => asOwner().notificationDispatch.count();

/** Somebody with a device. */
async function reachable() {
  const who = await signedInUser();
  const device = pushDevice();
  expect((await add(who.token, device)).status).toBe(201);
  const session = await asOwner().session.findFirstOrThrow({ where: { userId: who.user.id } });
  return { ...who, device, sessionId: session.id };
}

let count = 0;
const tell = (userId: string, type: string, by?: string) =>
  transaction((tx) =>
    sendNotification(
      tx,
      { userId, type, title: asWritten(`Title ${++count}`), message: asWritten("12.5 USDT") },
      by,
    ),
  );

/** Sends all that is due, however many batches. */
async function sendAll(services = pushServices()) {
  while (await sendDue(describeNewWork, services.post));
  return services;
}

it("keeps what somebody chooses, and refuses to end the mails that give a thief away", async () => {
  const { token } = await signedInUser();
  const first = (await callRoute<Answer>(read, { path: PATH, token })).body.settings;
  expect(first.kinds.trading).toEqual({ push: true, mail: false });
  expect(first.kinds.payments).toEqual({ push: true, mail: true });
  expect(first).toMatchObject({ quietHours: null, showAmounts: false });
  const quietHours = { from: "22:30", to: "06:00", zone: "Asia/Tokyo" };
  await choose(token, { kinds: { trading: { push: false, mail: true } }, quietHours });
  const { body } = await choose(token, { showAmounts: true });
  expect(body.settings.kinds.trading).toEqual({ push: false, mail: true });
  expect(body.settings).toMatchObject({ quietHours, showAmounts: true });
  expect((await choose(token, { quietHours: null })).body.settings.quietHours).toBeNull();
  const refused = await choose(token, { kinds: { account: { push: true, mail: false } } });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toContain("always come");
  for (const bad of [
    {},
    { kinds: { gossip: { push: true, mail: true } } },
    { quietHours: { from: "22:00", to: "22:00", zone: "UTC" } },
    { quietHours: { from: "24:00", to: "06:00", zone: "UTC" } },
    { quietHours: { from: "22:00", to: "06:00", zone: "Mars/Olympus" } },
  ]) {
    expect((await choose(token, bad)).status).toBe(422);
  }
});

it.each([
  ["no https", { endpoint: "http://push.example.com/1" }],
  ["an address", { endpoint: "https://10.0.0.1/1" }],
  ["an IPv6 address", { endpoint: "https://[::1]/1" }],
  ["a short number", { endpoint: "https://2130706433/1" }],
  ["this machine", { endpoint: "https://localhost/1" }],
  ["a name inside", { endpoint: "https://db.internal/1" }],
  ["a user", { endpoint: "https://a:b@push.example.com/1" }],
  ["short keys", { keys: { p256dh: "AAAA", auth: "AAAA" } }],
])("refuses a device with %s", async (_, changes) => {
  const { token } = await signedInUser();
  expect((await add(token, pushDevice(), changes)).status).toBe(422);
});

it("pushes to each device of its owner, signed by the site's key, with no amounts until they are asked for", async () => {
  const { user, token, device } = await reachable();
  const other = pushDevice();
  await add(token, other);
  await tell(user.id, "option");
  const services = await sendAll();
  const [message, ...more] = services.readBy(device);
  expect(more).toEqual([]);
  expect(message).toMatchObject({ title: `Title ${count}`, body: "Open the site to read it." });
  expect(services.readBy(other)).toHaveLength(1);
  const { body } = await callRoute<{ key: string }>(readKey, { path: "/api/push/key" });
  const authorization = String(services.sent[0]?.headers.Authorization);
  const [, jwt = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  expect(key).toBe(body.key);
  const [head, claims, signature = ""] = jwt.split(".");
  const point = Buffer.from(body.key, "base64url");
  const publicKey = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const by = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", signed, by, Buffer.from(signature, "base64url"))).toBe(true);
  await choose(token, { showAmounts: true });
  await tell(user.id, "option");
  expect((await sendAll()).readBy(device)).toEqual([
    expect.objectContaining({ body: "12.5 USDT", url: "/notifications" }),
  ]);
});

it("pushes nothing that was done on this device, is of another kind, was read or is quiet", async () => {
  const { user, token, sessionId, device } = await reachable();
  await choose(token, { kinds: { savings: { push: false, mail: false } } });
  await tell(user.id, "withdrawal", sessionId);
  await tell(user.id, "saving");
  await transaction((tx) =>
    notifyQuietly(tx, {
      userId: user.id,
      type: "option",
      title: asWritten("Opened"),
      message: asWritten("By yourself"),
    }),
  );
  expect(await waiting()).toBe(0);
  await tell(user.id, "deposit");
  await asOwner().notification.updateMany({
    where: { userId: user.id },
    data: { readAt: new Date() },
  });
  expect((await sendAll()).readBy(device)).toEqual([]);
  expect(await waiting()).toBe(0);
});

it("queues nothing of a transaction that rolls back", async () => {
  const { user } = await reachable();
  const failing = transaction(async (tx) => {
    const [title, message] = [asWritten("Never"), asWritten("Never")];
    await sendNotification(tx, { userId: user.id, type: "deposit", title, message });
    throw new Error("not this time");
  });
  await expect(failing).rejects.toThrow("not this time");
  expect(await waiting()).toBe(0);
});

it("forgets a device that is gone, and one whose session has ended", async () => {
  const { user, device } = await reachable();
  await tell(user.id, "deposit");
  await sendAll(pushServices(() => ({ status: 410 })));
  expect(await asOwner().pushSubscription.count({ where: { userId: user.id } })).toBe(0);
  const next = await reachable();
  await tell(next.user.id, "deposit");
  await asOwner().session.update({
    where: { id: next.sessionId },
    data: { revokedAt: new Date() },
  });
  const services = await sendAll();
  expect(services.readBy(next.device)).toEqual([]);
  expect(await asOwner().pushSubscription.count({ where: { userId: next.user.id } })).toBe(0);
  expect(services.readBy(device)).toEqual([]);
});

it("tries again what a push service refuses for now, six times, and longer apart each time", async () => {
  const { user, device } = await reachable();
  await tell(user.id, "deposit");
  // The row's own time may be rounded up.
  const start = Date.now() + 1_000;
  const tries: number[] = [];
  const services = pushServices(() => {
    tries.push(tries.length);
    return { status: 503 };
  });
  const waits: number[] = [];
  for (let at = start; (await waiting()) > 0; ) {
    await database.setClock(new Date(at));
    await sendAll(services);
    const [row] = await database.query<{ due: Date }>(
      "SELECT due_at AS due FROM notification_dispatch",
    );
    if (!row) break;
    waits.push(Math.round((row.due.getTime() - at) / 1000));
    at = row.due.getTime();
  }
  expect(services.readBy(device)).toHaveLength(6);
  expect(waits).toEqual([30, 60, 120, 240, 480]);
});

it("gives a device that another person uses now to them, with nothing of what waited", async () => {
  const { user, device } = await reachable();
  await tell(user.id, "deposit");
  const next = await signedInUser();
  await add(next.token, device);
  expect((await sendAll()).readBy(device)).toEqual([]);
  await tell(user.id, "deposit");
  await tell(next.user.id, "deposit");
  expect((await sendAll()).readBy(device)).toHaveLength(1);
  const end = { method: "DELETE", path: "/api/push/subscriptions" };
  const { endpoint } = device.subscription;
  const byOther = await signedInUser();
  await callRoute(endPush, { ...end, token: byOther.token, body: { endpoint } });
  expect(await asOwner().pushSubscription.count({ where: { endpoint } })).toBe(1);
  await callRoute(endPush, { ...end, token: next.token, body: { endpoint } });
  expect(await asOwner().pushSubscription.count({ where: { endpoint } })).toBe(0);
});

it("keeps a device with a session of its owner where two people ask for it at once", async () => {
  const [one, other] = [await signedInUser(), await signedInUser()];
  const device = pushDevice();
  for (let round = 0; round < 10; round++) {
    await Promise.all([add(one.token, device), add(other.token, device)]);
    const [kept] = await asOwner().pushSubscription.findMany({
      where: { endpoint: device.subscription.endpoint },
      include: { session: true },
    });
    expect(kept?.session.userId).toBe(kept?.userId);
  }
});

it("mails a kind of choice once, and only after the quiet hours, in which nothing is pushed", async () => {
  const { user, token, device } = await reachable();
  const hours = (from: Date) => from.toISOString().slice(11, 16);
  const quietHours = {
    from: hours(new Date(Date.now() - 3_600_000)),
    to: hours(new Date(Date.now() + 3_600_000)),
    zone: "UTC",
  };
  await choose(token, { kinds: { trading: { push: true, mail: true } }, quietHours });
  await tell(user.id, "option");
  expect((await sendAll()).sent).toEqual([]);
  expect(await mailsTo(user.email)).toEqual([]);
  expect(await waiting()).toBe(1);
  await choose(token, { quietHours: null });
  await database.setClock(new Date(Date.now() + 3_660_000));
  const services = await sendAll();
  await sendAll(services);
  expect(services.readBy(device)).toEqual([]);
  const [mail, ...more] = await mailsTo(user.email);
  expect(more).toEqual([]);
  expect(mail).toContain("12.5 USDT");
  expect(mail).toContain("/notifications/settings");
});

const HEADER = /^List-Unsubscribe: <(http[^>]+)>$/m;
/** What a program for mail posts, and opening the same address. */
const press = (address: string, ip = "192.0.2.61") =>
  callRoute<{ mails: string }>(stop, {
    method: "POST",
    path: new URL(address).pathname + new URL(address).search,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    ip,
  });

it("stops mails of a kind by one press in a program for mail, without logging in, and no others", async () => {
  const { user, token } = await signedInUser();
  const both = { push: true, mail: true };
  await choose(token, { kinds: { trading: both, savings: both } });
  await tell(user.id, "option");
  await tell(user.id, "deposit");
  await sendAll();
  const mails = await mailsTo(user.email);
  const headed = mails.filter((mail) => HEADER.test(mail));
  // What is always mailed can't be stopped.
  expect(headed).toHaveLength(1);
  expect(headed[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  const link = HEADER.exec(headed[0] ?? "")?.[1] ?? "";

  // Opening it, as a scanner does, leads to a page and changes nothing.
  const { pathname, search } = new URL(link);
  const opened = await callRaw(openStop, { path: pathname + search });
  expect(opened.status).toBe(303);
  expect(opened.headers.get("location")).toBe(`/unsubscribe${search}`);
  const kinds = async () =>
    (await callRoute<Answer>(read, { path: PATH, token })).body.settings.kinds;
  expect((await kinds()).trading.mail).toBe(true);

  // One waits when it is pressed: it is not mailed either.
  await tell(user.id, "option");
  expect(await press(link)).toMatchObject({ status: 200, body: { mails: "trading" } });
  const after = await kinds();
  expect(after.trading).toEqual({ push: true, mail: false });
  expect(after.savings).toEqual(both);
  await sendAll();
  expect(await waiting()).toBe(0);
  expect(await mailsTo(user.email)).toHaveLength(mails.length);
  // Again it says the same, and what is chosen afterwards stays until it is pressed.
  expect((await press(link)).status).toBe(200);
  await choose(token, { kinds: { trading: both } });
  expect((await kinds()).trading.mail).toBe(true);
});

it("takes no link that the site has not made", async () => {
  const { user, token } = await signedInUser();
  await choose(token, { kinds: { trading: { push: true, mail: true } } });
  const link = unsubscribeLink(user.id, "trading");
  const at = link.indexOf("token=") + 20;
  const changed = link.slice(0, at) + (link[at] === "A" ? "B" : "A") + link.slice(at + 1);
  const account = link.replace(/token=.*/, `token=${seal("unsubscribe", `account ${user.id}`)}`);
  const other = link.replace(/token=.*/, `token=${seal("mail", `trading ${user.id}`)}`);
  for (const bad of [changed, account, other, link.replace(/token=.*/, "token=x")]) {
    expect(await press(bad)).toMatchObject({ status: 422, body: { code: "TOKEN_INVALID" } });
  }
  expect((await press(link.replace(/\?.*/, ""))).status).toBe(422);
  const { body } = await callRoute<Answer>(read, { path: PATH, token });
  expect(body.settings.kinds.trading.mail).toBe(true);
});

it("tells others at once although a device has a key that is no point of its curve", async () => {
  const bad = await reachable();
  const good = await reachable();
  await asOwner().pushSubscription.updateMany({
    where: { userId: bad.user.id },
    data: { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString("base64url") },
  });
  await tell(bad.user.id, "trade");
  await tell(good.user.id, "trade");
  const services = await sendAll();
  expect(services.readBy(good.device)).toHaveLength(1);
  expect(await waiting()).toBe(0);
});
