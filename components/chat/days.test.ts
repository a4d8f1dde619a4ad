import { type DateTimeOptions, formatDateTime, formatUtc } from "@/lib/platform/ui/date-time";
import { splitByDay } from "./days";

const names = { today: "Today", yesterday: "Yesterday" };
const at = (createdAt: string) => ({ createdAt });

// 13 hours and 45 minutes ahead of UTC in November.
const write = (value: string | number | Date | null | undefined, options?: DateTimeOptions) =>
  formatDateTime(value, "Pacific/Chatham", options);

describe("days of a conversation", () => {
  const entries = [
    at("2026-11-19T09:00:00Z"),
    at("2026-11-20T10:00:00Z"),
    at("2026-11-20T10:30:00Z"),
    at("2026-11-21T09:00:00Z"),
  ];

  it("are the reader's own, and the last two have names", () => {
    const nowMs = Date.parse("2026-11-21T09:30:00Z");
    const days = splitByDay(entries, { nowMs, names, write });
    expect(days.map(({ label, items }) => [label, items.length])).toEqual([
      ["19 Nov 2026", 1],
      ["Yesterday", 1],
      ["Today", 2],
    ]);
  });

  it("have no names on the server", () => {
    const days = splitByDay(entries, { nowMs: null, names, write: formatUtc });
    expect(days.map(({ label }) => label)).toEqual(["19 Nov 2026", "20 Nov 2026", "21 Nov 2026"]);
  });
});
