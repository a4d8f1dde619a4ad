import type { MetadataRoute } from "next";
import { firstWords } from "@/lib/platform/text/first-words";
import { offered, renderText } from "@/lib/platform/text/languages";
import { siteLocale } from "@/lib/platform/text/site-locale";
import { loadPublicConfig } from "@/lib/settings/data";

/**
 * What a device shows of the site once it is installed, in the language that a page names in the address. Whatever
 * that is, it is the same installed site: a device knows it by `id`.
 */
export async function GET(request: Request): Promise<Response> {
  const named = new URL(request.url).searchParams.get("language");
  const lang = offered(named) ?? siteLocale;
  const { siteName, metaDescription } = await loadPublicConfig();
  const manifest: MetadataRoute.Manifest = {
    id: "/",
    name: siteName,
    short_name: siteName.slice(0, 12).trim(),
    description: renderText(firstWords(metaDescription), lang),
    lang,
    dir: "ltr",
    start_url: "/",
    display: "standalone",
    background_color: "#0F0E0C",
    theme_color: "#0F0E0C",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/logo.png", sizes: "512x512", type: "image/png" },
      {
        src: "/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
  };
  return Response.json(manifest, {
    headers: {
      "content-type": "application/manifest+json",
      // The name is a setting.
      "cache-control": "public, max-age=0, must-revalidate",
    },
  });
}
