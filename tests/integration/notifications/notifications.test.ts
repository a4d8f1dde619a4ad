import { PATCH as read } from "@/app/api/notifications/[id]/read/route";
import { PATCH as readAll } from "@/app/api/notifications/read-all/route";
import { GET as list } from "@/app/api/notifications/route";
import { sendNotification } from "@/lib/notifications/mutations";
import type { NotificationList } from "@/lib/notifications/schema";
import { transaction } from "@/lib/platform/db";
import type { RealtimeEvent } from "@/lib/platform/realtime";
import { asWritten } from "@/lib/platform/text";
import { createTestUser, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { hearEvents } from "@/tests/support/events";
import { until } from "@/tests/support/poll";

/** Gives a user notifications titled "1", "2", … in that order. */
async function tell(userId: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await transaction((tx) =>
      sendNotification(tx, {
        userId,
        type: "deposit",
        title: asWritten(String(n)),
        message: asWritten(`Message ${n}`),
      }),
    );
  }
}

const get = async (token: string, query = "") =>
  (await callRoute<NotificationList>(list, { token, path: `/api/notifications${query}` })).body;

const titles = (page: NotificationList) => page.notifications.map(({ title }) => title);

describe("GET /api/notifications", () => {
  it("lists a user's own, newest first, with the number of unread ones", async () => {
    const { user, token } = await signedInUser();
    const other = await createTestUser();
    await tell(user.id, 2);
    await tell(other.id, 1);
    const page = await get(token);
    expect(titles(page)).toEqual(["2", "1"]);
    expect(page).toMatchObject({ success: true, unreadCount: 2, nextCursor: null });
    expect(page.notifications[0]).toEqual({
      id: expect.any(String),
      title: "2",
      message: "Message 2",
      type: "deposit",
      readAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it("pages without gaps or repetitions while new ones arrive", async () => {
    const { user, token } = await signedInUser();
    await tell(user.id, 5);
    const first = await get(token, "?limit=2");
    await tell(user.id, 1);
    const second = await get(token, `?limit=2&cursor=${first.nextCursor}`);
    const third = await get(token, `?limit=2&cursor=${second.nextCursor}`);
    expect([first, second, third].map(titles)).toEqual([["5", "4"], ["3", "2"], ["1"]]);
    expect(third.nextCursor).toBeNull();
  });

  it("filters by unread and read", async () => {
    const { user, token } = await signedInUser();
    await tell(user.id, 3);
    const [newest] = (await get(token)).notifications;
    await callRoute(read, { method: "PATCH", token, params: { id: newest!.id } });
    expect(titles(await get(token, "?unread"))).toEqual(["2", "1"]);
    expect(titles(await get(token, "?unread=true"))).toEqual(["2", "1"]);
    expect(titles(await get(token, "?unread=1"))).toEqual(["2", "1"]);
    for (const all of ["?unread=false", "?unread=0", "?read=0"]) {
      expect(titles(await get(token, all))).toEqual(["3", "2", "1"]);
    }
    expect(titles(await get(token, "?read=true"))).toEqual(["3"]);
    expect(titles(await get(token, "?read=1&unread"))).toEqual([]);
  });

  it.each(["?limit=0", "?limit=101", "?cursor=zzz", "?unread=maybe"])(
    "refuses %s",
    async (query) => {
      const { token } = await signedInUser();
      const answer = await callRoute(list, { token, path: `/api/notifications${query}` });
      expect(answer).toMatchObject({ status: 422, body: { code: "VALIDATION" } });
    },
  );

  it("is closed to visitors", async () => {
    expect(await callRoute(list)).toMatchObject({ status: 401 });
  });
});

/** The first so many events that are told while something is done. */
async function toldOf(count: number, action: () => Promise<unknown>): Promise<RealtimeEvent[]> {
  const { heard, stop } = await hearEvents();
  await action();
  await until("it is heard", () => heard.length >= count);
  await stop();
  return heard;
}

it("tells the message live, whole and with its lines", async () => {
  const user = await createTestUser();
  const message = `one\n${"金".repeat(996)}`;
  const heard = await toldOf(1, () =>
    transaction((tx) =>
      sendNotification(tx, {
        userId: user.id,
        type: "deposit",
        title: asWritten("Title"),
        message: asWritten(message),
      }),
    ),
  );
  expect(heard).toMatchObject([{ t: "notification", u: user.id, title: "Title", message }]);
});

it("tells live which are read", async () => {
  const { user, token } = await signedInUser();
  await tell(user.id, 3);
  const id = (await get(token)).notifications[0]!.id;
  const heard = await toldOf(2, async () => {
    await callRoute(read, { method: "PATCH", token, params: { id } });
    await callRoute(readAll, { method: "PATCH", token });
  });
  const event = { t: "notification:read", u: user.id };
  expect(heard).toEqual([
    { ...event, id },
    { ...event, all: true },
  ]);
});

describe("marking read", () => {
  it("marks one, once, and keeps the time of the first", async () => {
    const { user, token } = await signedInUser();
    await tell(user.id, 2);
    const id = (await get(token)).notifications[0]!.id;
    const mark = () => callRoute(read, { method: "PATCH", token, params: { id } });
    expect(await mark()).toMatchObject({ status: 200, body: { unreadCount: 1 } });
    const { readAt } = (await get(token)).notifications[0]!;
    expect(readAt).not.toBeNull();
    expect(await mark()).toMatchObject({ status: 200, body: { unreadCount: 1 } });
    expect((await get(token)).notifications[0]!.readAt).toBe(readAt);
  });

  it("does not reach another user's", async () => {
    const owner = await signedInUser();
    const stranger = await signedInUser();
    await tell(owner.user.id, 1);
    const id = (await get(owner.token)).notifications[0]!.id;
    const answer = await callRoute(read, {
      method: "PATCH",
      token: stranger.token,
      params: { id },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    await callRoute(readAll, { method: "PATCH", token: stranger.token });
    expect((await get(owner.token)).unreadCount).toBe(1);
  });

  it("answers 404 for an id that names nothing", async () => {
    const { token } = await signedInUser();
    for (const id of ["nonsense", "01930000-0000-7000-8000-000000000000"]) {
      const answer = await callRoute(read, { method: "PATCH", token, params: { id } });
      expect(answer.status).toBe(404);
    }
  });

  it("marks all", async () => {
    const { user, token } = await signedInUser();
    await tell(user.id, 3);
    const mark = () => callRoute(readAll, { method: "PATCH", token });
    expect(await mark()).toMatchObject({ status: 200, body: { unreadCount: 0 } });
    const page = await get(token);
    expect(page.unreadCount).toBe(0);
    expect(page.notifications.map(({ readAt }) => readAt !== null)).toEqual([true, true, true]);
    expect(await mark()).toMatchObject({ status: 200, body: { unreadCount: 0 } });
  });
});
