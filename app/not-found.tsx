import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundView } from "@/components/app/not-found-view";
import { Segment } from "@/components/app/segment";
import { currentUser } from "@/lib/accounts/gate";
import { loadPublicConfig } from "@/lib/settings/data";
import UserLayout from "./(user)/layout";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("app.notFound");
  return { title: t("title"), robots: { index: false } };
}

/** For every path without a page. Who is signed in keeps the navigation. */
export default async function NotFound() {
  const [user, config] = await Promise.all([currentUser().catch(() => null), loadPublicConfig()]);
  if (user && config.userPanelEnabled) {
    return (
      <UserLayout>
        <NotFoundView />
      </UserLayout>
    );
  }
  return (
    <Segment area="user">
      <main className="flex min-h-dvh flex-col justify-center">
        <NotFoundView />
      </main>
    </Segment>
  );
}
