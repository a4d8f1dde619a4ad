import type { User } from "@/lib/generated/prisma/client";
import { prisma } from "@/lib/platform/db";
import { invalidField } from "@/lib/platform/errors";
import { text } from "@/lib/platform/text";
import { offered, offeredLanguages } from "@/lib/platform/text/languages";
import { siteLocale } from "@/lib/platform/text/site-locale";
import { forgetSessions } from "@/lib/sessions/kept";
import { getUser } from "./data";
import type { Preferences } from "./preferences-schema";

const serialize = ({ theme, colourMode, hideBalances, times, language }: User): Preferences => ({
  theme,
  colourMode,
  hideBalances,
  times,
  language: offered(language) ?? siteLocale,
});

/** How the site looks to a user. */
export async function getPreferences(userId: string): Promise<Preferences> {
  return serialize(await getUser(userId));
}

/**
 * Changes how the site looks to a user; what is absent stays.
 * @throws AppError VALIDATION for a language that is not offered
 */
export async function updatePreferences(
  userId: string,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  if (changes.language !== undefined && !offered(changes.language)) {
    const languages = offeredLanguages().join(", ");
    throw invalidField("language", text("errors.accounts.languageNotOffered", { languages }));
  }
  const user = await prisma.user.update({ where: { id: userId }, data: changes });
  forgetSessions(userId);
  return serialize(user);
}
