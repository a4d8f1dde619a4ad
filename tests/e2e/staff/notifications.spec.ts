import type { Locator, Page } from "playwright/test";
import { registerPerson, succeed } from "../support/api";
import { everySize, inLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, openLive, test } from "../support/test";

/** Nothing reaches past the right edge of an element. */
const staysInside = (element: Locator) =>
  element.evaluate((box) => {
    const edge = box.getBoundingClientRect().right + 1;
    return [...box.querySelectorAll("*")].every(
      (part) => part.getBoundingClientRect().right <= edge,
    );
  });

const form = (page: Page) => page.getByRole("region", { name: "New notification" });
const review = (page: Page) => page.getByRole("dialog", { name: "Send this notification?" });

async function write(page: Page, title: string, message: string): Promise<void> {
  await form(page).getByLabel("Title").fill(title);
  await form(page).getByLabel("Message").fill(message);
}

test(
  "picked people get a notification at once, and staff see who read it",
  everySize,
  async ({ userPage, user, adminPage, isMobile }) => {
    if (isMobile) await adminPage.setViewportSize({ width: 390, height: 844 });
    const other = await registerPerson();
    await openLive(userPage, "/");
    await adminPage.goto("/admin/create-notifications");
    await form(adminPage).getByText("Picked people").click();
    const people = form(adminPage).getByRole("combobox", { name: "People" });
    await expect(people).toBeVisible();
    await form(adminPage).getByRole("button", { name: "Review" }).click();
    for (const problem of ["pick at least one person", "enter a title", "enter a message"]) {
      await expect(form(adminPage).getByText(`Please ${problem}`)).toBeVisible();
    }

    await expect(people).toBeFocused();
    await people.pressSequentially(user.username.slice(0, -1));
    await expect(adminPage.getByRole("option", { name: user.username })).toBeVisible();
    await expectNoAxeFindings(adminPage);
    await people.press("Enter");
    await expect(
      form(adminPage).getByRole("button", { name: `Remove ${user.username}` }),
    ).toBeVisible();
    await people.evaluate((field, text) => {
      const data = new DataTransfer();
      data.setData("text", text);
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, `${other.username}, nobody_of_that_name`);
    await expect(form(adminPage).getByText(/No active account.*nobody_of_that_name/)).toBeVisible();
    await form(adminPage)
      .getByRole("button", { name: `Remove ${other.username}` })
      .click();

    const title = `Planned work ${user.username}`;
    await write(adminPage, title, "The site is closed on Sunday from 02:00 to 03:00 UTC.");
    const preview = adminPage.getByRole("region", { name: "Preview" });
    await expect(preview.getByText(title)).toBeVisible();
    await form(adminPage).getByRole("button", { name: "Review" }).click();
    await expect(review(adminPage)).toContainText("1 person");
    await expectNoAxeFindings(adminPage);
    await review(adminPage).getByRole("button", { name: "Send to 1 person" }).click();
    await expect(review(adminPage)).toHaveCount(0);
    await expect(form(adminPage).getByLabel("Title")).toHaveValue("");

    const floating = userPage.getByRole("dialog", { name: title });
    await expect(floating).toContainText("The site is closed on Sunday");
    const marked = userPage.waitForResponse((response) => response.url().endsWith("/read"));
    await floating.getByRole("button", { name: "View" }).click();
    await expect(userPage).toHaveURL("/notifications");
    await marked;

    const row = isMobile
      ? adminPage.getByRole("button", { name: new RegExp(title) })
      : adminPage.getByRole("button", { name: `Report: ${title}` });
    await row.click();
    const report = adminPage.getByRole("dialog", { name: "Report" });
    await expect(report).toContainText("Done");
    const read = report.locator("dl > div").filter({ hasText: /^Read/ });
    await expect(read).toHaveText("Read1");
    await expect(report).toContainText(user.username);
    await expectNoAxeFindings(adminPage);
    await adminPage.keyboard.press("Escape");
    await expect(report).toHaveCount(0);
    const { notifications } = await succeed("GET", "/api/notifications", { token: other.token });
    const titles = (notifications as { title: string }[]).map((item) => item.title);
    expect(titles).not.toContain(title);
  },
);

test(
  "everyone gets it, with the count before it is sent",
  inLongRun,
  async ({ adminPage, user }) => {
    await openLive(adminPage, "/admin/create-notifications");
    const title = `For all ${user.username}`;
    await write(adminPage, title, "We have a new address for support.");
    await form(adminPage).getByRole("button", { name: "Review" }).click();
    const send = review(adminPage).getByRole("button", { name: /^Send to \d+ people$/ });
    const count = /\d+/.exec((await send.textContent()) ?? "")?.[0] ?? "";
    await send.click();
    const floating = adminPage.getByRole("dialog", { name: title });
    await expect(floating).toContainText("We have a new address for support.");
    await floating.getByRole("button", { name: "Cancel" }).click();
    const row = adminPage.getByRole("row").filter({ hasText: title });
    await expect(row).toContainText("Done");
    await expect(row.getByRole("cell").nth(4)).toHaveText(count);
    const { notifications } = await succeed("GET", "/api/notifications", { token: user.token });
    expect((notifications as object[])[0]).toMatchObject({
      title,
      message: "We have a new address for support.",
    });
  },
);

test(
  "a word without an end stays inside of the smallest phone",
  inLongRun,
  async ({ userPage, user, admin }) => {
    await userPage.setViewportSize({ width: 320, height: 640 });
    await openLive(userPage, "/market");
    const title = "W".repeat(100);
    await succeed("POST", "/api/admin/notifications", {
      token: admin.token,
      key: `long-${user.id}`,
      body: {
        title,
        message: `https://example.com/${"x".repeat(300)}`,
        audience: "users",
        userIds: [user.id],
      },
    });
    const floating = userPage.getByRole("dialog", { name: title });
    await expect(floating).toBeVisible();
    expect(await staysInside(floating)).toBe(true);
    await floating.getByRole("button", { name: "View" }).click();
    await expect(userPage).toHaveURL("/notifications");
    // Under Unread or Earlier: the page may be made before it is marked read.
    const group = userPage.getByRole("region").filter({ hasText: title });
    await expect(group).toBeVisible();
    expect(await staysInside(group)).toBe(true);
  },
);
