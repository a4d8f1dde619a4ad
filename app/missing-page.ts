import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

/** The title of a page whose address names nothing. */
export async function missingPageMetadata(): Promise<Metadata> {
  const t = await getTranslations("app.notFound");
  return { title: t("title"), robots: { index: false } };
}
