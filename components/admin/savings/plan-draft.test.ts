import { renderText } from "@/lib/platform/text/languages";
import { createPlanSchema } from "@/lib/savings/staff-schema";
import { STAFF_PLAN } from "@/tests/support/staff-plan";
import { changesOf, draftOf, inputOf, type PlanDraft } from "./plan-draft";

/** The plan that a draft describes, or the fields that are wrong with it and what is said of them. */
function readDraft(draft: PlanDraft) {
  const { data: plan = null, error } = createPlanSchema.safeParse(inputOf(draft));
  const issues =
    error?.issues.map(({ path, message }) => [path.join("."), renderText(message, "en")]) ?? [];
  return { plan, problems: Object.fromEntries(issues) as Record<string, string> };
}

const plan = { ...STAFF_PLAN, capacity: "1000.500000" };

it("says what is wrong, field by field", () => {
  const amount = "Enter an amount such as 10 or 12.50, with at most 6 decimals";
  expect(readDraft(draftOf(null))).toEqual({
    problems: {
      name: "Please enter a name",
      dailyRate: expect.stringContaining("from 0 to 1"),
      durationDays: expect.any(String),
      minAmount: amount,
    },
    plan: null,
  });
  const odd = { ...draftOf(plan), durationDays: "3651", capacity: "0,025" };
  const point = "Please write the decimals after a point: 0.025";
  expect(readDraft(odd).problems).toEqual({ durationDays: "At most 3650 days", capacity: point });
  expect(readDraft({ ...draftOf(plan), maxAmount: "49" }).problems).toEqual({
    maxAmount: "The maximum is below the minimum",
  });
  expect(readDraft({ ...draftOf(plan), minAmount: "0" }).problems).toEqual({
    minAmount: "The minimum must be above zero",
  });
});

it("leaves the term out of a flexible plan", () => {
  const draft = { ...draftOf(plan), type: "flexible" as const };
  expect(readDraft(draft).plan).toMatchObject({ type: "flexible", durationDays: null });
});

it("sends only what has changed, with the version it was seen in", () => {
  const read = (changes: object) => readDraft({ ...draftOf(plan), ...changes }).plan!;
  expect(changesOf(plan, read({})).fields).toEqual([]);
  expect(changesOf(plan, read({ capacity: "", dailyRate: "0.02", minAmount: "50.0" }))).toEqual({
    fields: ["dailyRate", "capacity"],
    input: { dailyRate: "0.0002", capacity: null, updatedAt: plan.updatedAt },
  });
});

it("takes a name and a description as text, also where they are digits", () => {
  const numbered = { ...plan, name: "7", description: "1.0" };
  const { plan: after } = readDraft({ ...draftOf(numbered), name: "07", description: "1" });
  expect(changesOf(numbered, after!).fields).toEqual(["name", "description"]);
});
