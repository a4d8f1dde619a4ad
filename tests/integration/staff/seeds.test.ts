import type { ReactElement } from "react";
import StaffChatPage from "@/app/admin/(panel)/chat/page";
import { unlessRefused } from "@/app/admin/(panel)/seed-of-list";
import WithdrawalsPage from "@/app/admin/(panel)/withdrawals/page";
import { sessionCookieName } from "@/lib/sessions/token";
import { createCrowd, signedInAdmin } from "@/tests/factories/users";

const cookies = new Map<string, { value: string }>();
jest.mock("next/headers", () => ({
  cookies: async () => cookies,
  headers: async () => new Headers(),
}));

type Page = (props: { searchParams: Promise<Record<string, string>> }) => Promise<ReactElement>;
type Seeded = { children: ReactElement<{ entries: unknown[] }> };

/** How many answers a page has for its first paint. */
async function seeded(page: Page, search: string): Promise<number> {
  const made = (await page({ searchParams: Promise.resolve({ search }) })) as ReactElement<Seeded>;
  return made.props.children.props.entries.length;
}

beforeAll(async () => {
  cookies.set(sessionCookieName(), { value: (await signedInAdmin()).token });
  await createCrowd("broad", 1_025);
});

it.each([
  ["conversations", StaffChatPage],
  ["withdrawals", WithdrawalsPage],
])("a page of %s is shown without its list when too many people match", async (_of, page) => {
  expect(await seeded(page, "broad")).toBe(0);
  expect(await seeded(page, "narrow")).toBe(1);
});

it("leaves every other failure to the error page", async () => {
  const failure = new Error("Connection lost");
  await expect(unlessRefused(Promise.reject(failure))).rejects.toBe(failure);
});
