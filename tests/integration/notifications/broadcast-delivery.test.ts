import { Client } from "pg";
import { PUT as toggle } from "@/app/api/admin/users/[id]/toggle-status/route";
import { PATCH as markRead } from "@/app/api/notifications/[id]/read/route";
import { GET as list } from "@/app/api/notifications/route";
import { deliveries } from "@/deliveries";
import { ownNotifications } from "@/lib/notifications/broadcast-delivery";
import type { NotificationList } from "@/lib/notifications/schema";
import { prisma } from "@/lib/platform/db";
import type { Loop } from "@/lib/platform/jobs/loop";
import { startRelay } from "@/lib/platform/outbox/relay";
import type { RealtimeEvent } from "@/lib/platform/realtime";
import { unpack } from "@/lib/platform/realtime/events";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { IS_LONG } from "@/tests/support/size";
import { toldToUsers } from "@/tests/support/told";
import { broadcast, deliver, report } from "./broadcast-support";

/** How many people there are, and how many batches they are told in before the crash. */
const [PEOPLE, BATCHES] = IS_LONG ? [100_000, 24] : [25_000, 8];
const BATCH = 2_000;
const FIRST = 1_001;
const FROZEN_AT = FIRST + BATCHES * BATCH;
/** Whoever holds this advisory lock holds up the delivery, in the middle of a batch. */
const BRAKE = 4711;

/** Adds active accounts without a ledger, fast. */
const addPeople = (count: number) =>
  testDatabase().query(`
    SET session_replication_role = replica;
    INSERT INTO app_user (username, username_key, email, password_hash, country, country_iso,
      country_code, phone_number, gender, referral_code)
    SELECT 'crowd_' || n, 'crowd_' || n, 'crowd_' || n || '@example.com', 'none', 'Argentina', 'AR',
      '+54', '1155550000', 'Female', 'CROWD' || n
    FROM generate_series(1, ${count}) AS n;
    ANALYZE app_user`);

const addBrake = () =>
  testDatabase().query(`
    CREATE FUNCTION brake() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN PERFORM pg_advisory_xact_lock(${BRAKE}); RETURN NEW; END $$;
    CREATE TRIGGER brake BEFORE UPDATE ON notification_broadcast FOR EACH ROW
      WHEN (OLD.delivered_count = ${FROZEN_AT}) EXECUTE FUNCTION brake()`);

/** The connection that is in the middle of a batch, once it is. */
async function frozenBackend(): Promise<number> {
  let pid = 0;
  await until("a batch is held up", async () => {
    const [row] = await testDatabase().query<{ pid: number }>(
      // Other tests' databases are on this server too, and some wait for locks of their own.
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${BRAKE}
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    pid = row?.pid ?? 0;
    return pid !== 0;
  });
  return pid;
}

let owner: Client;
const heard: RealtimeEvent[] = [];
let relay: Loop;

beforeAll(async () => {
  owner = new Client({ connectionString: testDatabase().ownerUrl });
  await owner.connect();
  owner.on("notification", ({ payload }) => heard.push(...unpack(payload ?? "")));
  await Promise.all([addPeople(PEOPLE), addBrake()]);
  relay = startRelay(deliveries);
});
afterAll(async () => {
  await relay.stop();
  await owner.end();
});

it("tells everybody, each once, through a crash, while everybody else goes on", async () => {
  const { token: staff } = await signedInAdmin({ permissions: ["content", "users"] });
  const everybody = await prisma.user.count();
  await owner.query("LISTEN app_events");
  await owner.query("SELECT pg_advisory_lock($1)", [BRAKE]);

  const text = { title: "Planned work", message: "On Sunday. ".repeat(90).trim() };
  const sent = await broadcast(staff, { ...text, audience: "all" });
  expect(sent).toMatchObject({
    status: 201,
    body: { notification: { status: "sending", deliveredCount: FIRST } },
  });
  const { id } = sent.body.notification;
  expect(await toldToUsers.count()).toBe(FIRST);

  const crashed = deliver().catch((error: Error) => error);
  const pid = await frozenBackend();

  // The batch holds all its locks and can't go on, so whatever waited for it would wait forever.
  const rows = await toldToUsers.findMany({ orderBy: { userId: "asc" }, take: 1 });
  const [told, next] = [
    rows[0]!,
    await prisma.user.findFirstOrThrow({ where: { username: `crowd_${FROZEN_AT + 1}` } }),
  ];
  expect(told.broadcastId).toBe(id);
  const reader = await signedInUser();
  const switched = await callRoute(toggle, {
    method: "PUT",
    token: staff,
    params: { id: next.id },
    body: { isActive: false },
  });
  expect(switched.status).toBe(200);
  await asOwner().user.update({ where: { id: next.id }, data: { isActive: true } });
  const small = await broadcast(staff, { ...text, audience: "users", userIds: [reader.user.id] });
  expect(small.status).toBe(201);
  await deliver();
  const page = await callRoute<NotificationList>(list, {
    token: reader.token,
    path: "/api/notifications",
  });
  expect(page.body.notifications).toMatchObject([text]);
  const read = {
    method: "PATCH",
    token: reader.token,
    params: { id: page.body.notifications[0]!.id },
  };
  expect((await callRoute(markRead, read)).status).toBe(200);
  await prisma.notification.update({ where: { id: told.id }, data: { readAt: new Date() } });
  expect((await report(staff, id)).body.notification).toMatchObject({
    status: "sending",
    deliveredCount: FROZEN_AT,
    readCount: 1,
  });
  await createTestUser();

  await owner.query("SELECT pg_terminate_backend($1)", [pid]);
  expect(await crashed).toBeInstanceOf(Error);
  await owner.query("SELECT pg_advisory_unlock($1)", [BRAKE]);
  const delivered = () => toldToUsers.count({ where: { broadcastId: id } });
  expect(await delivered()).toBe(FROZEN_AT);

  // Two instances go on at once; one of them is stopped, as at a shutdown.
  const stopping = new AbortController();
  const stopped = deliver(stopping.signal).catch(() => "stopped");
  stopping.abort();
  await Promise.all([stopped, deliver()]);
  await deliver();
  const [{ people, rows: total } = { people: 0, rows: 0 }] = await testDatabase().query<{
    people: number;
    rows: number;
  }>(
    `SELECT count(DISTINCT user_id)::int AS people, count(*)::int AS rows
     FROM notification WHERE broadcast_id = '${id}'`,
  );
  expect([people, total]).toEqual([everybody, everybody]);
  expect((await report(staff, id)).body.notification).toMatchObject({
    status: "sent",
    recipientCount: everybody,
    deliveredCount: everybody,
    readCount: 1,
  });

  const batches = 1 + Math.ceil((everybody - FIRST) / BATCH);
  // One event a batch, out of which an instance makes those of its own users.
  await until("all events are heard", () => {
    const events = heard.filter((event) => event.t === "broadcast" && event.id === id);
    return events.length >= batches;
  });
  const events = heard.filter((event) => event.t === "broadcast" && event.id === id);
  expect(events).toHaveLength(batches);
  const single = heard.filter((event) => event.t === "notification" && event.title === text.title);
  expect(single).toEqual([]);
  const own = await Promise.all(
    events.map((event) => ownNotifications(event, [told.userId, reader.user.id])),
  );
  expect(own.flat()).toEqual([
    { t: "notification", u: told.userId, id: told.id, type: "announcement", ...text },
  ]);
});
