import { type Actor, appendAudit } from "@/lib/audit/mutations";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Tx, transaction } from "@/lib/platform/db";
import { AppError, invalidField } from "@/lib/platform/errors";
import { isApplied, markApplied } from "@/lib/platform/http/idempotency";
import { publishEvent } from "@/lib/platform/outbox";
import { listed, text } from "@/lib/platform/text";
import { announceEnd } from "@/lib/sessions/mutations";
import { forgetSettings, getSettings, lastChanges, readSettings } from "@/lib/settings/data";
import { sameSetting, settingProblems } from "@/lib/settings/rules";
import type { SettingConflict, Settings } from "@/lib/settings/schema";
import { isPause } from "@/lib/settings/sections";
import { closeGuard, openGuard, type Proof, type SettingsActor } from "./guard";

/** Held while settings change, so that each change is checked against what it changes. */
const CHANGE_LOCK = 72_707_371;

type Changes = Partial<Settings>;

/**
 * Stores changed settings and tells every instance. Where a value is not the one that the caller
 * expected, nothing is stored at all.
 * @returns all settings as they now are
 * @param proof password and code of the actor, for guarded settings, and why, for pauses
 * @throws AppError CONFLICT with what differs, VALIDATION where the values don't fit together or something is paused
 *   without a reason; for guarded settings also FORBIDDEN, TOTP_REQUIRED, RATE_LIMITED, UNAUTHORIZED
 */
export async function changeSettings(
  actor: SettingsActor,
  changes: Changes,
  expected: Changes = {},
  { reason, ...proof }: Proof & { reason?: string } = {},
): Promise<Settings> {
  if (isApplied()) return getSettings();
  const checkedHash = await openGuard(actor, changes, proof);
  const check = async (tx: Tx, current: Settings) => {
    const conflicts = await findConflicts(tx, current, changes, expected);
    if (conflicts.length > 0) {
      const names = listed([
        ...new Set(conflicts.map(({ by }) => by ?? text("errors.common.somebody"))),
      ]);
      throw new AppError("CONFLICT", {
        message: text("errors.settings.nothingWasSavedChangedSameSettings", { names }),
        details: { conflicts },
      });
    }
    const errors = settingProblems({ ...current, ...changes }, Object.keys(changes));
    if (Object.keys(errors).length > 0) throw new AppError("VALIDATION", { errors });
    if (reason === undefined && changedOf(changes, current).some(isPause)) {
      throw invalidField("reason", text("errors.common.enterReason"));
    }
    await closeGuard(tx, actor, changes, current, checkedHash);
  };
  return store(actor, changes, check, reason);
}

/** Which settings really change. */
const changedOf = (changes: Changes, current: Settings): (keyof Settings)[] =>
  (Object.keys(changes) as (keyof Settings)[]).filter(
    (key) => changes[key] !== undefined && !sameSetting(changes[key], current[key]),
  );

/** Stores settings as the system does, whatever they were. Returns all settings as they now are. */
export function updateSettings(actor: Actor, changes: Changes): Promise<Settings> {
  return store(actor, changes, async () => undefined);
}

async function findConflicts(
  tx: Tx,
  current: Settings,
  changes: Changes,
  expected: Changes,
): Promise<SettingConflict[]> {
  const keys = Object.keys(changes) as (keyof Settings)[];
  const differing = keys.filter(
    (key) =>
      expected[key] !== undefined &&
      !sameSetting(expected[key], current[key]) &&
      !sameSetting(changes[key], current[key]),
  );
  if (differing.length === 0) return [];
  const last = await lastChanges(tx);
  return differing.map((key) => ({
    key,
    current: current[key],
    by: last[key]?.by ?? null,
    at: last[key]?.at ?? null,
  }));
}

/** Live connections keep the rights that they were made with: those who now lack them make new ones. */
async function renewStaffConnections(tx: Tx, lacking: Prisma.UserWhereInput): Promise<void> {
  const staff = await tx.user.findMany({
    where: { isAdmin: true, ...lacking },
    select: { id: true },
  });
  for (const { id } of staff) await announceEnd(tx, id);
}

async function store(
  actor: Actor,
  changes: Changes,
  check: (tx: Tx, current: Settings) => Promise<void>,
  reason?: string,
): Promise<Settings> {
  await transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGE_LOCK}::bigint)`;
    const current = await readSettings(tx);
    await check(tx, current);
    const changed = changedOf(changes, current);
    if (changed.length === 0) return;
    for (const key of changed) {
      const value = changes[key] as never;
      await tx.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    }
    const pick = (from: Changes) => Object.fromEntries(changed.map((key) => [key, from[key]]));
    await appendAudit(tx, actor, {
      action: "settings.update",
      targetType: "settings",
      before: pick(current),
      after: pick(changes),
      reason,
    });
    await publishEvent(tx, { t: "settings", u: null });
    await markApplied(tx);
    if (changed.includes("staffTwoFactorRequired")) {
      await renewStaffConnections(tx, { twoFactorEnabledAt: null });
    }
    if (changed.includes("staffPasskeyRequired")) {
      await renewStaffConnections(tx, { sessions: { some: { passkeyId: null, revokedAt: null } } });
    }
  });
  forgetSettings();
  return getSettings();
}
