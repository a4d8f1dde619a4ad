/**
 * The doors of the application: every API route and every page learns here who is calling.
 * Ids of logged-in people come from nowhere else.
 */
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { recordExport } from "@/lib/audit/exports";
import { spentRoute } from "@/lib/ledger/request-keys";
import { AppError } from "@/lib/platform/errors";
import { createRoute } from "@/lib/platform/http";
import { PATH_HEADER } from "@/lib/platform/security/csp";
import { getSettings, loadPublicConfig } from "@/lib/settings/data";
import { actorOf, type Principal, verifySessionToken } from "./mutations";
import { may, type Needed, type Permission } from "./permission-rules";
import { bearerOf, sessionCookieName } from "./token";

export { endpoints } from "@/lib/platform/http";

/** Reads the Bearer token only: a cookie alone never authorises an API call, so there is no CSRF. */
async function authenticate(request: Request): Promise<Principal | null> {
  const token = bearerOf(request.headers);
  if (!token) return null;
  const principal = await verifySessionToken(token);
  if (!principal) throw new AppError("SESSION_EXPIRED");
  return principal;
}

/** Declares an API route; see lib/platform/http. */
export const route = createRoute<Principal, Permission>({
  authenticate,
  mustChangePassword: (principal) => principal.mustChangePassword,
  requireStaff(user, { isForAllStaff, permission }) {
    if (user.refusedAsStaff) throw new AppError(user.refusedAsStaff);
    const isOpenToAll = isForAllStaff && user.isAdmin && user.permissions.length > 0;
    if (!isOpenToAll && !may(user, permission as Needed)) throw new AppError("FORBIDDEN");
  },
  isSpent: spentRoute,
  recordFile: (user, file) => recordExport(actorOf({ user, ...file }), file),
  isUnderMaintenance: async () => (await getSettings()).maintenance,
});

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
