import { Bell, Headphones } from "lucide-react";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { FullLoadLinks } from "@/components/app/errors/full-load-links";
import { NotFoundView } from "@/components/app/errors/not-found-view";
import { SiteBanners } from "@/components/app/site-banners";
import { UserFrame } from "@/components/app/user-frame";
import { Notices } from "@/components/layout/notices";
import { IconLink } from "@/components/ui/icon-button";
import { countUnread } from "@/lib/notifications/data";
import { PATH_HEADER } from "@/lib/platform/security/csp";
import { currentUser, requireAdmin } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import { Document, siteMetadata, siteViewport } from "./document";

export const viewport = siteViewport;

export async function generateMetadata(): Promise<Metadata> {
  const [t, site] = await Promise.all([getTranslations("app.notFound"), siteMetadata()]);
  const title = site.title.template.replace("%s", t("title"));
  return { ...site, title, keywords: t("keywords"), robots: { index: false } };
}

/**
 * For every path without a page: a document of its own. Who is logged in keeps the users' navigation; customer service
 * is a link to the chat there, as its popup would need the client's providers. The router does not work in it.
 * Addresses under the staff's pages have their gate.
 */
export default async function NotFound() {
  const [path, config, unread, t] = await Promise.all([
    headers().then((sent) => sent.get(PATH_HEADER) ?? "/"),
    loadPublicConfig(),
    // A missing page is said to be missing without a database, too.
    unreadOfVisitor().catch(() => null),
    getTranslations("app"),
  ]);
  const isStaffPath = /^\/admin(\/|$)/.test(path);
  if (isStaffPath) await requireAdmin();
  if (isStaffPath || unread === null || !config.userPanelEnabled) {
    return (
      <Document>
        <FullLoadLinks />
        <Notices>
          <SiteBanners config={config} />
        </Notices>
        <main className="pt-[12vh]">
          <NotFoundView homeHref={isStaffPath ? "/admin" : "/"} />
        </main>
      </Document>
    );
  }
  return (
    <Document>
      <FullLoadLinks />
      <UserFrame
        config={config}
        actions={
          <>
            <IconLink href="/chat" label={t("support.button")}>
              <Headphones aria-hidden="true" />
            </IconLink>
            <IconLink href="/notifications" label={t("bell", { count: unread })} dot={unread > 0}>
              <Bell aria-hidden="true" />
            </IconLink>
          </>
        }
      >
        <NotFoundView />
      </UserFrame>
    </Document>
  );
}

/** Unread notifications of who is logged in, or null. */
async function unreadOfVisitor(): Promise<number | null> {
  const user = await currentUser();
  return user && countUnread(user.userId);
}
