import { env } from "@/lib/platform/env";
import { endpoints, route } from "@/lib/sessions/gate";
import { getSettings } from "@/lib/settings/data";
import { builtDocument, declaration, named, unnamedDocument } from "./document";

/** Kept: to read or to build it again would hold the process up. Only a site in production runs on what was built. */
let kept: Promise<string> | undefined;

async function documentText(): Promise<string> {
  const built = env.NODE_ENV === "production" ? builtDocument() : null;
  return built ?? unnamedDocument();
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: route(declaration, async () => {
    kept ??= documentText();
    const [{ siteName }, text] = await Promise.all([getSettings(), kept]);
    return new Response(named(text, `${siteName} API`), {
      headers: { "content-type": "application/json", "cache-control": "no-cache" },
    });
  }),
});
