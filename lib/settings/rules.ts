import { type Text, text } from "@/lib/platform/text";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import type { Settings } from "./schema";

type Rule = {
  /** Settings that it is about; the text is said at the first. */
  keys: (keyof Settings)[];
  holds: (settings: Settings) => boolean;
  text: Text;
};

function ordered(low: keyof Settings, high: keyof Settings, text: Text): Rule {
  return {
    keys: [low, high],
    holds: (settings) => compareDecimal(String(settings[low]), String(settings[high])) <= 0,
    text,
  };
}

const RULES: Rule[] = [
  ordered("optionMin", "optionMax", text("errors.settings.theMinimumAboveMaximum")),
  ordered("manualMin", "manualMax", text("errors.settings.theMinimumAboveMaximum")),
  ordered("aiMin", "aiMax", text("errors.settings.theMinimumAboveMaximum")),
  ordered(
    "withdrawalMin",
    "withdrawalDailyLimit",
    text("errors.settings.theMinimumAboveDailyLimit"),
  ),
  {
    keys: ["withdrawalFee", "withdrawalMin"],
    holds: ({ withdrawalFee, withdrawalMin }) =>
      compareDecimal(withdrawalFee, "0") === 0 || compareDecimal(withdrawalFee, withdrawalMin) < 0,
    text: text("errors.settings.theFeeMustBeBelowSmallest"),
  },
  {
    keys: ["referralRate"],
    holds: ({ referralRate }) => compareDecimal(referralRate, "1") <= 0,
    text: text("errors.settings.enterAtMost1WhichWhole"),
  },
  {
    keys: ["optionDurations"],
    holds: ({ optionDurations }) =>
      new Set(optionDurations.map(({ seconds }) => seconds)).size === optionDurations.length,
    text: text("errors.settings.aDurationListedTwice"),
  },
];

/**
 * What is wrong with settings that fit their types one by one but not together.
 * @param changed only rules that one of these takes part in are asked: what was wrong before is not the changer's fault
 * @returns texts by key; empty when nothing is wrong
 */
export function settingProblems(
  settings: Settings,
  changed: readonly string[],
): Record<string, Text[]> {
  const problems: Record<string, Text[]> = {};
  for (const { keys, holds, text } of RULES) {
    const culprit = keys.find((key) => changed.includes(key));
    if (culprit === undefined || holds(settings)) continue;
    problems[culprit] = [...(problems[culprit] ?? []), text];
  }
  return problems;
}

/** Whether two settings are the same, whatever order the members of an object were stored in. */
export function sameSetting(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
