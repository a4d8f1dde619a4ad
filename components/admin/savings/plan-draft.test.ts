import { STAFF_PLAN } from "@/tests/support/staff-plan";
import {
  changesOf,
  draftOf,
  EMPTY_PLAN,
  percentOfShare,
  readDraft,
  shareOfPercent,
} from "./plan-draft";

const texts = { name: "name", rate: "rate", days: "days", amount: "amount", belowMinimum: "below" };
const plan = { ...STAFF_PLAN, capacity: "1000.500000" };

it("writes rates in percent and reads them back exactly", () => {
  expect(percentOfShare("0.00011")).toBe("0.011");
  for (const share of ["0", "0.000000001", "0.00011", "0.1", "1"]) {
    expect(shareOfPercent(percentOfShare(share))).toBe(share);
  }
  expect(shareOfPercent("100.0000001")).toBeNull();
  expect(shareOfPercent("0.00000001")).toBeNull();
  expect(shareOfPercent("-1")).toBeNull();
  for (const text of ["0,5", "0,025", "０，０２５"]) expect(shareOfPercent(text)).toBeNull();
});

it("says what is wrong, field by field", () => {
  expect(readDraft(EMPTY_PLAN, texts)).toEqual({
    problems: { name: "name", dailyRate: "rate", durationDays: "days", minAmount: "amount" },
    plan: null,
  });
  const odd = { ...draftOf(plan), durationDays: "3651", maxAmount: "49", capacity: "0,025" };
  expect(readDraft(odd, texts).problems).toEqual({
    durationDays: "days",
    maxAmount: "below",
    capacity: "amount",
  });
});

it("leaves the term out of a flexible plan", () => {
  const draft = { ...draftOf(plan), type: "flexible" as const };
  expect(readDraft(draft, texts).plan).toMatchObject({ type: "flexible", durationDays: null });
});

it("sends only what has changed, with the version it was seen in", () => {
  const read = (changes: object) => readDraft({ ...draftOf(plan), ...changes }, texts).plan!;
  expect(changesOf(plan, read({})).fields).toEqual([]);
  expect(changesOf(plan, read({ capacity: "", dailyRate: "0.02", minAmount: "50.0" }))).toEqual({
    fields: ["dailyRate", "capacity"],
    input: { dailyRate: "0.0002", capacity: null, updatedAt: plan.updatedAt },
  });
});

it("takes a name and a description as text, also where they are digits", () => {
  const numbered = { ...plan, name: "7", description: "1.0" };
  const { plan: after } = readDraft({ ...draftOf(numbered), name: "07", description: "1" }, texts);
  expect(changesOf(numbered, after!).fields).toEqual(["name", "description"]);
});
