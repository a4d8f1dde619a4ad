import { Client } from "pg";
import { z } from "zod";
import { deliveries } from "@/deliveries";
import { prisma, sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { startRelay } from "@/lib/platform/outbox/relay";
import { route } from "@/lib/sessions/gate";
import { startSettlementLoop } from "@/lib/trading/jobs";
import { signedInUser } from "@/tests/factories/users";
import {
  available,
  open,
  openMarket,
  type TestTrader,
  tick,
  trader,
  wait,
} from "@/tests/integration/trading/support";
import { type ApiResponse, apiRequest, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";

/** Half of DATABASE_POOL_SIZE. */
const PLACES = 6;
const WAIT_MS = 3_000;
const MAY_BE_SENT_AGAIN = { status: 503, retryAfter: "2", code: "SERVICE_UNAVAILABLE" };

const outcomeOf = ({ status, headers, body }: ApiResponse) => ({
  status,
  retryAfter: headers.get("retry-after"),
  code: body.code,
});

let owner: Client;
beforeAll(async () => {
  await openMarket();
  owner = new Client({ connectionString: testDatabase().ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

/** Somebody else's transaction that holds rows until it is told to end. */
async function holding(statement: string, values: unknown[]): Promise<() => Promise<unknown>> {
  await owner.query("BEGIN");
  await owner.query(statement, values);
  return () => owner.query("COMMIT");
}

describe("with more requests at once than connections", () => {
  let done = 0;
  /** Of several statements, as most are: none of them waits for long. */
  const slow = route(
    { summary: "Takes its time", tag: "System", auth: "public", response: z.object({}) },
    async () => {
      for (let n = 0; n < 4; n += 1) await sql`SELECT pg_sleep(0.1)`;
      done += 1;
      return {};
    },
  );

  it("serves those that it can within three seconds, whole, and refuses the others early", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const startedAt = performance.now();
        const answer = await callRoute(slow, { ip: `192.0.2.${n}` });
        return { n, answer, ms: performance.now() - startedAt };
      }),
    );
    const served = answers.filter(({ answer }) => answer.status === 200);
    const refused = answers.filter(({ answer }) => answer.status !== 200);
    expect(served.length).toBeGreaterThanOrEqual(PLACES);
    expect(done).toBe(served.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { answer, ms } of refused) {
      expect(outcomeOf(answer)).toEqual(MAY_BE_SENT_AGAIN);
      // Timers may be a fraction of a millisecond early.
      expect(ms).toBeGreaterThan(WAIT_MS - 5);
    }
    // Who came first goes first with each of its statements.
    expect(served.map(({ n }) => n)).toEqual(expect.arrayContaining([...Array(PLACES).keys()]));
  });

  it("runs nothing for a client that has gone while it waited", async () => {
    const busy = Array.from({ length: PLACES }, () => sql`SELECT pg_sleep(0.5)`.execute());
    const before = done;
    const gone = new AbortController();
    const request = new Request(apiRequest(), { signal: gone.signal });
    const answer = slow(request, { params: Promise.resolve({}) });
    gone.abort();
    expect((await answer).status).toBe(503);
    expect(done).toBe(before);
    await Promise.all(busy);
  });

  it("refuses what needs a transaction, too, and leaves background work its turn", async () => {
    const { token } = await signedInUser();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const others = Array.from({ length: PLACES }, () =>
      transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        await ended;
      }),
    );
    const change = route(
      { summary: "Changes something", tag: "System", auth: "user", response: z.object({}) },
      () => transaction(async (tx) => void (await tx.$queryRaw`SELECT 1`)).then(() => ({})),
    );
    const inBackground = prisma.$queryRaw`SELECT 1 AS one`.then((rows) => rows);
    expect(outcomeOf(await callRoute(change, { token }))).toEqual(MAY_BE_SENT_AGAIN);
    end();
    await Promise.all(others);
    expect(await inBackground).toEqual([{ one: 1 }]);
    expect((await callRoute(change, { token })).status).toBe(200);
  });
});

describe("a row that somebody else has locked for longer than three seconds", () => {
  const lockAccounts = ({ user }: TestTrader) =>
    holding("SELECT FROM ledger_account WHERE owner_id = $1 FOR UPDATE", [user.id]);

  it("refuses the trade that needs it, whose key then opens it once", async () => {
    const owner = await trader();
    await tick("4000");
    const unlock = await lockAccounts(owner);
    expect(outcomeOf(await open(owner, {}, "locked"))).toEqual(MAY_BE_SENT_AGAIN);
    await unlock();
    const again = await open(owner, {}, "locked");
    expect(again.status).toBe(201);
    expect((await open(owner, {}, "locked")).body.trade.id).toBe(again.body.trade.id);
    expect(await available(owner)).toBe("900.000000");
  });

  it("frees the key of what the wrapper answers again", async () => {
    const { user, token } = await signedInUser();
    const change = route(
      {
        ...{ summary: "Changes the user", tag: "System", auth: "user", idempotent: "record" },
        response: z.object({ name: z.string() }),
      },
      ({ user: { userId } }) =>
        transaction(async (tx) => {
          const [row] = await tx.$queryRaw<{ name: string }[]>`
            SELECT username AS name FROM app_user WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
          return { name: row?.name ?? "" };
        }),
    );
    const send = () => callRoute(change, { method: "POST", token, idempotencyKey: "locked" });
    const unlock = await holding("SELECT FROM app_user WHERE id = $1 FOR UPDATE", [user.id]);
    expect(outcomeOf(await send())).toEqual(MAY_BE_SENT_AGAIN);
    await unlock();
    expect((await send()).body).toMatchObject({ name: user.username });
  });

  it("lets a settlement that it stopped go on by itself, and tell of it once", async () => {
    const said = jest.spyOn(log, "warn").mockReturnValue();
    const owner = await trader();
    await tick("4000");
    const { id } = (await open(owner)).body.trade;
    const loops = [startSettlementLoop(), startRelay(deliveries)];
    await tick("4000");
    const tradeNow = () => prisma.trade.findUniqueOrThrow({ where: { id } });
    await until("it has its entry", async () => (await tradeNow()).entryTickSeq !== null);
    const unlock = await lockAccounts(owner);
    await tick("4001", { after: 60 });
    await wait(0.001);
    await until("a pass has given up", () =>
      said.mock.calls.some(
        ([fields]) => (fields as { event?: string }).event === "loop.pass_waits",
      ),
    );
    expect((await tradeNow()).status).toBe("open");
    await unlock();
    const mine = { userId: owner.user.id, title: "Option settled" };
    await until("its owner is told", async () => (await toldToUsers.count({ where: mine })) > 0);
    await Promise.all(loops.map((loop) => loop.stop()));
    expect((await tradeNow()).status).toBe("won");
    expect(await toldToUsers.count({ where: mine })).toBe(1);
    expect(await available(owner)).toBe("1082.000000");
  });
});
