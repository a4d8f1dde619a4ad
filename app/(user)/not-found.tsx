import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundView } from "@/components/app/errors/not-found-view";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("app.notFound");
  return { title: t("title"), keywords: t("keywords"), robots: { index: false } };
}

export default function UserNotFound() {
  return <NotFoundView />;
}
