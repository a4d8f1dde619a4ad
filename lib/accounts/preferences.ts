import { prisma } from "@/lib/platform/db";
import { getUser } from "./data";
import type { Preferences } from "./preferences-schema";

const serialize = ({ theme, colourMode, hideBalances, times }: Preferences): Preferences => ({
  theme,
  colourMode,
  hideBalances,
  times,
});

/** How the site looks to a user. */
export async function getPreferences(userId: string): Promise<Preferences> {
  return serialize(await getUser(userId));
}

/** Changes how the site looks to a user; what is absent stays. */
export async function updatePreferences(
  userId: string,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  return serialize(await prisma.user.update({ where: { id: userId }, data: changes }));
}
