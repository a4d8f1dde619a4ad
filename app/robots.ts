import type { MetadataRoute } from "next";
import { siteOrigin } from "@/lib/platform/env";

// The address is the operator's, known when the site runs.
export const dynamic = "force-dynamic";

/** What search engines may read: the public pages. The others ask for a login. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/api/", "/files/"] },
    sitemap: `${siteOrigin()}/sitemap.xml`,
  };
}
