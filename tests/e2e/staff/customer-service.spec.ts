import type { Page } from "playwright/test";
import { call, type Person, pngImage, succeed } from "../support/api";
import { everySizeInLongRun, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, test } from "../support/test";

const PATH = "/api/admin/customer-service";

type Contact = { _id: string; title: string };
type List = { services: Contact[]; version: string };

const list = async (admin: Person) =>
  (await succeed("GET", PATH, { token: admin.token })) as unknown as List;
const add = async (admin: Person, title: string) => {
  const body = { title, link: "/chat", linkType: "internal" };
  return ((await succeed("POST", PATH, { token: admin.token, body })).service as Contact)._id;
};

/** Puts the list back as it was: other tests know the contacts of a new site. */
async function keepingContacts(admin: Person, work: () => Promise<void>): Promise<void> {
  const { services: before } = await list(admin);
  const ids = before.map(({ _id }) => _id);
  try {
    await work();
  } finally {
    for (const { _id } of (await list(admin)).services) {
      if (!ids.includes(_id)) await call("DELETE", `${PATH}/${_id}`, { token: admin.token });
    }
    await succeed("PUT", `${PATH}/reorder`, { token: admin.token, body: { services: ids } });
  }
}

const rows = (page: Page) => page.getByRole("list", { name: "Ways to reach support" });
const expectOrder = (page: Page, titles: string[]) =>
  expect(rows(page).locator("li")).toContainText(titles);
/** The order is shown before it is stored. */
const expectStored = (admin: Person, titles: string[]) =>
  expect.poll(async () => (await list(admin)).services.map(({ title }) => title)).toEqual(titles);
const SEEDED = [
  "Chat with support",
  "Write to us without logging in",
  "About us",
  "Terms and conditions",
];

async function openPage(page: Page): Promise<void> {
  await page.goto("/admin/customer-service");
  await expect(rows(page).locator("li").first()).toBeVisible();
}

test(
  "a contact is written with a preview, and the popup shows it at once",
  inLongRun,
  async ({ adminPage, userPage, admin }) => {
    await keepingContacts(admin, async () => {
      await userPage.goto("/");
      await userPage.getByRole("button", { name: /^Customer service/ }).click();
      const popup = userPage.getByRole("dialog", { name: "Customer service" });
      await expect(popup.getByText("About us")).toBeVisible();

      await openPage(adminPage);
      await adminPage.getByRole("button", { name: "Add contact" }).click();
      const form = adminPage.getByRole("dialog", { name: "Add contact" });
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByText("Please enter a title")).toBeVisible();
      await expect(form.getByLabel("Title")).toBeFocused();
      await form.getByLabel("Title").fill("Call us");
      await form.getByLabel("Kind of link").selectOption("Phone");
      await form.getByLabel("Link", { exact: true }).fill("call me");
      await form.getByLabel("Icon").selectOption("An uploaded image");
      await form
        .locator("input[type=file]")
        .setInputFiles({ name: "icon.png", mimeType: "image/png", buffer: pngImage() });
      const preview = form.getByRole("region", { name: "Preview" });
      await expect(preview).toContainText("Call us");
      await expect(preview.locator("img")).toBeVisible();
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form.getByText("Enter a phone number such as +44 20 7946 0000")).toBeVisible();
      await form.getByLabel("Link", { exact: true }).fill("+44 20 7946 0001");
      await expectNoAxeFindings(adminPage);
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form).toHaveCount(0);
      await expectOrder(adminPage, [...SEEDED, "Call us"]);
      await expect(popup.getByRole("link", { name: /Call us/ })).toHaveAttribute(
        "href",
        "tel:+442079460001",
      );

      const shown = adminPage.getByRole("switch", { name: "Show Call us to users" });
      await shown.click();
      // What is changed next is the contact as it is now.
      await expect(shown).not.toBeChecked();
      await expect(popup.getByText("Call us")).toHaveCount(0);
      await adminPage.getByRole("button", { name: "Change Call us" }).click();
      const change = adminPage.getByRole("dialog", { name: "Change Call us" });
      await change.getByLabel("Title").fill("Ring us");
      await change.getByRole("switch", { name: "Shown to users" }).click();
      await change.getByRole("button", { name: "Save" }).click();
      await expect(popup.getByText("Ring us")).toBeVisible();
      await adminPage.getByRole("button", { name: "Delete Ring us" }).click();
      await adminPage
        .getByRole("alertdialog")
        .getByRole("button", { name: "Delete contact" })
        .click();
      await expectOrder(adminPage, SEEDED);
      await expect(popup.getByText("Ring us")).toHaveCount(0);
    });
  },
);

test.describe("with two people at work", () => {
  test.use({ allowedConsole: ["409"] });
  test(
    "the order is changed by dragging, by buttons and by keys, and by one at a time",
    inLongRun,
    async ({ adminPage, admin }) => {
      await keepingContacts(admin, async () => {
        await openPage(adminPage);
        const [first, second, third, last] = SEEDED as [string, string, string, string];
        const handle = (title: string) =>
          adminPage.getByRole("button", { name: `Move ${title}: drag, or use the arrow keys` });

        await adminPage.getByRole("button", { name: `Move ${first} down` }).click();
        await expectOrder(adminPage, [second, first, third, last]);
        await expect(
          adminPage.getByText(`${first} is at place 2 of 4`, { exact: true }),
        ).toBeAttached();
        await expect(adminPage.getByRole("button", { name: `Move ${first} down` })).toBeFocused();
        await expectStored(admin, [second, first, third, last]);

        await handle(third).press("Home");
        await expectOrder(adminPage, [third, second, first, last]);
        await expect(handle(third)).toBeFocused();
        await handle(third).press("ArrowDown");
        await expectOrder(adminPage, [second, third, first, last]);
        await expectStored(admin, [second, third, first, last]);

        const from = await handle(first).boundingBox();
        const to = await handle(second).boundingBox();
        if (!from || !to) throw new Error("The handles have no place");
        await adminPage.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
        await adminPage.mouse.down();
        await adminPage.mouse.move(to.x + to.width / 2, to.y - 4, { steps: 5 });
        await adminPage.mouse.up();
        await expectOrder(adminPage, [first, second, third, last]);
        await expectStored(admin, [first, second, third, last]);

        // A colleague adds a contact just before this order arrives, which is that of an old list then.
        await adminPage.route("**/customer-service/reorder", async (route) => {
          await add(admin, "New one");
          await route.continue();
        });
        await adminPage.getByRole("button", { name: `Move ${first} down` }).click();
        await expect(
          adminPage.getByText("admin has changed the list in the meantime"),
        ).toBeVisible();
        await expectOrder(adminPage, [first, second, third, last, "New one"]);
      });
    },
  );
});

test(
  "the order can be changed on a phone",
  everySizeInLongRun,
  async ({ adminPage, admin, isMobile }) => {
    if (isMobile) await adminPage.setViewportSize({ width: 390, height: 844 });
    await keepingContacts(admin, async () => {
      await openPage(adminPage);
      await adminPage.getByRole("button", { name: "Move About us up" }).click();
      const [chat, write, about, terms] = SEEDED as [string, string, string, string];
      const changed = [chat, about, write, terms];
      await expectOrder(adminPage, changed);
      // What is put back has to come after it.
      await expectStored(admin, changed);
    });
  },
);
