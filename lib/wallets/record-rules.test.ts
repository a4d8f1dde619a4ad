import fc from "fast-check";
import { mergeLists } from "./record-rules";

const day = (n: number) => `2026-11-${String(n).padStart(2, "0")}T00:00:00.000Z`;
const merge = (...lists: [days: number[], hasMore: boolean][]) =>
  mergeLists(
    lists.map(([days, hasMore]) => ({ rows: days.map(day), hasMore })),
    (at) => at,
  );

describe("mergeLists", () => {
  it("orders finished lists, newest first", () => {
    expect(merge([[5, 1], false], [[4, 2], false])).toEqual({
      rows: [5, 4, 2, 1].map(day),
      readOn: [],
    });
  });

  it("holds back what rows not read yet may belong before", () => {
    expect(merge([[9, 8], true], [[7, 6], false])).toEqual({ rows: [9, 8].map(day), readOn: [0] });
    expect(merge([[9, 3], true], [[7, 6], true])).toEqual({
      rows: [9, 7, 6].map(day),
      readOn: [1],
    });
  });

  it("has nothing of nothing", () => expect(merge([[], false])).toEqual({ rows: [], readOn: [] }));

  it("read to the end, shows every row once and in order, whatever the pages", () => {
    const history = fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 12 });
    fc.assert(
      fc.property(history, history, fc.integer({ min: 1, max: 4 }), (first, second, page) => {
        const all = [first, second].map((days) => [...days].sort((a, b) => b - a).map(day));
        const read = [page, page];
        let shown: string[] = [];
        for (let round = 0; round < 30; round++) {
          const lists = all.map((rows, index) => ({
            rows: rows.slice(0, read[index]),
            hasMore: rows.length > (read[index] ?? 0),
          }));
          const { rows, readOn } = mergeLists(lists, (at) => at);
          // Nothing that was shown moves.
          expect(rows.slice(0, shown.length)).toEqual(shown);
          shown = rows;
          if (readOn.length === 0) break;
          for (const index of readOn) read[index] = (read[index] ?? 0) + page;
        }
        expect(shown).toEqual(all.flat().sort().reverse());
      }),
    );
  });
});
