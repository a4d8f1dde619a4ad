import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HowItIsProved } from "@/components/transparency/how-it-is-proved";
import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("howItIsProved");
  return {
    title: t("title"),
    description: t("description"),
    keywords: t("keywords"),
    alternates: { canonical: "/transparency/how" },
  };
}

export default async function HowPage() {
  const [config, user] = await Promise.all([loadPublicConfig(), currentUser()]);
  return <HowItIsProved config={config} isSignedIn={user !== null} />;
}
