import "./globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NavigationEffects } from "@/components/layout/navigation-effects";
import { RefreshOnReturn } from "@/components/layout/refresh-on-return";
import type { LogAlarmProps } from "@/components/transparency/log-alarm";
import { LogWatch } from "@/components/transparency/log-watch";
import {
  HOLD_SUBMIT_SCRIPT,
  languageScript,
  STORED_CHOICES_SCRIPT,
} from "@/components/ui/choices/stored-choices-script";
import { Toaster } from "@/components/ui/overlays/toaster";
import { siteOrigin } from "@/lib/platform/env";
import { firstWords } from "@/lib/platform/text/first-words";
import { offeredLanguages, renderText } from "@/lib/platform/text/languages";
import { siteLocale } from "@/lib/platform/text/site-locale";
import { loadPublicConfig } from "@/lib/settings/data";
import { hasLogBegun } from "@/lib/transparency/state";
import { geist } from "./fonts";

/** The viewport of every page. */
export const siteViewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0F0E0C" },
    { media: "(prefers-color-scheme: light)", color: "#F8F6F1" },
  ],
};

/** What a shared link shows: no name of the site, which is a setting. */
const SHARED_IMAGE = { url: "/shared-link.png", width: 1200, height: 630 };

/** Title, description and icon from the settings, for pages that say nothing else, and what links to any page show. */
export async function siteMetadata() {
  const [config, locale, t] = await Promise.all([
    loadPublicConfig(),
    getLocale(),
    getTranslations("entry"),
  ]);
  const description = renderText(firstWords(config.metaDescription), locale);
  const shared = {
    title: config.metaTitle || config.siteName,
    description,
    images: [{ ...SHARED_IMAGE, alt: t("image") }],
  };
  return {
    metadataBase: new URL(siteOrigin()),
    title: {
      default: [config.metaTitle, config.siteName].filter(Boolean).join(" - "),
      template: `%s - ${config.siteName}`,
    },
    description,
    // What a shared link shows, whichever page it leads to.
    openGraph: { ...shared, type: "website", siteName: config.siteName, locale },
    twitter: { ...shared, card: "summary_large_image" },
    applicationName: config.siteName,
    manifest: `/manifest.webmanifest?language=${locale}`,
    icons: { icon: config.favicon || "/logo.png" },
    formatDetection: { telephone: false, address: false, email: false },
  } satisfies Metadata;
}

const LOG_TEXTS = [
  "title",
  "shorter",
  "changed",
  "key",
  "unreadable",
  "anew",
  "advice",
  "before",
  "now",
  "none",
  "show",
  "copy",
  "copied",
  "select",
  "follow",
] as const;

/** What the browser needs to watch the public log. */
async function logWatchProps(): Promise<LogAlarmProps> {
  const [t, { demo }, hasBegun] = await Promise.all([
    getTranslations("logAlarm"),
    loadPublicConfig(),
    hasLogBegun(),
  ]);
  const texts = Object.fromEntries(LOG_TEXTS.map((name) => [name, t(name)]));
  return { texts: texts as LogAlarmProps["texts"], excuse: demo ? t("demo") : null, hasBegun };
}

/** The HTML document of every page. Texts and the query cache are brought by the parts of the site that need them. */
export async function Document({ children }: { children: ReactNode }) {
  const [t, locale, requested, watch] = await Promise.all([
    getTranslations("ui"),
    getLocale(),
    headers(),
    logWatchProps(),
  ]);
  const others = offeredLanguages().filter((code) => code !== siteLocale);
  return (
    <html
      lang={locale}
      className={geist.variable}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        <script
          nonce={requested.get("x-nonce") ?? undefined}
          // Browsers hide a script's nonce from the page, so React sees a difference.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of our own
          dangerouslySetInnerHTML={{
            __html: `${STORED_CHOICES_SCRIPT}${languageScript(others)}${HOLD_SUBMIT_SCRIPT}`,
          }}
        />
      </head>
      <body>
        {/* What a person has to know before anything that a page says. */}
        <div id="alarms">
          <LogWatch {...watch} />
        </div>
        {children}
        <NavigationEffects />
        {/* What staff see is asked for by the browser, and Back closes what opened over their lists. */}
        <RefreshOnReturn except="/admin" />
        <Toaster label={t("notifications")} />
      </body>
    </html>
  );
}
