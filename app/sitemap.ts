import type { MetadataRoute } from "next";
import { documentLanguages } from "@/app/(public)/document-languages";
import { listLanguages } from "@/lib/documents/data";
import { documentTypes } from "@/lib/documents/types";
import { siteOrigin } from "@/lib/platform/env";

// Which languages a text has is up to staff.
export const dynamic = "force-dynamic";

/** The pages that anybody may read, for search engines. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const address = (path: string) => siteOrigin() + path;
  const documents = documentTypes.map(async (type) => {
    const languages = Object.entries(documentLanguages(type, await listLanguages(type)));
    return {
      url: address(`/${type}`),
      alternates: {
        languages: Object.fromEntries(languages.map(([code, path]) => [code, address(path)])),
      },
    };
  });
  const others = ["/login", "/register", "/support", "/transparency", "/transparency/how"];
  return [...others.map((path) => ({ url: address(path) })), ...(await Promise.all(documents))];
}
