import type { Page } from "playwright/test";
import { type Person, pngImage, succeed } from "../support/api";
import { expectSound, inLongRun, phoneFirst, phoneInLongRun } from "../support/pages";
import { expect, expectNoAxeFindings, OFFLINE_WORDS, test } from "../support/test";

const log = (page: Page) => page.getByRole("log");
const bubble = (page: Page, text: string) =>
  log(page).getByRole("listitem").filter({ hasText: text });
const field = (page: Page) => page.getByLabel("Message", { exact: true });
const image = { name: "proof.png", mimeType: "image/png", buffer: pngImage() };

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
  await expect(bubble(page, text)).toHaveCount(1);
}

async function chatIdOf(user: Person): Promise<string> {
  const { chat } = await succeed("GET", "/api/chat/my-chat", { token: user.token });
  return (chat as { id: string }).id;
}

/** Answers as support, over the API. */
const answer = (admin: Person, chatId: string, message: string) =>
  succeed("POST", "/api/chat/send-message", { token: admin.token, body: { message, chatId } });

test(
  "a user and support talk, live on both sides",
  phoneFirst,
  async ({ userPage, user, adminPage }) => {
    await userPage.goto("/chat");
    await expect(userPage.getByText("We never ask for your password.")).toBeVisible();
    await expect(userPage.locator("[data-tab-bar]")).toHaveCount(0);
    await adminPage.goto("/admin/chat");
    await write(userPage, "Where is my deposit?");
    await expect(bubble(userPage, "Where is my deposit?")).toContainText("Sent");

    const row = adminPage.getByRole("button", { name: new RegExp(user.username) });
    await expect(row).toContainText("1 unread");
    await row.click();
    await expect(bubble(adminPage, "Where is my deposit?")).toBeVisible();
    await expect(row).not.toContainText("unread");
    await expect(bubble(userPage, "Where is my deposit?")).toContainText("Read");
    await write(adminPage, "We are looking into it.");
    await expect(bubble(userPage, "We are looking into it.")).toBeVisible();
    // Whoever looks at the conversation is not told about it by a dialog.
    await expect(bubble(adminPage, "We are looking into it.")).toContainText("Read");
    await expect(userPage.getByRole("dialog")).toHaveCount(0);

    // A telephone's photo, in a browser that reads none of its kind.
    await userPage.locator("input[type=file]").setInputFiles("tests/support/files/photo.heic");
    await expect(userPage.getByAltText("Preview of the chosen image")).toBeVisible();
    await userPage.getByRole("button", { name: "Send", exact: true }).click();
    for (const [page, sender] of [
      [userPage, "You"],
      [adminPage, "User"],
    ] as const) {
      await page.getByRole("button", { name: `${sender}: open image` }).click();
      await expect(page.getByRole("dialog").getByRole("img", { name: "Image" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    await expectSound(userPage);
    await expectSound(adminPage);

    await adminPage.getByRole("button", { name: "Close", exact: true }).click();
    await expect(userPage.getByText("This conversation is closed")).toBeVisible();
    await expect(field(userPage)).toHaveCount(0);
    await expect(adminPage.getByText("This conversation is closed.")).toBeVisible();
    await write(adminPage, "Goodbye");
    await expect(bubble(userPage, "Goodbye")).toBeVisible();
    await adminPage.getByRole("button", { name: "Reopen" }).click();
    await write(userPage, "Thank you");
    // Only what is shown when the question is opened is cleared.
    await expect(bubble(adminPage, "Thank you")).toBeVisible();
    await adminPage.getByRole("button", { name: "Clear history" }).click();
    const confirm = adminPage.getByRole("alertdialog");
    await expect(confirm).toBeVisible();
    await expectNoAxeFindings(adminPage);
    await confirm.getByRole("button", { name: "Clear history" }).click();
    await expect(confirm).toBeHidden();
    for (const page of [userPage, adminPage]) await expect(bubble(page, "")).toHaveCount(0);
    await expect(userPage.getByText("No messages yet.")).toBeVisible();
  },
);

test.describe("without a network", () => {
  test.use({ allowedConsole: OFFLINE_WORDS });

  test(
    "what was not sent survives a reload and is sent again",
    phoneFirst,
    async ({ userPage, user }) => {
      await userPage.goto("/chat");
      await userPage.route("**/api/chat/send-*", (route) => route.abort());
      await write(userPage, "Is anybody there?");
      await userPage.locator("input[type=file]").setInputFiles(image);
      await userPage.getByRole("button", { name: "Send", exact: true }).click();
      await expect(log(userPage).getByText("Not sent.")).toHaveCount(2);
      await expectSound(userPage);
      await field(userPage).fill("And another thing");
      await userPage.unroute("**/api/chat/send-*");
      await userPage.reload();
      await expect(field(userPage)).toHaveValue("And another thing");
      // A text goes by itself; a picture has to be chosen once more.
      await expect(bubble(userPage, "Is anybody there?")).toContainText("Sent");
      await expect(log(userPage).getByText("Not sent.")).toHaveCount(1);
      const lost = bubble(userPage, "proof.png");
      const chooser = userPage.waitForEvent("filechooser");
      await lost.getByRole("button", { name: "Try again" }).click();
      await (await chooser).setFiles(image);
      await expect(userPage.getByRole("button", { name: "You: open image" })).toBeVisible();
      await expect(log(userPage).getByText("Not sent.")).toHaveCount(0);
      const { messages } = await succeed("GET", "/api/chat/my-chat", { token: user.token });
      expect(messages).toHaveLength(2);
    },
  );

  test(
    "what was said in the meantime is there afterwards, once and in order",
    inLongRun,
    async ({ userPage, user, admin, context }) => {
      const chatId = await chatIdOf(user);
      await answer(admin, chatId, "before");
      await userPage.goto("/chat");
      await expect(bubble(userPage, "before")).toBeVisible();
      await context.setOffline(true);
      const missed = Array.from({ length: 45 }, (_, n) => `missed ${n + 1}.`);
      for (const text of missed) await answer(admin, chatId, text);
      await context.setOffline(false);
      await expect(bubble(userPage, "missed 45.")).toBeVisible();
      const shown = await log(userPage)
        .getByRole("listitem")
        .locator("p[dir=auto]")
        .allTextContents();
      expect(shown).toEqual(["before", ...missed]);
    },
  );
});

test(
  "a long history is read back, and what is new does not move it",
  phoneInLongRun,
  async ({ userPage, user, admin }) => {
    const chatId = await chatIdOf(user);
    for (let n = 1; n <= 70; n++) await answer(admin, chatId, `message ${n}.`);
    await userPage.goto("/chat");
    await expect(bubble(userPage, "message 70.")).toBeInViewport();
    await expect(log(userPage).getByRole("listitem")).toHaveCount(30);
    for (const count of [60, 70, 70]) {
      await log(userPage).evaluate((element) => element.scrollTo({ top: -element.scrollHeight }));
      await expect(log(userPage).getByRole("listitem")).toHaveCount(count);
    }
    await expect(userPage.getByRole("button", { name: "Load earlier messages" })).toHaveCount(0);
    await expect(bubble(userPage, "message 1.")).toBeInViewport();
    const place = () =>
      bubble(userPage, "message 1.").evaluate((item) => item.getBoundingClientRect().top);
    const before = await place();
    await answer(admin, chatId, "the newest");
    const pill = userPage.getByRole("button", { name: "New messages" });
    await expect(pill).toBeVisible();
    expect(Math.abs((await place()) - before)).toBeLessThan(2);
    await expectNoAxeFindings(userPage);
    await pill.click();
    await expect(bubble(userPage, "the newest")).toBeInViewport();
    await expect(pill).toHaveCount(0);
  },
);

test("the composer grows to five lines", inLongRun, async ({ userPage }) => {
  await userPage.goto("/chat");
  const height = async () => (await field(userPage).boundingBox())?.height ?? 0;
  const heights: number[] = [];
  for (const lines of [1, 2, 5, 9]) {
    await field(userPage).fill(Array.from({ length: lines }, (_, n) => `line ${n}`).join("\n"));
    heights.push(await height());
  }
  const [one = 0, two = 0, five = 0, nine = 0] = heights;
  expect(two).toBeGreaterThan(one);
  expect(five).toBeGreaterThan(two + 40);
  expect(nine).toBe(five);
});

test(
  "elsewhere an answer is announced, and the way to it says how many",
  inLongRun,
  async ({ userPage, user, admin }) => {
    const chatId = await chatIdOf(user);
    await userPage.goto("/");
    await expect(userPage.getByRole("button", { name: /^Customer service/ })).toBeVisible();
    await expect
      .poll(async () => {
        // Only the first unread answer is announced; the page may not have been connected yet.
        await succeed("PUT", `/api/chat/mark-read/${chatId}`, { token: user.token, body: {} });
        await answer(admin, chatId, "hello");
        return userPage.getByRole("dialog", { name: "New message from support" }).count();
      })
      .toBe(1);
    const shown = userPage.locator('[role="dialog"]:not([data-closed])');
    const unread = userPage.getByRole("link", { name: /Support has written to you \d+ unread/ });
    await expect
      .poll(async () => {
        if (await shown.isVisible()) await shown.getByRole("button", { name: "Cancel" }).click();
        return unread.isVisible();
      })
      .toBe(true);
    await userPage.goto("/profile");
    await expect(
      userPage.getByRole("link", { name: /Chat with support \d+ unread/ }),
    ).toBeVisible();
    await userPage.getByRole("button", { name: /Customer service, \d+ unread/ }).click();
    const way = userPage.getByRole("dialog").getByRole("link", { name: /Chat with support/ });
    await expect(way).toContainText("unread");
    await way.click();
    await expect(userPage).toHaveURL("/chat");
    await expect(userPage.getByRole("button", { name: /unread/ })).toHaveCount(0);
  },
);

test(
  "support saves a reply and inserts it by typing and by button",
  inLongRun,
  async ({ userPage, user, adminPage }) => {
    const title = `Greeting ${user.username}`;
    await userPage.goto("/chat");
    await write(userPage, "Good morning");
    await adminPage.goto(`/admin/chat?chat=${await chatIdOf(user)}`);
    await adminPage.getByRole("button", { name: "Saved replies" }).click();
    const dialog = adminPage.getByRole("dialog", { name: "Saved replies" });
    await dialog.getByRole("button", { name: "New reply" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Please enter a title")).toBeVisible();
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("Text").fill("Good day. How can we help?");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("button", { name: `Insert: ${title}` })).toBeVisible();
    await dialog.getByRole("button", { name: `Edit: ${title}` }).click();
    await dialog.getByLabel("Text").fill("Good day.\nHow can we help?");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: `Insert: ${title}` }).click();
    await expect(dialog).toHaveCount(0);
    await expect(field(adminPage)).toBeFocused();
    await expect(field(adminPage)).toHaveValue("Good day.\nHow can we help?");

    await field(adminPage).fill("");
    await field(adminPage).pressSequentially("/greet");
    const options = adminPage.getByRole("listbox", { name: "Saved replies" });
    await expect(options.getByRole("option", { name: title })).toBeVisible();
    await expectNoAxeFindings(adminPage);
    await field(adminPage).press("Escape");
    await expect(options).toHaveCount(0);
    await expect(field(adminPage)).toHaveValue("/greet");
    await field(adminPage).fill("");
    await field(adminPage).pressSequentially("/");
    await field(adminPage).pressSequentially(user.username.slice(0, 6));
    await field(adminPage).press("ArrowDown");
    await field(adminPage).press("Enter");
    await expect(field(adminPage)).toHaveValue("Good day.\nHow can we help?");
    await field(adminPage).press("Enter");
    await expect(bubble(userPage, "How can we help?")).toBeVisible();

    await adminPage.getByRole("button", { name: "Saved replies" }).click();
    await dialog.getByRole("button", { name: `Delete: ${title}` }).click();
    const confirm = adminPage.getByRole("alertdialog");
    await confirm.getByRole("button", { name: "Delete" }).click();
    await expect(confirm).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: `Insert: ${title}` })).toHaveCount(0);
  },
);
