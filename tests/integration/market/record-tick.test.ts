import { Client } from "pg";
import { getCurrentPrice } from "@/lib/market/data";
import { recordTick } from "@/lib/market/feed/store";
import { toPriceResponse } from "@/lib/market/serializers";
import { testDatabase } from "@/tests/support/database";

const database = testDatabase();
let feed: Client;

beforeAll(async () => {
  feed = new Client({ connectionString: database.feedUrl });
  await feed.connect();
});
afterAll(() => feed.end());

/** Records a tick the way the feed does; null when the database refused it for its clock. */
async function record(priceE8: bigint, simulated = false, source = "okx:XAUT/USDT") {
  const result = await feed.query<{ seq: string | null }>(
    "SELECT record_tick($1, $2, $3, $4, 1, $5) AS seq",
    [
      priceE8.toString(),
      (priceE8 - 10n).toString(),
      (priceE8 + 10n).toString(),
      JSON.stringify([{ source }]),
      simulated,
    ],
  );
  return result.rows[0]?.seq ?? null;
}

const E8 = 100_000_000n;

describe("record_tick", () => {
  it("numbers ticks without gaps and takes the time from the database", async () => {
    await database.setClock(new Date("2026-12-31T23:59:57.000Z"));
    expect(await record(4000n * E8)).toBe("1");
    await database.advanceClock(1_000);
    expect(await record(4010n * E8)).toBe("2");
    const ticks = await database.query("SELECT seq, at, price_e8 FROM market_tick ORDER BY seq");
    expect(ticks).toEqual([
      { seq: "1", at: new Date("2026-12-31T23:59:57.000Z"), price_e8: "400000000000" },
      { seq: "2", at: new Date("2026-12-31T23:59:58.000Z"), price_e8: "401000000000" },
    ]);
    const [head] = await database.query("SELECT seq, price_e8, bid_e8, ask_e8 FROM market_head");
    expect(head).toEqual({
      seq: "2",
      price_e8: "401000000000",
      bid_e8: "400999999990",
      ask_e8: "401000000010",
    });
  });

  it("records nothing while the clock stands still or is behind", async () => {
    expect(await record(4020n * E8)).toBeNull();
    await database.advanceClock(-60_000);
    expect(await record(4020n * E8)).toBeNull();
    await database.advanceClock(61_000);
    expect(await record(4020n * E8)).toBe("3");
  });

  it("makes the partition of a new month by itself", async () => {
    await database.setClock(new Date("2027-06-01T00:00:00.500Z"));
    expect(await record(4030n * E8)).toBe("4");
    const [row] = await database.query<{ name: string }>(
      "SELECT tableoid::regclass::text AS name FROM market_tick WHERE seq = 4",
    );
    expect(row?.name).toBe("market_tick_2027_06");
  });

  it("keeps candles of all intervals, weeks from Monday, and closes those that ended", async () => {
    await database.setClock(new Date("2027-06-01T00:00:30.000Z"));
    await record(4050n * E8);
    await database.setClock(new Date("2027-06-01T00:01:00.000Z"));
    await record(4020n * E8);
    const rows = await database.query(
      `SELECT "interval", to_char(open_time AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS at,
         (open_e8 / 100000000)::int AS o, (high_e8 / 100000000)::int AS h,
         (low_e8 / 100000000)::int AS l, (close_e8 / 100000000)::int AS c, closed
       FROM market_candle WHERE open_time >= '2027-05-31Z' ORDER BY open_time, "interval"`,
    );
    const running = { o: 4030, h: 4050, l: 4020, c: 4020, closed: false };
    expect(rows).toEqual([
      { interval: "1w", at: "05-31 00:00", ...running },
      { interval: "15m", at: "06-01 00:00", ...running },
      { interval: "1d", at: "06-01 00:00", ...running },
      { interval: "1h", at: "06-01 00:00", ...running },
      { interval: "1m", at: "06-01 00:00", o: 4030, h: 4050, l: 4030, c: 4050, closed: true },
      { interval: "30m", at: "06-01 00:00", ...running },
      { interval: "4h", at: "06-01 00:00", ...running },
      { interval: "5m", at: "06-01 00:00", ...running },
      { interval: "1m", at: "06-01 00:01", o: 4020, h: 4020, l: 4020, c: 4020, closed: false },
    ]);
    const [old] = await database.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM market_candle WHERE NOT closed AND open_time < '2027-05-31Z'",
    );
    expect(old?.count).toBe(0);
  });

  it("joins real and simulated prices in no candle", async () => {
    const running = async () => {
      const [row] = await database.query(
        `SELECT open_e8, high_e8, low_e8, source, simulated FROM market_candle
         WHERE "interval" = '5m' ORDER BY open_time DESC LIMIT 1`,
      );
      return row;
    };
    const only = (price: string) => ({ open_e8: price, high_e8: price, low_e8: price });
    await database.advanceClock(60_000);
    await record(9000n * E8, true, "simulated");
    expect(await running()).toEqual({
      ...only("900000000000"),
      source: "simulated",
      simulated: true,
    });
    await database.advanceClock(1_000);
    await record(4000n * E8);
    expect(await running()).toEqual({
      ...only("400000000000"),
      source: "live",
      simulated: false,
    });
  });

  it("announces the tick as the API writes it", async () => {
    await feed.query("LISTEN market_tick");
    const heard = new Promise<string>((resolve) => {
      feed.once("notification", (message) => resolve(message.payload ?? ""));
    });
    await database.advanceClock(1_000);
    const seq = await record(401_234_500_000n);
    expect(JSON.parse(await heard)).toEqual({
      seq,
      at: "2027-06-01T00:02:02.000Z",
      price: "4012.345",
      bid: "4012.3449999",
      ask: "4012.3450001",
      sourceCount: 1,
      source: "live",
      simulated: false,
      contested: false,
    });
    await feed.query("UNLISTEN market_tick");
  });

  it("announces the newest tick again, once, when prices are contested without a new one", async () => {
    await database.advanceClock(1_000);
    const seq = await record(4000n * E8);
    await feed.query("LISTEN market_tick");
    const heard: unknown[] = [];
    const hear = ({ payload }: { payload?: string }) => heard.push(JSON.parse(payload ?? ""));
    feed.on("notification", hear);
    await feed.query("SELECT market_contest()");
    await feed.query("SELECT market_contest()");
    await feed.query("UNLISTEN market_tick");
    feed.off("notification", hear);
    expect(heard).toEqual([expect.objectContaining({ seq, price: "4000.00", contested: true })]);
    expect(toPriceResponse(await getCurrentPrice())).toMatchObject({ contested: true });
  });

  it("counts exchanges as sources, not their symbols", async () => {
    const price = 4000n * E8;
    const sources = ["okx:XAUT/USDT", "okx:XAUT/USDT:USDT", "kraken:XAUT/USD"];
    const countOf = async (names: string[]) => {
      await database.advanceClock(1_000);
      const tick = { priceE8: price, bidE8: price, askE8: price, simulated: false };
      await recordTick(feed, { ...tick, sources: names.map((source) => ({ source })) }, Date.now());
      const [head] = await database.query<{ count: number }>(
        "SELECT source_count::int AS count FROM market_head",
      );
      return head?.count;
    };
    expect(await countOf(sources)).toBe(2);
    expect(await countOf(sources.slice(0, 2))).toBe(1);
  });

  it("keeps each pause whose candles are missing until they are filled in", async () => {
    await database.query("SELECT market_gap_filled(app_now())");
    const pauses = async () => {
      const rows = await database.query<{ text: string }>(
        `SELECT to_char(app_now() - lower(r), 'MI:SS') || ' to ' || to_char(app_now() - upper(r), 'MI:SS') AS text
         FROM market_head, unnest(gaps) AS r ORDER BY r`,
      );
      return rows.map(({ text }) => text);
    };
    for (const milliseconds of [20_000, 5_000, 15_000, 5_000]) {
      await database.advanceClock(milliseconds);
      await record(4000n * E8);
    }
    expect(await pauses()).toEqual(["00:45 to 00:25", "00:20 to 00:05"]);
    await database.query("SELECT market_gap_filled(app_now() - interval '6 seconds')");
    expect(await pauses()).toEqual(["00:20 to 00:05"]);
    const [head] = await database.query(
      "SELECT gap_at = app_now() - interval '5 seconds' AS kept FROM market_head",
    );
    expect(head).toEqual({ kept: true });
    await database.query("SELECT market_gap_filled(app_now())");
    expect(await pauses()).toEqual([]);
  });

  it("is compared with a day of its own kind only", async () => {
    await database.advanceClock(600_000);
    await record(9_900n * E8, true, "simulated");
    expect((await getCurrentPrice()).high24hE8).toBe(9_900n * E8);
    await database.advanceClock(600_000);
    await record(4_000n * E8);
    expect((await getCurrentPrice()).high24hE8).toBeLessThan(9_900n * E8);
  });

  it("counts days and weeks in hours, whatever the time zone of the session", async () => {
    const closedUpTo = async (at: string) => {
      await database.setClock(new Date(at));
      await record(4000n * E8);
      const rows = await database.query<{ interval: string }>(
        `SELECT "interval" FROM market_candle WHERE closed
           AND (("interval" = '1d' AND open_time = '2028-03-26Z') OR ("interval" = '1w' AND open_time = '2028-03-20Z'))
         ORDER BY "interval"`,
      );
      return rows.map(({ interval }) => interval);
    };
    // There, the day on which the clocks go forward is an hour shorter.
    await feed.query("SET timezone = 'Europe/Berlin'");
    expect(await closedUpTo("2028-03-26T22:59:30Z")).toEqual([]);
    expect(await closedUpTo("2028-03-26T23:00:30Z")).toEqual([]);
    expect(await closedUpTo("2028-03-27T00:00:00Z")).toEqual(["1d", "1w"]);
    await feed.query("RESET timezone");
  });

  it("keeps from when a price could be known, never after its tick", async () => {
    const tick = { priceE8: 5n * E8, bidE8: 5n * E8, askE8: 5n * E8, simulated: false };
    const knownBeforeMs = async (ageMs: number) => {
      await database.advanceClock(10_000);
      const nowMs = Date.now();
      await recordTick(feed, { ...tick, sources: [{ source: "okx" }] }, nowMs, nowMs - ageMs);
      const [row] = await database.query<{ ms: number; usable: boolean }>(
        `SELECT (extract(epoch FROM m.at - m.known_at) * 1000)::float8 AS ms, h.usable_at = m.known_at AS usable
         FROM market_head h JOIN market_tick m USING (seq)`,
      );
      expect(row?.usable).toBe(true);
      return row?.ms ?? Number.NaN;
    };
    // The time between is that of the call.
    const ms = await knownBeforeMs(3_000);
    expect(ms >= 3_000 && ms < 5_000).toBe(true);
    expect(await knownBeforeMs(-60_000)).toBe(0);
  });

  it("refuses prices that can't be", async () => {
    await database.advanceClock(1_000);
    await expect(record(5n)).rejects.toThrow("market_tick_price_check");
    await expect(feed.query("SELECT record_tick(100, 90, 95, '[]', 1, false)")).rejects.toThrow(
      "market_tick_price_check",
    );
  });

  it("lets concurrent callers through one after another", async () => {
    await database.setClock(null);
    // Real time is behind the moments used above, so this starts from a clean history.
    await database.query(`ALTER TABLE market_tick DISABLE TRIGGER USER; TRUNCATE market_head`);
    const clients = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = new Client({ connectionString: database.feedUrl });
        await client.connect();
        return client;
      }),
    );
    await Promise.all(
      clients.map(async (client) => {
        for (let i = 0; i < 50; i += 1) {
          await client.query("SELECT record_tick(400, 399, 401, '[]', 1, true)");
        }
      }),
    );
    await Promise.all(clients.map((client) => client.end()));
    const [row] = await database.query(
      `SELECT count(*)::int AS count, (max(seq) - min(seq) + 1)::int AS span,
         bool_and(later) AS ordered
       FROM (SELECT seq, coalesce(at > lag(at) OVER (ORDER BY seq), true) AS later
             FROM market_tick WHERE price_e8 = 400) AS t`,
    );
    expect(row).toEqual({ count: 200, span: 200, ordered: true });
  });
});

describe("the recorded ticks", () => {
  it.each(["appUrl", "feedUrl"] as const)(
    "can't be written, changed or removed by the login of %s",
    async (login) => {
      const client = new Client({ connectionString: database[login] });
      await client.connect();
      const statements = [
        "INSERT INTO market_tick SELECT * FROM market_tick",
        "UPDATE market_tick SET price_e8 = 1",
        "DELETE FROM market_tick",
        "TRUNCATE market_tick",
        "UPDATE market_head SET price_e8 = 1",
        "DELETE FROM market_head",
        "DELETE FROM market_tick_2027_06",
      ];
      for (const statement of statements) {
        await expect(client.query(statement)).rejects.toThrow("permission denied");
      }
      await client.end();
    },
  );

  it("can't be changed by their owner either", async () => {
    await database.query("ALTER TABLE market_tick ENABLE TRIGGER USER");
    for (const statement of [
      "UPDATE market_tick SET price_e8 = 1",
      "DELETE FROM market_tick",
      "TRUNCATE market_tick",
      "TRUNCATE market_tick_2027_06",
    ]) {
      await expect(database.query(statement)).rejects.toThrow("append-only");
    }
  });
});
