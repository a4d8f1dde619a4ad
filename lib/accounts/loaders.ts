import { currentUser } from "@/lib/sessions/page-gate";
import { loadPublicConfig } from "@/lib/settings/data";
import type { Panels } from "./rules";

/** What a login page's address can carry. */
export type SignInParams = Record<string, string | string[] | undefined>;

/** The text of one parameter; a repeated one counts as absent. */
export function paramText(params: SignInParams, name: string): string | null {
  const value = params[name];
  return typeof value === "string" && value ? value : null;
}

/** What the login and registration pages know before anybody types. */
export async function loadSignInPage(searchParams: Promise<SignInParams>) {
  const [config, user, params] = await Promise.all([
    loadPublicConfig(),
    // With the database down the form must still show; it then says what is wrong.
    currentUser().catch(() => null),
    searchParams,
  ]);
  const panels: Panels = { user: config.userPanelEnabled, admin: config.adminPanelEnabled };
  return {
    config,
    params,
    panels,
    cookieUserId: user?.userId ?? null,
    redirect: paramText(params, "redirect"),
  };
}
