import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { notFound, redirect } from "next/navigation";
import { documentMetadata } from "@/app/(public)/document-page";
import * as proof from "@/app/(user)/deposit/proof/[id]/page";
import * as saving from "@/app/(user)/saving/[id]/page";
import * as staffDocument from "@/app/admin/(panel)/documents/[id]/page";
import * as staffUser from "@/app/admin/(panel)/users/[userId]/page";
import { forTitle } from "@/app/for-title";

const mockFail = async () => {
  throw new Error("Connection lost");
};
const id = "01890000-0000-7000-8000-000000000001";

jest.mock("next-intl/server", () => ({ getTranslations: async () => (key: string) => key }));
jest.mock("@/lib/sessions/page-gate", () => ({
  requireAdmin: async () => ({ isAdmin: true, permissions: ["*"] }),
  currentUser: async () => null,
}));
jest.mock("@/lib/documents/data", () => ({ listLanguages: () => mockFail() }));
jest.mock("@/lib/documents/staff-data", () => ({ getAdminDocument: () => mockFail() }));
jest.mock("@/lib/staff/user-details", () => ({ getUserDetail: () => mockFail() }));
jest.mock("@/lib/savings/data", () => ({ getPlan: () => mockFail() }));
jest.mock("@/lib/wallets/data", () => ({ getWallet: () => mockFail() }));
// What the pages need beside their titles.
jest.mock("@/lib/accounts/balance", () => ({}));
jest.mock("@/lib/settings/data", () => ({}));

it("is what was loaded, or nothing where that fails", async () => {
  expect(await forTitle(Promise.resolve("Gold"))).toBe("Gold");
  expect(await forTitle(mockFail())).toBeNull();
});

it.each([
  ["not found", () => notFound()],
  ["a redirect", () => redirect("/login")],
])("leaves %s to the framework", async (_what, end) => {
  await expect(forTitle((async () => end())())).rejects.toHaveProperty("digest");
});

it.each([
  [
    "a public text",
    () => documentMetadata({ type: "about-us", searchParams: Promise.resolve({}) }),
    "title",
  ],
  ["a plan", () => saving.generateMetadata({ params: Promise.resolve({ id }) }), "title"],
  [
    "a proof of deposit",
    () =>
      proof.generateMetadata({
        params: Promise.resolve({ id }),
        searchParams: Promise.resolve({}),
      }),
    "proof.title",
  ],
  [
    "a user",
    () => staffUser.generateMetadata({ params: Promise.resolve({ userId: id }) }),
    "titles.users",
  ],
  [
    "a text of staff",
    () => staffDocument.generateMetadata({ params: Promise.resolve({ id }) }),
    "titles.documents",
  ],
])("gives %s its fixed title where the database fails", async (_what, load, title) => {
  expect(await load()).toMatchObject({ title });
});

const APP = join(process.cwd(), "app");
const PAGES = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .filter((path) => basename(path) === "page.tsx")
  // Only leads to another page.
  .filter((path) => path !== join("(user)", "saving", "page.tsx"));

it.each([
  ["title", []],
  // Search engines come to these two first: theirs is the site's, of the settings.
  ["description", ["(public)/login/page.tsx", "(user)/page.tsx"]],
  ["keywords", []],
])("gives every page its %s, but for %j", async (part, but) => {
  const params = Promise.resolve({ id, userId: id, currency: "USDT" });
  const without: string[] = [];
  for (const path of PAGES) {
    const { metadata, generateMetadata } = await import(join(APP, path));
    const given = metadata ?? (await generateMetadata({ params, searchParams: params }));
    if (!given[part]) without.push(path);
  }
  expect(without.sort()).toEqual(but);
});
