import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { prisma } from "@/lib/platform/db";
import type { Settings } from "@/lib/settings/schema";
import { updateSettings } from "@/lib/site/mutations";

/** What binds staff where there is real money, unless somebody decided otherwise. */
const WITH_REAL_MONEY = {
  fourEyesThreshold: "1000",
  staffTwoFactorRequired: true,
} satisfies Partial<Settings>;

/** Stores the rules that bind staff where nobody has set them: the database reads what is stored. */
export async function seedStaffRules(): Promise<void> {
  const keys = Object.keys(WITH_REAL_MONEY);
  const stored = await prisma.setting.findMany({ where: { key: { in: keys } } });
  const missing = Object.entries(WITH_REAL_MONEY).filter(
    ([name]) => !stored.some(({ key }) => key === name),
  );
  if (missing.length > 0) await updateSettings(SYSTEM_ACTOR, Object.fromEntries(missing));
}
