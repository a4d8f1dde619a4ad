import { randomUUID } from "node:crypto";
import { PATCH as readAll } from "@/app/api/notifications/read-all/route";
import { GET as list } from "@/app/api/notifications/route";
import type { NotificationList } from "@/lib/notifications/schema";
import { prisma } from "@/lib/platform/db";
import { createCrowd, createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import {
  broadcast,
  broadcasts,
  deliver,
  findPeople,
  report,
  searchPeople,
} from "./broadcast-support";

const text = {
  title: "Planned work",
  message: "The site is closed on Sunday from 02:00 to 03:00 UTC.",
};
const staffMember = () => signedInAdmin({ permissions: ["content"] });

const received = async (token: string) =>
  (await callRoute<NotificationList>(list, { token, path: "/api/notifications" })).body;

/** Runs `work` while nothing can be delivered. */
async function withoutDelivery<T>(work: () => Promise<T>): Promise<T> {
  const set = (sql: string) => testDatabase().query(`ALTER TABLE notification ${sql}`);
  await set("ADD CONSTRAINT nothing CHECK (broadcast_id IS NULL) NOT VALID");
  try {
    return await work();
  } finally {
    await set("DROP CONSTRAINT nothing");
  }
}

beforeEach(async () => {
  await testDatabase().query(
    "TRUNCATE notification, notification_dispatch, broadcast_read_count, notification_broadcast",
  );
});

describe("sending", () => {
  it("to everyone reaches every active account, and nobody who joins later", async () => {
    const { user: admin, token: staff } = await staffMember();
    const person = await signedInUser();
    const inactive = await createTestUser({ isActive: false });
    const answer = await broadcast(staff, { ...text, audience: "all" });
    expect(answer.status).toBe(201);
    expect((await received(person.token)).unreadCount).toBe(1);
    const active = await prisma.user.count({ where: { isActive: true } });
    expect(answer.body.notification).toEqual({
      id: expect.any(String),
      ...text,
      audience: "all",
      status: "sent",
      recipientCount: active,
      deliveredCount: active,
      readCount: 0,
      author: { id: admin.id, username: admin.username },
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      recipients: [],
    });
    const late = await createTestUser();
    await deliver();
    expect((await received(person.token)).notifications).toMatchObject([
      { ...text, type: "announcement", readAt: null },
    ]);
    for (const { id } of [inactive, late]) {
      expect(await toldToUsers.count({ where: { userId: id } })).toBe(0);
    }
    expect((await report(staff, answer.body.notification.id)).body.notification).toMatchObject({
      status: "sent",
      recipientCount: active,
      deliveredCount: active,
      finishedAt: expect.any(String),
      recipients: [],
    });
  });

  it("to picked people reaches them alone, each once", async () => {
    const { token: staff } = await staffMember();
    const [ann, bob, other] = [await signedInUser(), await signedInUser(), await signedInUser()];
    const userIds = [bob.user.id, ann.user.id, bob.user.id];
    const answer = await broadcast(staff, { ...text, audience: "users", userIds });
    expect(answer.body.notification.recipientCount).toBe(2);
    const counts = async () =>
      Promise.all([ann, bob, other].map(async ({ token }) => (await received(token)).unreadCount));
    expect(await counts()).toEqual([1, 1, 0]);
    await deliver();
    expect(await counts()).toEqual([1, 1, 0]);
    const { notification } = (await report(staff, answer.body.notification.id)).body;
    expect(notification).toMatchObject({ status: "sent", deliveredCount: 2 });
    expect(notification.recipients.map(({ id }) => id).sort()).toEqual(
      [ann.user.id, bob.user.id].sort(),
    );
  });

  it("does not fail when the first part does: the job delivers it", async () => {
    const { token: staff } = await staffMember();
    const person = await signedInUser();
    const body = { ...text, audience: "users", userIds: [person.user.id] };
    const answer = await withoutDelivery(() => broadcast(staff, body));
    expect(answer).toMatchObject({ status: 201, body: { notification: { status: "queued" } } });
    expect((await received(person.token)).unreadCount).toBe(0);
    await deliver();
    expect((await received(person.token)).unreadCount).toBe(1);
  });

  it("waits for whoever delivers it already", async () => {
    const { token: staff } = await staffMember();
    const person = await signedInUser();
    const body = { ...text, audience: "users", userIds: [person.user.id] };
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => broadcast(staff, body))),
      deliver(),
      deliver(),
    ]);
    expect(answers.map(({ body }) => body.notification.status)).toEqual(Array(4).fill("sent"));
    expect((await received(person.token)).unreadCount).toBe(4);
  });

  it("leaves out who was switched off in the meantime", async () => {
    const { token: staff } = await staffMember();
    const person = await createTestUser();
    const body = { ...text, audience: "users", userIds: [person.id] };
    const { notification } = (await withoutDelivery(() => broadcast(staff, body))).body;
    await asOwner().user.update({ where: { id: person.id }, data: { isActive: false } });
    await deliver();
    expect((await report(staff, notification.id)).body.notification).toMatchObject({
      status: "sent",
      recipientCount: 1,
      deliveredCount: 0,
    });
  });

  it("writes the audit log", async () => {
    const { user: admin, token: staff } = await staffMember();
    const { notification } = (await broadcast(staff, { ...text, audience: "all" })).body;
    const entries = await prisma.auditEntry.findMany({ where: { targetId: notification.id } });
    expect(entries).toMatchObject([
      {
        action: "notification.send",
        actorId: admin.id,
        after: { ...text, audience: "all", recipients: notification.recipientCount },
      },
    ]);
  });

  it("stands in the audit log of each of a hundred picked people, of more in one entry", async () => {
    const { token: staff } = await staffMember();
    const name = `crowd${randomUUID().slice(0, 8)}`;
    await createCrowd(name, 101);
    const crowd = await prisma.user.findMany({ where: { username: { startsWith: name } } });
    const userIds = crowd.map(({ id }) => id);
    const subjectsOf = async (picked: string[]) => {
      const answer = await broadcast(staff, { ...text, audience: "users", userIds: picked });
      const targetId = answer.body.notification.id;
      const entries = await prisma.auditEntry.findMany({ where: { targetId } });
      return entries.map(({ subjectUserId }) => subjectUserId).toSorted();
    };
    expect(await subjectsOf(userIds.slice(1))).toEqual(userIds.slice(1).toSorted());
    expect(await subjectsOf(userIds)).toEqual([null]);
  });

  it("happens once however often the request is repeated", async () => {
    const { token: staff } = await staffMember();
    const key = randomUUID();
    const body = { ...text, audience: "all" };
    const answers = await Promise.all([broadcast(staff, body, key), broadcast(staff, body, key)]);
    const again = await broadcast(staff, body, key);
    expect(again.status).toBe(201);
    for (const { status, body: answer } of answers) {
      expect(status).toBe(201);
      expect(answer.notification.id).toBe(again.body.notification.id);
    }
    expect(await prisma.notificationBroadcast.count()).toBe(1);
    expect((await broadcast(staff, { ...body, title: "Other" }, key)).body.code).toBe(
      "IDEMPOTENCY_CONFLICT",
    );
    // Also when the first answer was never kept, as after a crash.
    await prisma.idempotencyRecord.deleteMany({ where: { key } });
    expect((await broadcast(staff, body, key)).body.notification.id).toBe(
      again.body.notification.id,
    );
    expect(await prisma.notificationBroadcast.count()).toBe(1);
    await prisma.idempotencyRecord.deleteMany({ where: { key } });
    expect((await broadcast(staff, { ...body, title: "Other" }, key)).status).toBe(409);
  });

  it("is another one for other people", async () => {
    const { token: staff } = await staffMember();
    const [anna, ben] = [await createTestUser(), await createTestUser()].map(({ id }) => id);
    const key = randomUUID();
    const sendTo = async (...userIds: unknown[]) => {
      await prisma.idempotencyRecord.deleteMany({ where: { key } });
      return broadcast(staff, { ...text, audience: "users", userIds }, key);
    };
    const first = await sendTo(anna, ben);
    expect((await sendTo(ben, anna)).body.notification.id).toBe(first.body.notification.id);
    expect((await sendTo(anna)).body.code).toBe("IDEMPOTENCY_CONFLICT");
    expect(await prisma.notificationBroadcast.count()).toBe(1);
  });

  it.each([
    [{ title: " " }, "title", "Please enter a title"],
    [{ title: "x".repeat(101) }, "title", "The title may have at most 100 characters"],
    [{ message: "" }, "message", "Please enter a message"],
    [{ message: "x".repeat(1001) }, "message", "The message may have at most 1000 characters"],
    [{ audience: "nobody" }, "audience", "Please choose who gets it"],
    [{ audience: "users" }, "userIds", "Please pick at least one person"],
    [{ audience: "users", userIds: [] }, "userIds", "Please pick at least one person"],
    [{ audience: "users", userIds: [randomUUID()] }, "userIds", "Some of these users do not exist"],
  ])("refuses %j", async (change, field, message) => {
    const { token: staff } = await staffMember();
    const answer = await broadcast(staff, { ...text, audience: "all", ...change });
    expect(answer).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
    expect(answer.body.errors?.[field]).toContain(message);
    expect(await prisma.notificationBroadcast.count()).toBe(0);
  });

  it("names picked accounts that are not active", async () => {
    const { token: staff } = await staffMember();
    const person = await createTestUser({ isActive: false });
    const answer = await broadcast(staff, { ...text, audience: "users", userIds: [person.id] });
    expect(answer.body.errors?.userIds?.[0]).toBe(
      `These accounts are not active: ${person.username}`,
    );
  });
});

