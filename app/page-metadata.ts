import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

interface PageTexts {
  /** Key of the title, by default `title`. */
  title?: string;
  /** Key of the description, by default `description`. */
  description?: string;
  /** What the texts name, such as a currency. */
  values?: Record<string, string>;
}

/**
 * Title, description and keywords of a page for logged-in users, from the messages of `namespace`. Search engines
 * leave it out.
 */
export async function pageMetadata(
  namespace: string,
  { title = "title", description = "description", values }: PageTexts = {},
): Promise<Metadata> {
  const t = await getTranslations(namespace);
  return {
    title: t(title, values),
    description: t(description, values),
    keywords: t("keywords"),
    robots: { index: false },
  };
}

/** Title, description and keywords of a page for everybody, which search engines are to find at this path. */
export async function publicPageMetadata(namespace: string, path: string): Promise<Metadata> {
  const t = await getTranslations(namespace);
  return {
    title: t("title"),
    description: t("description"),
    keywords: t("keywords"),
    alternates: { canonical: path },
  };
}

/** The same as `pageMetadata` of a page whose address carries a token, which goes to no other site. */
export async function tokenPageMetadata(namespace: string): Promise<Metadata> {
  return { ...(await pageMetadata(namespace)), referrer: "no-referrer" };
}
