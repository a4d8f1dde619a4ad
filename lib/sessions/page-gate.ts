/** The doors of pages: each learns here who is looking, by the cookie. */
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { PATH_HEADER } from "@/lib/platform/security/csp";
import { loadPublicConfig } from "@/lib/settings/data";
import { type Principal, verifySessionToken } from "./mutations";
import { sessionCookieName } from "./token";

/** Who is looking at the page, or null. One look-up a request. */
export const currentUser = cache(async (): Promise<Principal | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value;
  return token ? verifySessionToken(token) : null;
});

async function requestedPath(): Promise<string> {
  return (await headers()).get(PATH_HEADER) ?? "/";
}

/** Leads whoever logged in with a password of support's to choose their own, and back afterwards. */
async function requireOwnPassword({ mustChangePassword }: Principal): Promise<void> {
  if (!mustChangePassword) return;
  redirect(`/new-password?redirect=${encodeURIComponent(await requestedPath())}`);
}

/** Gate of user pages: sends people without a live session to log in. */
export async function requireUser(): Promise<Principal> {
  const user = await currentUser();
  if (!user) redirect(`/login?redirect=${encodeURIComponent(await requestedPath())}&ended=1`);
  await requireOwnPassword(user);
  return user;
}

/** Sends everybody away from the staff's pages while they are switched off. */
export async function requireAdminPanel(): Promise<void> {
  if (!(await loadPublicConfig()).adminPanelEnabled) redirect("/login");
}

/** Gate of staff pages: sends everybody else to the staff login. */
export async function requireAdmin(): Promise<Principal> {
  await requireAdminPanel();
  const user = await currentUser();
  if (!user) redirect(`/admin/login?redirect=${encodeURIComponent(await requestedPath())}`);
  await requireOwnPassword(user);
  if (user.refusedAsStaff) redirect("/admin/two-factor");
  if (!user.isAdmin) redirect("/admin/login?denied=1");
  return user;
}