describe("the report", () => {
  it("counts who has read it, each person once", async () => {
    const { token: staff } = await staffMember();
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const body = { ...text, audience: "users", userIds: [ann.user.id, bob.user.id] };
    const ids: string[] = [];
    for (let n = 0; n < 2; n += 1) ids.push((await broadcast(staff, body)).body.notification.id);
    await deliver();
    const reads = async () => {
      const { notifications } = (await broadcasts(staff)).body;
      return ids.map((id) => notifications.find((item) => item.id === id)?.readCount);
    };
    expect(await reads()).toEqual([0, 0]);
    const readEverything = (token: string) => callRoute(readAll, { method: "PATCH", token });
    await Promise.all([readEverything(ann.token), readEverything(bob.token)]);
    await readEverything(ann.token);
    expect(await reads()).toEqual([2, 2]);
  });

  it("lists the newest first, page by page", async () => {
    const { token: staff } = await staffMember();
    for (const title of ["1", "2", "3"])
      await broadcast(staff, { ...text, title, audience: "all" });
    const first = (await broadcasts(staff, "?limit=2")).body;
    const second = (await broadcasts(staff, `?limit=2&cursor=${first.nextCursor}`)).body;
    const titles = [first, second].map((page) => page.notifications.map(({ title }) => title));
    expect(titles).toEqual([["3", "2"], ["1"]]);
    expect(second.nextCursor).toBeNull();
    expect((await broadcasts(staff, "?cursor=other")).status).toBe(422);
    expect((await report(staff, randomUUID())).status).toBe(404);
  });
});

