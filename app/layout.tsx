import "./globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Messages } from "@/components/app/messages";
import { Providers } from "@/components/app/providers";
import { NavigationEffects } from "@/components/layout/navigation-effects";
import { HOLD_SUBMIT_SCRIPT, STORED_CHOICES_SCRIPT } from "@/components/ui/stored-choices-script";
import { Toaster } from "@/components/ui/toast";
import { loadPublicConfig } from "@/lib/settings/data";
import { geist } from "./fonts";

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: dark)", color: "#0F0E0C" },
    { media: "(prefers-color-scheme: light)", color: "#F8F6F1" },
  ],
};

export async function generateMetadata(): Promise<Metadata> {
  const config = await loadPublicConfig();
  return {
    title: {
      default: `${config.metaTitle} - ${config.siteName}`,
      template: `%s - ${config.siteName}`,
    },
    description: config.metaDescription,
    applicationName: config.siteName,
    icons: { icon: config.favicon || "/logo.png" },
    formatDetection: { telephone: false, address: false, email: false },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html
      lang="en"
      className={geist.variable}
      data-scroll-behavior="smooth"
      suppressHydrationWarning
    >
      <head>
        <script
          nonce={nonce}
          // Browsers hide a script's nonce from the page, so React sees a difference.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of our own
          dangerouslySetInnerHTML={{ __html: `${STORED_CHOICES_SCRIPT};${HOLD_SUBMIT_SCRIPT}` }}
        />
      </head>
      <body>
        <Messages namespaces={[]}>
          <Providers>
            {children}
            <NavigationEffects />
            <Toaster />
          </Providers>
        </Messages>
      </body>
    </html>
  );
}
