import { type Actor, appendAudit } from "@/lib/audit/mutations";
import { transaction } from "@/lib/platform/db";
import { notify } from "@/lib/platform/realtime";
import { forgetSettings, getSettings } from "./data";
import type { Settings } from "./schema";

/** Stores changed settings and tells every instance. Returns all settings as they now are. */
export async function updateSettings(actor: Actor, changes: Partial<Settings>): Promise<Settings> {
  const current = await getSettings();
  const before: Record<string, unknown> = {};
  await transaction(async (tx) => {
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) continue;
      before[key] = current[key as keyof Settings];
      await tx.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
    }
    await appendAudit(tx, actor, {
      action: "settings.update",
      targetType: "settings",
      before,
      after: changes,
    });
    await notify(tx, { t: "settings", u: null });
  });
  forgetSettings();
  return getSettings();
}
