import NewPasswordPage from "@/app/(public)/new-password/page";
import PanelLayout from "@/app/admin/(panel)/layout";
import AdminLoginPage from "@/app/admin/login/page";
import TwoFactorPage from "@/app/admin/two-factor/page";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { PATH_HEADER } from "@/lib/platform/security/csp";
import { requireAdmin, requireUser } from "@/lib/sessions/page-gate";
import { sessionCookieName } from "@/lib/sessions/token";
import { updateSettings } from "@/lib/site/mutations";
import { signedInAdmin, signedInUser } from "@/tests/factories/users";
import { asOwner } from "@/tests/support/owner";

const cookies = new Map<string, { value: string }>();
jest.mock("next/headers", () => ({
  cookies: async () => cookies,
  headers: async () => new Headers({ [PATH_HEADER]: "/withdraw?currency=USDT" }),
}));

/** Where a page of staff sends somebody. */
async function sentBy(open: () => Promise<unknown>, token: string): Promise<string | undefined> {
  cookies.set(sessionCookieName(), { value: token });
  const error = await open().then(
    () => undefined,
    (reason: unknown) => reason as { digest?: string },
  );
  return error?.digest?.split(";")[2];
}

const layout = () => PanelLayout({ children: null });
const signIn = () => AdminLoginPage({ searchParams: Promise.resolve({}) });

beforeAll(() => updateSettings(SYSTEM_ACTOR, { staffTwoFactorRequired: true }));

it("staff pages send people on by what they lack", async () => {
  const [user, admin] = [await signedInUser(), await signedInAdmin()];
  for (const open of [layout, requireAdmin]) {
    expect(await sentBy(open, user.token)).toBe("/admin/login?denied=1");
    expect(await sentBy(open, admin.token)).toBe("/admin/two-factor");
  }
});

it("every page leads whoever has a one-time password to choose another, and back", async () => {
  const people = [await signedInUser(), await signedInAdmin()];
  const newPassword = (redirect?: string) => () =>
    NewPasswordPage({ searchParams: Promise.resolve({ redirect }) });
  for (const { user, token } of people) {
    const set = (mustChangePassword: boolean) =>
      asOwner().user.update({ where: { id: user.id }, data: { mustChangePassword } });
    await set(true);
    for (const open of [requireUser, requireAdmin]) {
      expect(await sentBy(open, token)).toBe(
        "/new-password?redirect=%2Fwithdraw%3Fcurrency%3DUSDT",
      );
    }
    await set(false);
    expect(await sentBy(newPassword("/withdraw?currency=USDT"), token)).toBe(
      "/withdraw?currency=USDT",
    );
    expect(await sentBy(newPassword("//elsewhere.example"), token)).toBe(
      user.isAdmin ? "/admin" : "/",
    );
  }
});

it("a staff panel that is switched off sends everybody to /login, whatever they lack", async () => {
  const people = [await signedInUser(), await signedInAdmin()];
  await updateSettings(SYSTEM_ACTOR, { adminPanelEnabled: false });
  for (const { token } of people) {
    for (const open of [layout, requireAdmin, TwoFactorPage, signIn]) {
      expect(await sentBy(open, token)).toBe("/login");
    }
  }
});
