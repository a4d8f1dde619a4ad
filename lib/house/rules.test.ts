import fc from "fast-check";
import { decodePositions, encodePositions, mergeShards, targetsOf } from "./rules";

describe("targetsOf", () => {
  it("has the treasury on one side, and never touches fees as a target", () => {
    expect(targetsOf("treasury", "USDT")).toEqual([
      "external",
      "option_pool",
      "inventory",
      "interest",
      "referral",
    ]);
    expect(targetsOf("treasury", "XAUT")).toEqual(["external", "inventory", "interest"]);
    expect(targetsOf("fees", "XAUT")).toEqual(["treasury"]);
    expect(targetsOf("option_pool", "XAUT")).toEqual([]);
  });
});

describe("mergeShards", () => {
  const row = (shard: number, seq: number, second: number) => ({
    shard,
    seq: BigInt(seq),
    at: new Date(second * 1000),
    journalId: BigInt(second),
    line: 1,
  });

  it("puts the newest first and keeps each shard's own order", () => {
    // The clock of shard 0 went back once: its sequence decides.
    const rows = [row(0, 3, 5), row(0, 2, 9), row(0, 1, 1), row(1, 2, 7), row(1, 1, 4)];
    const { page, positions, hasMore } = mergeShards(rows, 3);
    expect(page.map(({ shard, seq }) => [shard, Number(seq)])).toEqual([
      [1, 2],
      [0, 3],
      [0, 2],
    ]);
    expect(positions).toEqual(
      new Map([
        [0, 2n],
        [1, 2n],
      ]),
    );
    expect(hasMore).toBe(true);
  });

  it("keeps newcomers of a shard that is not on the page from later pages", () => {
    const { positions } = mergeShards([row(0, 8, 9), row(3, 5, 1)], 1);
    expect(positions.get(3)).toBe(6n);
  });

  it("pages through everything once, whatever the page size", () => {
    const histories = fc.array(fc.tuple(fc.nat(3), fc.nat(50)), { maxLength: 40 });
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 7 }), (events, limit) => {
        const seqs = [0, 0, 0, 0];
        const all = events.map(([shard, second]) => {
          seqs[shard] = (seqs[shard] ?? 0) + 1;
          return row(shard, seqs[shard]!, second);
        });
        const seen: string[] = [];
        let below = new Map<number, bigint>();
        for (;;) {
          const rows = [0, 1, 2, 3].flatMap((shard) =>
            all
              .filter((one) => one.shard === shard && one.seq < (below.get(shard) ?? 999n))
              .sort((a, b) => Number(b.seq - a.seq))
              .slice(0, limit + 1),
          );
          if (rows.length === 0) break;
          const { page, positions, hasMore } = mergeShards(rows, limit);
          seen.push(...page.map(({ shard, seq }) => `${shard}:${seq}`));
          if (!hasMore) break;
          below = decodePositions(encodePositions(positions))!;
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toHaveLength(all.length);
      }),
    );
  });
});

describe("cursors", () => {
  it("hold sixteen shards in 200 characters", () => {
    const positions = new Map(Array.from({ length: 16 }, (_, shard) => [shard, 10n ** 15n]));
    const cursor = encodePositions(positions);
    expect(cursor.length).toBeLessThanOrEqual(200);
    expect(decodePositions(cursor)).toEqual(positions);
  });

  it.each(["", "a-", "A", "1.2", "zzzzzzzzzzzz", Array(17).fill("1").join("-")])(
    "are none of ours: %s",
    (cursor) => {
      expect(decodePositions(cursor)).toBeNull();
    },
  );
});
