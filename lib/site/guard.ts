/**
 * The guard around settings that protect users against staff and thieves, and around those that decide what
 * the house pays: who could change one alone, and put it back, would not be bound by it.
 */

import type { Actor } from "@/lib/audit/mutations";
import { type Db, prisma, type Tx } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { stillPassword } from "@/lib/security/credentials";
import { warnStaff } from "@/lib/security/notices";
import { checkProof } from "@/lib/security/two-factor";
import { readSettings } from "@/lib/settings/data";
import { sameSetting } from "@/lib/settings/rules";
import type { Settings } from "@/lib/settings/schema";
import { type GuardedSetting, isGuarded, RULE_SETTINGS } from "@/lib/settings/sections";
import { isFullAdmin } from "@/lib/staff/target";

type Changes = Partial<Settings>;
/** Who changes settings, and whether they logged in a moment ago. */
export type SettingsActor = Actor & { hasJustSignedIn: boolean };

/** What proves that it is the person themselves who changes a guarded setting. */
export type Proof = { password?: string; totp?: string };

const NAMES: Record<GuardedSetting, string> = {
  staffTwoFactorRequired: text("notices.settings.names.staffTwoFactorRequired"),
  staffPasskeyRequired: text("notices.settings.names.staffPasskeyRequired"),
  fourEyesThreshold: text("notices.settings.names.fourEyesThreshold"),
  planYearlyRateCeiling: text("notices.settings.names.planYearlyRateCeiling"),
  withdrawalHoldHours: text("notices.settings.names.withdrawalHoldHours"),
  maintenance: text("notices.settings.names.maintenance"),
  userPanelEnabled: text("notices.settings.names.userPanelEnabled"),
  adminPanelEnabled: text("notices.settings.names.adminPanelEnabled"),
  withdrawalMin: text("notices.settings.names.withdrawalMin"),
  withdrawalDailyLimit: text("notices.settings.names.withdrawalDailyLimit"),
  optionBlockedCountries: text("notices.settings.names.optionBlockedCountries"),
  referralBlockedCountries: text("notices.settings.names.referralBlockedCountries"),
  riskVersion: text("notices.settings.names.riskVersion"),
  withdrawalFee: text("notices.settings.names.withdrawalFee"),
  optionDurations: text("notices.settings.names.optionDurations"),
  optionMax: text("notices.settings.names.optionMax"),
  optionCapPerExpirySecond: text("notices.settings.names.optionCapPerExpirySecond"),
  optionCapPerDirection: text("notices.settings.names.optionCapPerDirection"),
  optionEntryDelayMs: text("notices.settings.names.optionEntryDelayMs"),
  marketMaxSpread: text("notices.settings.names.marketMaxSpread"),
  marketMaxMove: text("notices.settings.names.marketMaxMove"),
  manualFeeRate: text("notices.settings.names.manualFeeRate"),
  manualSpread: text("notices.settings.names.manualSpread"),
  manualMax: text("notices.settings.names.manualMax"),
  storageFeeRate: text("notices.settings.names.storageFeeRate"),
  storageDailyLimit: text("notices.settings.names.storageDailyLimit"),
  aiMax: text("notices.settings.names.aiMax"),
  dailyTradeLimit: text("notices.settings.names.dailyTradeLimit"),
  referralRate: text("notices.settings.names.referralRate"),
  simulatedRates: text("notices.settings.names.simulatedRates"),
};

const changedGuards = (changes: Changes, current: Settings): GuardedSetting[] =>
  Object.keys(changes)
    .filter(isGuarded)
    .filter((key) => changes[key] !== undefined && !sameSetting(changes[key], current[key]));

/** For 15 minutes the password of the login counts, as for deposit addresses, but for no rule that binds staff. */
const maySkipProof = ({ hasJustSignedIn }: SettingsActor, keys: GuardedSetting[]): boolean =>
  hasJustSignedIn && !keys.some((key) => RULE_SETTINGS.some((rule) => rule === key));

async function requireFullAdmin(db: Db, { id }: Actor): Promise<string> {
  if (id === null || !(await isFullAdmin(db, id))) {
    throw new AppError("FORBIDDEN", {
      message: text("errors.settings.onlyFullAdministratorsChangeRulesThat"),
    });
  }
  return id;
}

/**
 * Lets guarded settings be changed by full administrators only, with password and code, as rights are.
 * @returns the hash that the password was compared with, for `closeGuard`; null when no guarded
 *   setting changes, or none that asks for the password of who has just logged in
 * @throws AppError FORBIDDEN, VALIDATION for a missing or wrong password or code, TOTP_REQUIRED,
 *   RATE_LIMITED
 */
export async function openGuard(
  actor: SettingsActor,
  changes: Changes,
  { password, totp }: Proof,
): Promise<string | null> {
  const keys = changedGuards(changes, await readSettings(prisma));
  if (keys.length === 0) return null;
  const id = await requireFullAdmin(prisma, actor);
  if (!password && maySkipProof(actor, keys)) return null;
  if (!password) throw invalidField("password", text("errors.registration.enterPassword"));
  return checkProof(id, { password, totp });
}

/**
 * Looks once more, in the transaction that stores the changes, and tells all full administrators.
 * @throws AppError as `openGuard`; UNAUTHORIZED when the password was replaced meanwhile
 */
export async function closeGuard(
  tx: Tx,
  actor: SettingsActor,
  changes: Changes,
  current: Settings,
  checkedHash: string | null,
): Promise<void> {
  const keys = changedGuards(changes, current);
  if (keys.length === 0) return;
  // Somebody changed it between the check and the lock: what was no change now is one.
  if (checkedHash === null && !maySkipProof(actor, keys)) {
    throw invalidField("password", text("errors.registration.enterPassword"));
  }
  if (checkedHash !== null && actor.id !== null) await stillPassword(tx, actor.id, checkedHash);
  await requireFullAdmin(tx, actor);
  const lines = keys.map((key) =>
    text("notices.settings.change", {
      name: NAMES[key],
      before: textOf(current[key]),
      after: textOf(changes[key]),
    }),
  );
  await warnStaff(tx, actor, ["*"], {
    title: text("notices.settings.protectiveSettingsChanged"),
    message: text("notices.settings.changed", {
      who: actor.name,
      changes: lines.reduce((list, line) => text("notices.settings.and", { list, line })),
    }),
  });
}

function textOf(value: unknown): string {
  if (typeof value === "boolean")
    return value ? text("notices.settings.on") : text("notices.settings.off");
  if (Array.isArray(value)) return value.map(textOf).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${part}`)
    .join(" ");
}
