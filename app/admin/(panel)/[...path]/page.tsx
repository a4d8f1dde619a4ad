import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("app.notFound");
  return { title: t("title"), robots: { index: false } };
}

/** Addresses below /admin that no page has: said within the panel, whose navigation leads on. */
export default function UnknownStaffPage() {
  notFound();
}