describe("finding people", () => {
  it("by the beginning of the name or the whole address, active ones only", async () => {
    const { token: staff } = await staffMember();
    const start = `Zed_${randomUUID().slice(0, 6)}`;
    const [one, two] = [
      await createTestUser({ username: `${start}_b` }),
      await createTestUser({ username: `${start}_A` }),
    ];
    await createTestUser({ username: `${start}_c`, isActive: false });
    const found = async (search: string) =>
      (await searchPeople(staff, search)).body.users.map(({ username }) => username);
    expect(await found(start.toUpperCase())).toEqual([two.username, one.username]);
    expect(await found(one.email.toUpperCase())).toEqual([one.username]);
    expect(await found(one.username.slice(1))).toEqual([]);
    expect(await found("%")).toEqual([]);
    const everyone = (await searchPeople(staff, "")).body.everyone;
    const count = await prisma.user.count({ where: { isActive: true, erasedAt: null } });
    expect(everyone).toEqual({ count, exact: true });
  });

  it("by a list of names, and says which belong to nobody", async () => {
    const { token: staff } = await staffMember();
    const [one, two] = [await createTestUser(), await createTestUser({ isActive: false })];
    const { body } = await findPeople(staff, [
      one.username.toUpperCase(),
      two.username,
      "nobody_here",
    ]);
    expect(body).toMatchObject({
      users: [{ id: one.id, username: one.username }],
      unknown: [two.username, "nobody_here"],
    });
    expect((await findPeople(staff, [])).status).toBe(422);
    expect((await findPeople(staff, Array(1001).fill("x"))).status).toBe(422);
  });
});

it("is for staff with the area only", async () => {
  const { token: customer } = await signedInUser();
  const { token: support } = await signedInAdmin({ permissions: ["support"] });
  const { token: content } = await staffMember();
  for (const call of [
    (token?: string) => broadcasts(token),
    (token?: string) => broadcast(token, { ...text, audience: "all" }),
    (token?: string) => report(token, randomUUID()),
    (token?: string) => searchPeople(token, "x"),
    (token?: string) => findPeople(token, ["x"]),
  ]) {
    const statuses = [];
    for (const token of [undefined, customer, support]) statuses.push((await call(token)).status);
    expect(statuses).toEqual([401, 403, 403]);
    expect([200, 201, 404]).toContain((await call(content)).status);
  }
});

it("has the first thousand before it answers, and leaves the rest of a crowd to the job", async () => {
  const { token: staff } = await staffMember();
  await createCrowd(`crowd${randomUUID().slice(0, 8)}`, 1_200);
  const { notification } = (await broadcast(staff, { ...text, audience: "all" })).body;
  expect(notification).toMatchObject({ status: "sending", deliveredCount: 1_001 });
  await deliver();
  const active = await prisma.user.count({ where: { isActive: true, erasedAt: null } });
  expect((await report(staff, notification.id)).body.notification).toMatchObject({
    status: "sent",
    deliveredCount: active,
  });
});
