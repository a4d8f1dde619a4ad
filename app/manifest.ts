import type { MetadataRoute } from "next";
import { loadPublicConfig } from "@/lib/settings/data";

// The name is a setting.
export const dynamic = "force-dynamic";

/** What a device shows of the site once it is installed. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { siteName, metaDescription } = await loadPublicConfig();
  return {
    id: "/",
    name: siteName,
    short_name: siteName.slice(0, 12).trim(),
    description: metaDescription,
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
}
