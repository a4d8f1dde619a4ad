import type { BrowserContext, Page } from "playwright/test";
import { credit, type Person, registerPerson, succeed } from "../support/api";
import { inLongRun } from "../support/pages";
import { awaitReady, expect, signInBrowser, test } from "../support/test";

/** Two tabs of one browser: a page belongs to the account that it was made for. */

// Whatever was under way when a session ends is refused, and a socket may be cut off while it opens.
test.use({ allowedConsole: ["401"] });

const openTab = async (context: BrowserContext): Promise<Page> =>
  awaitReady(await context.newPage());

/** What logging in leaves in the browser, without a word to any page. */
async function signInUnheard(context: BrowserContext, page: Page, person: Person): Promise<void> {
  await signInBrowser(context, person);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("user", user ?? "");
      localStorage.setItem("token", token ?? "");
    },
    [person.token, JSON.stringify(person.user)],
  );
}

test("a review that was open before another person logged in moves none of their money", async ({
  userPage: page,
  user: anna,
  admin,
  context,
}) => {
  const bert = await registerPerson();
  await credit(admin, anna, "250");
  await credit(admin, bert, "300");
  await page.goto("/about-us");

  const tab = await openTab(context);
  // As if it slept: it is told nothing, and has to see for itself before it sends.
  await tab.addInitScript(() => {
    addEventListener("storage", (event) => event.stopImmediatePropagation(), true);
  });
  const sent: string[] = [];
  tab.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/storage/")) {
      sent.push(request.url());
    }
  });
  await tab.goto("/store-xaut?side=store");
  await expect(tab.getByText(/250\.00/).first()).toBeVisible();
  await tab.getByLabel("Amount to store").fill("100");
  await tab.getByRole("button", { name: "Review", exact: true }).click();
  const review = tab.getByRole("dialog", { name: "Review storing" });
  await expect(review).toBeVisible();

  await signInUnheard(context, page, bert);
  // It may see for itself before, with something else that it fetches, or ask again about the price first.
  await expect(async () => {
    if (await review.isVisible()) {
      await review.getByRole("button", { name: /^Store 100\.00/ }).click({ timeout: 2_000 });
    }
    await expect(review).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(tab).toHaveURL("/store-xaut?side=store");
  await expect(tab.getByText(/300\.00/).first()).toBeVisible();
  await expect(tab.getByLabel("Amount to store")).toHaveValue("");
  expect(sent).toEqual([]);
  for (const [person, available] of [
    [anna, "250.000000"],
    [bert, "300.000000"],
  ] as const) {
    const { balances } = await succeed("GET", "/api/auth/balance", { token: person.token });
    expect(balances).toMatchObject({ USDT: { available }, XAUT: { stored: "0.000000" } });
  }
});

test(
  "logging out takes the person's other tabs along",
  inLongRun,
  async ({ userPage: page, context }) => {
    const tab = await openTab(context);
    await tab.goto("/records");
    await page.goto("/profile");
    await page.getByRole("button", { name: "Log out" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Log out?" });
    await dialog.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL("/login");
    await expect(tab).toHaveURL("/login");
    const wanted = () => sessionStorage.getItem("redirectAfterLogin");
    expect(await tab.evaluate(wanted)).toBe("/records");
    // Whoever leaves by their own will wants nothing.
    expect(await page.evaluate(wanted)).toBeNull();
  },
);
