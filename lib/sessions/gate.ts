/**
 * The door of the API: every route learns here who is calling. Ids of logged-in people come from nowhere else, and
 * for pages from page-gate.ts. Nothing of Next, outside of which the server calls routes.
 */
import { recordExport } from "@/lib/audit/exports";
import { openPractice } from "@/lib/ledger/practice";
import { spentRoute } from "@/lib/ledger/request-keys";
import { AppError } from "@/lib/platform/errors";
import { createRoute } from "@/lib/platform/http";
import { getSettings } from "@/lib/settings/data";
import { actorOf, type Principal, verifySessionToken } from "./mutations";
import { may, type Needed, type Permission } from "./permission-rules";
import { bearerOf } from "./token";

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
  languageOf: ({ language }) => language,
  mustChangePassword: (principal) => principal.mustChangePassword,
  requireStaff(user, { isForAllStaff, permission }) {
    if (user.refusedAsStaff) throw new AppError(user.refusedAsStaff);
    const isOpenToAll = isForAllStaff && user.isAdmin && user.permissions.length > 0;
    if (!isOpenToAll && !may(user, permission as Needed)) throw new AppError("FORBIDDEN");
  },
  isSpent: spentRoute,
  openPractice: ({ userId }) => openPractice(userId),
  recordFile: (user, file) => recordExport(actorOf({ user, ...file }), file),
  isUnderMaintenance: async () => (await getSettings()).maintenance,
});
